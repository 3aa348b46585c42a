import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addSurveyItem } from '../timeline/rules/surveys.ts'
import { stepKeys } from '../timeline/step-definitions.ts'
import { anySituation } from '../timeline/testing/arbitraries.ts'
import { save, saving, set, sold, survey, takenOn, underOffer, withStates, withStep } from '../timeline/testing/timelines.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import { type SpokenFacts, type StandingClaim, type StepClaim, standingClaim, stepClaims } from './claims.ts'
import { type SaleFacts, saleNow } from './sale-now.ts'
import { type Audience, standingSentence, stepSentence } from './sentences.ts'
import { sentencesDocument } from './testing/sentences-document.ts'

const today = '2026-11-28'
const spoken = (timeline: Timeline, facts: Partial<SpokenFacts> = {}): SpokenFacts => ({
  timeline,
  viewings: 0,
  fellOffOn: null,
  solicitors: { vendor: true, buyer: true },
  today,
  ...facts,
})
type Facts = Partial<SaleFacts> & { spoken?: Partial<SpokenFacts> }
const now = (timeline: Timeline, facts: Partial<SaleFacts>) =>
  saleNow(
    {
      active: true,
      hasAcceptedOffer: true,
      completionDate: null,
      expectedExchange: null,
      expectedCompletion: null,
      ...facts,
      timeline,
    },
    today,
  )
const standing = (timeline: Timeline, { spoken: more = {}, ...facts }: Facts, audience: Audience = 'vendor') => {
  const claim = standingClaim(spoken(timeline, more), now(timeline, facts))
  return claim && standingSentence(claim, audience, 'Hartwell Estates')
}
const launched = takenOn(undefined, '2025-10-01')
const exchanged = withStates(sold(), { Exchanged: 'C', Completed: 'IP' })
const completed = withStep(withStates(sold(), { Exchanged: 'C', Completed: 'C' }), 'Completed', { completedOn: '2026-11-27' })
const unsold = { hasAcceptedOffer: false }

describe('How a sale stands, to the vendor', () => {
  test.each<[string, Timeline, Facts, string | null]>([
    ['not launched', takenOn(), unsold, 'We are preparing your property for the market.'],
    ['launched', launched, unsold, 'Your property is on the market. We will tell you about viewings.'],
    ['with viewings', launched, { ...unsold, spoken: { viewings: 3 } }, 'There have been three viewings so far.'],
    ['with one', launched, { ...unsold, spoken: { viewings: 1 } }, 'There has been one viewing so far.'],
    [
      'after a fall-off',
      launched,
      { ...unsold, spoken: { fellOffOn: '2026-11-01' } },
      'We are sorry that the agreed sale has fallen through. Your property is on the market again.',
    ],
    [
      '91 days after a fall-off',
      launched,
      { ...unsold, spoken: { fellOffOn: '2026-08-29' } },
      'Your property is on the market. We will tell you about viewings.',
    ],
    ['agreed', sold(), {}, null],
    [
      'exchanged',
      exchanged,
      { completionDate: '2026-12-04' },
      'Contracts have been exchanged. Completion is planned for Friday 4 December 2026.',
    ],
    ['exchanged, the day has passed', exchanged, { completionDate: '2026-11-27' }, 'Contracts have been exchanged.'],
    ['completed', completed, { completionDate: '2026-11-27' }, 'Your sale completed on Friday 27 November 2026.'],
    ['stopped', sold(), { active: false }, 'Your property is withdrawn from the market. The agreed sale is on hold.'],
    ['withdrawn', launched, { ...unsold, active: false }, 'Your property is withdrawn from the market.'],
  ])('%s', (_case, timeline, facts, words) => {
    expect(standing(timeline, facts)).toBe(words)
  })

  test('to the parties of a sale', () => {
    expect([
      standing(exchanged, { completionDate: '2026-11-27' }, 'party'),
      standing(completed, { completionDate: '2026-11-27' }, 'party'),
      standing(sold(), { active: false }, 'party'),
    ]).toEqual([
      'Contracts have been exchanged.',
      'The sale completed on Friday 27 November 2026.',
      'This sale is on hold. Hartwell Estates can tell you more.',
    ])
  })
})

describe('What is said of an open step', () => {
  const said = (timeline: Timeline, key: number, facts: Facts = {}) => {
    const { spoken: more = {}, ...sale } = facts
    const claim = stepClaims(spoken(timeline, more), now(timeline, sale)).find(({ step }) => step === key)
    return claim && stepSentence(claim)
  }
  const draft = stepKeys.DraftContractsIssued
  const byPerson = withStep(sold(), 'DraftContractsIssued', { wasAutoSetToInProgress: false })

  test('started by a rule: it is awaited, and never late', () => {
    expect(said(sold(), draft)).toBe('The draft contract is awaited.')
  })

  test('started by a person: it is under way, and late if its day has passed', () => {
    expect(said(byPerson, draft)).toBe('Your solicitor is preparing the draft contract. This is taking longer than expected.')
  })

  test('an exchange that is expected on another day is never late, nor is its expected day told by the step', () => {
    const started = withStep(withStates(sold(), { Exchanged: 'IP' }), 'Exchanged', { startedOn: '2025-11-01' })
    const words = 'The solicitors are preparing to exchange contracts. The sale becomes binding when they do.'
    expect(said(started, stepKeys.Exchanged)).toMatch(/longer than expected\.$/)
    for (const expectedExchange of ['2026-12-20', '2026-11-01'])
      expect(said(started, stepKeys.Exchanged, { expectedExchange })).toBe(words)
  })

  test('"Your solicitor" is said, and late, only if one is named', () => {
    expect(said(byPerson, draft, { spoken: { solicitors: { vendor: false, buyer: true } } })).toBe(
      'The draft contract is being prepared.',
    )
  })

  test('"both solicitors" is said only if both are named', () => {
    const memo = save(underOffer(), [set('MemoOfSaleSent', 'IP', { startedOn: '2025-11-01' })], {
      acceptedOn: '2025-10-20',
    }).timeline
    const started = withStep(memo, 'MemoOfSaleSent', { wasAutoSetToInProgress: false })
    expect(said(started, stepKeys.MemoOfSaleSent)).toBe('We are writing to both solicitors to confirm what was agreed.')
    expect(said(started, stepKeys.MemoOfSaleSent, { spoken: { solicitors: { vendor: true, buyer: false } } })).toBe(
      'The memorandum of sale is being prepared.',
    )
  })

  test('held up: nobody said that it had begun; chased only if a contact about it is recorded since then, and no step of the agency', () => {
    const held = save(underOffer(), [set('MemoOfSaleSent', 'B')], { acceptedOn: '2025-10-20' }).timeline
    const contract = saving(sold(), set('DraftContractsIssued', 'B', { blockedOn: '2025-11-05' })).timeline
    const words = 'We are waiting for the draft contract from your solicitor, but this is held up at the moment'
    const chased = (on: string) => ({ spoken: { chases: [draft, stepKeys.MemoOfSaleSent].map((step) => ({ step, on })) } })
    expect(said(held, stepKeys.MemoOfSaleSent, chased('2026-11-20'))).toBe('The memorandum of sale is held up at the moment.')
    for (const facts of [{}, chased('2025-11-04'), { spoken: { chases: [{ step: stepKeys.SearchesBack, on: '2026-11-20' }] } }])
      expect(said(contract, draft, facts)).toBe(`${words}.`)
    expect(said(contract, draft, chased('2026-11-15'))).toBe(`${words} and we are chasing it.`)
    // The last contact is a fortnight ago.
    expect(said(contract, draft, chased('2026-11-14'))).toBe(`${words}.`)
    const texts = [
      { text: 'All is well.', on: '2025-10-28' },
      { text: 'A page is missing.', on: '2025-10-29' },
      { text: 'The lease is missing', on: '2025-11-06' },
    ]
    const reasons = (count: number) => ({ spoken: { chases: [{ step: draft, on: null, said: texts.slice(0, count) }] } })
    // Shown a week before somebody marked the step as delayed, and of several the last.
    expect([1, 2, 3].map((count) => said(contract, draft, reasons(count)))).toEqual([
      `${words}.`,
      `${words}. A page is missing.`,
      `${words}. The lease is missing.`,
    ])
    expect(said(byPerson, draft, chased('2026-11-20'))).toMatch(/ longer than expected and we are chasing it\.$/)
  })

  test('a memorandum that cannot be sent names who is not entered', () => {
    const memo = save(underOffer(), [], { acceptedOn: '2025-10-20' }).timeline
    const started = withStep(memo, 'MemoOfSaleSent', { state: 'IP', wasAutoSetToInProgress: true })
    expect(said(started, stepKeys.MemoOfSaleSent, { spoken: { solicitors: { vendor: true, buyer: false } } })).toBe(
      'We will send the memorandum of sale as soon as we know who the buyer’s solicitor is.',
    )
  })

  test('of a survey whose day has passed nothing is told', () => {
    const booked = saving(sold(), addSurveyItem(stepKeys.Roof, survey('2026-11-12'))).timeline
    expect(said(booked, stepKeys.Roof)).toBe('')
  })

  test('nothing once the sale has passed it', () => {
    for (const facts of [{ active: false }, { hasAcceptedOffer: false }]) expect(said(byPerson, draft, facts)).toBeUndefined()
    expect(stepClaims(spoken(exchanged), now(exchanged, { completionDate: '2026-12-04' }))).toEqual([])
    expect(stepClaims(spoken(completed), now(completed, { completionDate: '2026-11-27' }))).toEqual([])
  })
})

const { MemoOfSaleSent, DraftContractsIssued, EnquiriesAnswered, SearchesAppliedFor, EnquiriesRaised, ReportedToBuyer } = stepKeys
/** Steps that the vendor's and the buyer's solicitor do. */
const vendors: number[] = [MemoOfSaleSent, DraftContractsIssued, EnquiriesAnswered]
const buyers: number[] = [MemoOfSaleSent, SearchesAppliedFor, EnquiriesRaised, ReportedToBuyer]

/** Whether a claim holds, by states, dates and contacts alone. */
function holds(claim: StepClaim, { timeline, solicitors, today: on }: SpokenFacts): boolean {
  const step = timeline.find(({ key }) => key === claim.step)
  if (!step || (step.state !== 'IP' && step.state !== 'B')) return false
  switch (claim.is) {
    case 'under-way':
      return (
        !step.wasAutoSetToInProgress &&
        !(
          claim.isNamed &&
          ((vendors.includes(step.key) && !solicitors.vendor) || (buyers.includes(step.key) && !solicitors.buyer))
        )
      )
    case 'waiting-for':
      return true
    case 'held-up':
      return step.state === 'B' && !claim.chased
    case 'late':
      return !claim.chased && step.type !== 'PS' && !step.wasAutoSetToInProgress
    case 'report-awaited':
      return step.survey?.awaitingReports === true
    case 'survey-passed':
      return step.survey?.date === claim.on && claim.on < on
  }
}

type RawSale = { active: boolean; hasAcceptedOffer: boolean; completionDate: string | null }

/** Whether the sentence about the whole sale holds, by states, dates, viewings and offers alone. */
function standingHolds(claim: StandingClaim | null, { timeline, viewings, fellOffOn, today: on }: SpokenFacts, sale: RawSale) {
  const isDone = (key: number) => timeline.some((step) => step.key === key && step.state === 'C')
  const [launchedNow, hasExchanged, hasCompleted] = [stepKeys.PropertyLaunched, stepKeys.Exchanged, stepKeys.Completed].map(
    isDone,
  )
  const onMarket = sale.active && !sale.hasAcceptedOffer && !hasExchanged && !hasCompleted
  const isMoving = sale.active && hasExchanged && !hasCompleted
  switch (claim?.is) {
    case undefined:
      return sale.active && sale.hasAcceptedOffer && !hasExchanged && !hasCompleted
    case 'preparing':
      return onMarket && !launchedNow
    case 'on-market':
      return onMarket && launchedNow && viewings === 0
    case 'counted':
      return onMarket && launchedNow && claim.viewings === viewings && viewings > 0
    case 'fell-through':
      return onMarket && launchedNow && fellOffOn !== null && (Date.parse(on) - Date.parse(fellOffOn)) / 86_400_000 <= 90
    case 'withdrawn':
      return !sale.active && !sale.hasAcceptedOffer
    case 'paused':
      return !sale.active && sale.hasAcceptedOffer
    case 'exchanged':
      return isMoving && (sale.completionDate === null || sale.completionDate < on)
    case 'today':
      return isMoving && sale.completionDate === on
    case 'planned':
      return isMoving && claim.on === sale.completionDate && claim.on > on
    case 'completed':
      return sale.active && hasCompleted
    case 'ended': {
      const day = timeline.find(({ key }) => key === stepKeys.Completed)?.completedOn ?? sale.completionDate
      return sale.active && hasCompleted && claim.on === day
    }
  }
}

test('for any history and day: the sentence about the whole sale holds, and nothing is asked, late or next of a sale that has moved on', () => {
  const day = fc.constantFrom('2025-10-10', '2025-11-20', '2026-08-29', today, '2026-12-24')
  const raw = fc.record({ active: fc.boolean(), hasAcceptedOffer: fc.boolean(), completionDate: fc.option(day) })
  const told = fc.record({ viewings: fc.nat(2), fellOffOn: fc.option(day) })
  const moved = ['NS', 'IP', 'C'] as const
  const history = fc
    .tuple(anySituation, fc.constantFrom(...moved), fc.constantFrom(...moved))
    .map(([{ timeline }, first, last]) => withStates(timeline, { Exchanged: first, Completed: last }))
  fc.assert(
    fc.property(history, raw, told, (timeline, facts, more) => {
      const sale = saleNow({ ...facts, timeline, expectedExchange: null, expectedCompletion: null }, today)
      expect([sale.standing, standingHolds(standingClaim(spoken(timeline, more), sale), spoken(timeline, more), facts)]).toEqual([
        sale.standing,
        true,
      ])
      const asked = [...sale.open, ...sale.late, ...(sale.next ? [sale.next] : [])].map(({ key }) => key)
      if (sale.standing === 'completed' || sale.standing === 'stopped' || !facts.active) expect(asked).toEqual([])
      if (sale.standing === 'exchanged') expect(asked.filter((key) => key !== stepKeys.Completed)).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('for any history: each claim about a step holds, and none is made unless a sale is agreed or not yet made', () => {
  fc.assert(
    fc.property(
      anySituation,
      fc.boolean(),
      fc.boolean(),
      fc.record({ vendor: fc.boolean(), buyer: fc.boolean() }),
      ({ timeline }, active, hasAcceptedOffer, solicitors) => {
        const facts = spoken(timeline, { solicitors })
        const sale = saleNow(
          { active, hasAcceptedOffer, timeline, completionDate: '2026-11-20', expectedExchange: null, expectedCompletion: null },
          today,
        )
        const claims = stepClaims(facts, sale)
        expect(claims.filter((claim) => !holds(claim, facts))).toEqual([])
        if (sale.standing !== 'none' && sale.standing !== 'agreed') expect(claims).toEqual([])
        if (sale.standing !== 'agreed') expect(claims.filter(({ is }) => is === 'late')).toEqual([])
        expect(standingClaim(facts, sale) === null).toBe(sale.standing === 'agreed')
        for (const claim of claims) expect(stepSentence(claim)).not.toMatch(/undefined|null|NaN/)
      },
    ),
  )
})

test('docs/sentences-of-a-sale.md lists every sentence', () => {
  const text = sentencesDocument()
  expect(text).not.toMatch(/undefined|null|NaN/)
  expect(readFileSync(join(import.meta.dirname, '../../../docs/sentences-of-a-sale.md'), 'utf8')).toBe(text)
})
