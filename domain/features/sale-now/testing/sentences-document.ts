import { stepDefinitions, stepKeys } from '../../timeline/step-definitions.ts'
import { isSurveyType } from '../../timeline/survey-types.ts'
import { type StepChange, stepMessage } from '../../vendor-portal/vendor-portal.rules.ts'
import type { StandingClaim, StepClaim } from '../claims.ts'
import { heldUpSentence, marketSentence, standingSentence, startedInLetter, stepSentence } from '../sentences.ts'
import { stepClausesOf } from '../step-clauses.ts'
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
    { is: 'today' },
    { is: 'completed' },
    { is: 'ended', on: '2026-11-27' },
    { is: 'paused' },
  ]
  const marketChanges = (['withdrawn', 'reinstated'] as const).flatMap((is) => [
    { is, isSold: false, isLaunched: true, isExchanged: false, isCompleted: false },
    { is, isSold: false, isLaunched: false, isExchanged: false, isCompleted: false },
    { is, isSold: true, isLaunched: true, isExchanged: false, isCompleted: false },
    { is, isSold: true, isLaunched: true, isExchanged: true, isCompleted: false },
    { is, isSold: true, isLaunched: true, isExchanged: true, isCompleted: true },
  ])
  const ofSale = standings.slice(6)
  const steps = stepDefinitions.filter(({ key }) => !isSurveyType(key) && key !== stepKeys.NotHavingSurvey)
  const underWay = (step: number, isNamed = true): StepClaim => ({ is: 'under-way', step, isNamed })
  const { SearchesBack, DraftContractsIssued } = stepKeys
  const heldUp = { is: 'held-up', step: SearchesBack, isNamed: true, chased: false, reasons: [] } as const
  const news: StepChange[] = [
    { key: SearchesBack, from: 'IP', to: 'C' },
    { key: SearchesBack, from: 'NS', to: 'IP' },
    { key: SearchesBack, from: 'NS', to: 'IP', because: 'previous-step-completed' },
    { key: SearchesBack, from: 'C', to: 'IP' },
    { key: SearchesBack, from: 'IP', to: 'B' },
    { key: SearchesBack, from: 'B', to: 'IP' },
    { key: stepKeys.MemoOfSaleSent, from: 'IP', to: 'B' },
    { key: DraftContractsIssued, from: 'NS', to: 'IP' },
  ]
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
    row(['step', 'started by a person', 'the same while a solicitor is not entered', 'started by a rule or an import']),
    row(['---', '---', '---', '---']),
    ...steps.map(({ key }) => {
      const [named, unnamed] = [true, false].map((isNamed) => stepSentence(underWay(key, isNamed)))
      const waiting = stepSentence({ is: 'waiting-for', step: key })
      return row([vendorStepName(key), named ?? '', unnamed === named ? '' : (unnamed ?? ''), waiting])
    }),
    row([vendorStepName(roof), stepSentence(underWay(roof)), '', '']),
    '',
    '## Steps that are held up or late, to the vendor',
    ...[
      stepSentence({ ...heldUp, step: stepKeys.MemoOfSaleSent }),
      stepSentence(heldUp),
      stepSentence({ ...heldUp, chased: true, reasons: ['The council expects to answer by 4 December.'] }),
      heldUpSentence(heldUp, 'the searches, which the buyer’s solicitor applied for on 16 October', false),
      ...[false, true].map((chased) =>
        stepSentence({ is: 'late', step: SearchesBack, meanwhile: underWay(SearchesBack), chased }),
      ),
      ...(['vendor', 'buyer', 'both'] as const).map((unknown) =>
        stepSentence({ is: 'waiting-for', step: stepKeys.MemoOfSaleSent, unknown }),
      ),
      stepSentence({ is: 'report-awaited', step: roof }),
    ].map((sentence) => `- ${sentence}`),
    '',
    '## News of a step, to the vendor',
    ...news.map((change) => `- ${stepMessage(change) ?? ''}`),
    '',
    '## Letters to the vendor',
    row([
      'step',
      'done',
      'We are now waiting for …',
      'Then …',
      'the same while no solicitor of the vendor is entered',
      'started by a person',
    ]),
    row(['---', '---', '---', '---', '---', '---']),
    ...steps.flatMap(({ key }) => {
      const [named, unnamed] = [stepClausesOf(key), stepClausesOf(key, false)]
      const others = named?.next === unnamed?.next ? '' : `${unnamed?.waitingFor}; ${unnamed?.next}`
      const started = startedInLetter(underWay(key))
      const done = named?.done ? `${named.done}${named.isDayless ? '' : ' on 1 November'}` : ''
      return named ? [row([named.name, done, named.waitingFor, named.next, others, started])] : []
    }),
    '',
  ]
  return lines.join('\n')
}
