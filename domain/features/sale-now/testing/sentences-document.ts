import { stepDefinitions, stepKeys } from '../../timeline/step-definitions.ts'
import { isSurveyType } from '../../timeline/survey-types.ts'
import type { StandingClaim, StepClaim } from '../claims.ts'
import { marketSentence, standingSentence, stepSentence } from '../sentences.ts'
import { vendorStepName } from '../vendor-step-texts.ts'

/** Every sentence about a sale, as docs/sentences-of-a-sale.md. */
export function sentencesDocument(): string {
  const standings: StandingClaim[] = [
    { is: 'preparing' },
    { is: 'on-market' },
    { is: 'counted', viewings: 1 },
    { is: 'counted', viewings: 3 },
    { is: 'fell-through' },
    { is: 'withdrawn' },
    { is: 'exchanged' },
    { is: 'planned', on: '2026-11-27' },
    { is: 'over', on: '2026-11-27' },
    { is: 'completed' },
    { is: 'ended', on: '2026-11-27' },
    { is: 'paused' },
  ]
  const marketChanges = (['withdrawn', 'reinstated'] as const).flatMap((is) => [
    { is, isSold: false, isLaunched: true },
    { is, isSold: false, isLaunched: false },
    { is, isSold: true, isLaunched: true },
  ])
  const ofSale = standings.slice(6)
  const steps = stepDefinitions.filter(({ key }) => !isSurveyType(key) && key !== stepKeys.NotHavingSurvey)
  const underWay = (step: number): StepClaim => ({ is: 'under-way', step, bothSolicitors: true })
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const roof = stepKeys.Roof
  const lines = [
    '# Sentences about a sale',
    '',
    'Written by `domain/features/sale-now/sentences.test.ts` from `sentences.ts`. Vendor portal, party page, e-mails and drafts use these.',
    '',
    '## How it stands, to the vendor',
    ...standings.map((claim) => `- ${standingSentence(claim, 'vendor')}`),
    '',
    '## When it leaves the market and returns, to the vendor',
    ...[...new Set(marketChanges.map(marketSentence))].map((sentence) => `- ${sentence}`),
    '',
    '## How it stands, to the buyer and both conveyancers',
    ...ofSale.map((claim) => `- ${standingSentence(claim, 'party', 'Hartwell Estates')}`),
    '',
    '## Steps, to the vendor',
    row(['step', 'started by a person', 'started by a rule or an import']),
    row(['---', '---', '---']),
    ...steps.map(({ key }) =>
      row([vendorStepName(key), stepSentence(underWay(key)), stepSentence({ is: 'waiting-for', step: key })]),
    ),
    row([vendorStepName(roof), stepSentence(underWay(roof)), '']),
    '',
    '## Steps that are held up or late, to the vendor',
    ...[
      stepSentence({ is: 'under-way', step: stepKeys.MemoOfSaleSent, bothSolicitors: false }),
      stepSentence({ is: 'held-up', step: stepKeys.MemoOfSaleSent, meanwhile: underWay(stepKeys.MemoOfSaleSent), chased: false }),
      stepSentence({ is: 'held-up', step: stepKeys.SearchesBack, meanwhile: underWay(stepKeys.SearchesBack), chased: true }),
      stepSentence({ is: 'late', step: stepKeys.SearchesBack, meanwhile: underWay(stepKeys.SearchesBack), days: 4 }),
      stepSentence({ is: 'report-awaited', step: roof }),
      stepSentence({ is: 'survey-passed', step: roof, on: '2026-11-12' }),
    ].map((sentence) => `- ${sentence}`),
    '',
  ]
  return lines.join('\n')
}
