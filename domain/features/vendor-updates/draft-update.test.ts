import { expect, test } from 'vitest'
import { saleNow } from '../sale-now/sale-now.ts'
import { stepClausesOf } from '../sale-now/step-clauses.ts'
import { stepDefinitions, stepKeys } from '../timeline/step-definitions.ts'
import { saving, set, sold, survey, templateWithout } from '../timeline/testing/timelines.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import { notifiedSteps, type StepChange } from '../vendor-portal/vendor-portal.rules.ts'
import { draftUpdate, happenedSentences, type UpdateFacts } from './draft-update.ts'

const mortgageSteps = [
  'MortgageAppSubmitted',
  'MortgageValuationBooked',
  'MortgageValuationCompleted',
  'MortgageApproved',
] as const
const cashSale = sold(templateWithout(...mortgageSteps, 'NotHavingSurvey'))

/** The searches were applied for on 16 October. */
const searching = saving(
  cashSale,
  set('DraftContractsIssued', 'C', { completedOn: '2025-10-14' }),
  set('SearchesAppliedFor', 'C', { completedOn: '2025-10-16' }),
).timeline
const searchesBack = saving(searching, set('SearchesBack', 'C', { completedOn: '2025-11-01' })).timeline

const change = (name: keyof typeof stepKeys, from: string | null, to: string | null): StepChange => ({
  key: stepKeys[name],
  from,
  to,
})

const facts = (
  timeline: Timeline,
  { today = '2025-11-05', completionDate = null, ...more }: Partial<UpdateFacts> & { completionDate?: string | null } = {},
): UpdateFacts => ({
  since: '2025-10-29',
  today,
  phase: 'sold',
  sale: saleNow(
    { active: true, hasAcceptedOffer: true, timeline, completionDate, expectedExchange: null, expectedCompletion: null },
    today,
  ),
  spoken: { timeline, viewings: 0, fellOffOn: null, solicitors: { vendor: true, buyer: true }, today },
  timeline,
  expected: null,
  stepChanges: [],
  shown: [],
  viewings: 0,
  offers: 0,
  bookedViewings: 0,
  ...more,
})

const searchesCameBack = [change('SearchesBack', 'IP', 'C'), change('EnquiriesRaised', 'NS', 'IP')]

test('the example of the document: searches back, enquiries raised by rule, a conversation that was shown', () => {
  const shown = ['We spoke to your buyer’s solicitor on 05/11/2025.']
  expect(draftUpdate(facts(searchesBack, { stepChanges: searchesCameBack, shown }))).toBe(
    'Searches: done on 1 November. Next, the buyer’s solicitor raises questions. We spoke to your buyer’s solicitor on ' +
      '05/11/2025. Next: your solicitor answers the enquiries.',
  )
})

test('"Nothing has moved since 29 October. We are waiting for the searches, which the buyer’s solicitor applied for on 16 October."', () => {
  expect(draftUpdate(facts(searching))).toBe(
    'Nothing has moved since 29 October. We are waiting for the searches, which the buyer’s solicitor applied for on 16 October.',
  )
})

test('"your solicitor" is said only if one is entered', () => {
  const waiting = (vendor: boolean) => {
    const of = facts(sold())
    return draftUpdate({ ...of, spoken: { ...of.spoken, solicitors: { vendor, buyer: true } } })
  }
  expect(waiting(true)).toContain('for the draft contract from your solicitor')
  expect(waiting(false)).toContain('for the draft contract')
  expect(waiting(false)).not.toContain('your solicitor')
})

test('a step started by a rule: says what it is waiting for, not that somebody has begun', () => {
  const applied = { key: stepKeys.MortgageAppSubmitted, from: 'NS', to: 'IP' }
  const byRule = saving(sold()).timeline
  expect(happenedSentences(facts(byRule, { stepChanges: [applied] }))).toEqual([
    'We are waiting for the buyer’s mortgage application.',
  ])
  const entered = saving(sold(), set('MortgageAppSubmitted', 'IP', { startedOn: '2025-11-01' })).timeline
  expect(happenedSentences(facts(entered, { stepChanges: [applied] }))).toEqual(['The buyer is applying for their mortgage.'])
})

test('a restored sale: one sentence, without its earlier steps', () => {
  const restored = [...searchesCameBack, change('SaleAgreed', 'IP', 'C')].map((one) => ({ ...one, because: 'sale-restored' }))
  expect(happenedSentences(facts(searching, { stepChanges: restored }))).toEqual([
    'The sale that had fallen through goes on, with the earlier buyer.',
  ])
})

test('"Steps taken back within the time leave no sentence"', () => {
  const takenBack = [...searchesCameBack, change('SearchesBack', 'C', 'IP'), change('EnquiriesRaised', 'IP', 'NS')]
  expect(draftUpdate(facts(searching, { stepChanges: takenBack }))).toBe(draftUpdate(facts(searching)))
})

test('a corrected date adds no sentence; a step completed twice is mentioned once, with its current day', () => {
  const corrected = [change('SearchesAppliedFor', 'C', 'C')]
  expect(draftUpdate(facts(searching, { stepChanges: corrected }))).toContain('Nothing has moved')
  const twice = [change('SearchesBack', 'IP', 'C'), change('SearchesBack', 'C', 'IP'), change('SearchesBack', 'IP', 'C')]
  expect(happenedSentences(facts(searchesBack, { stepChanges: twice }))).toEqual(['Searches: done on 1 November.'])
})

test('mentions other steps in progress and what they are waiting for', () => {
  const withMortgage = saving(
    sold(),
    set('DraftContractsIssued', 'C', { completedOn: '2025-10-14' }),
    set('SearchesAppliedFor', 'C', { completedOn: '2025-10-16' }),
  ).timeline
  expect(draftUpdate(facts(withMortgage))).toBe(
    'Nothing has moved since 29 October. We are waiting for the searches, which the buyer’s solicitor applied for on ' +
      '16 October, and for the buyer’s mortgage application.',
  )
})

test('mentions a blocked step, and the day of a survey', () => {
  const heldUp = saving(searching, set('SearchesBack', 'B')).timeline
  expect(draftUpdate(facts(heldUp))).toContain(
    'The council and other search providers are preparing the search results. It is held up at the moment, and we are chasing it.',
  )
  const booked = saving(cashSale, set('HomeBuyersSurvey', 'IP', { survey: survey('2025-11-10') })).timeline
  expect(happenedSentences(facts(booked, { stepChanges: [change('HomeBuyersSurvey', null, 'IP')] }))).toEqual([
    'Home buyers survey: booked for 10 November.',
  ])
  expect(draftUpdate(facts(booked))).toContain('the home buyers survey on 10 November')
  expect(draftUpdate(facts(booked, { today: '2025-11-12' }))).toContain(
    'A survey was booked for 10 November. We are checking that it took place.',
  )
  const surveyed = saving(
    cashSale,
    set('HomeBuyersSurvey', 'IP', { survey: survey('2025-11-10', { awaitingReports: true }) }),
  ).timeline
  expect(draftUpdate(facts(surveyed, { today: '2025-11-12' }))).toContain('the report of the home buyers survey of 10 November')
})

test('mentions only shared expected days and the agreed completion date', () => {
  const expected = { exchange: '2025-11-28', completion: null }
  expect(draftUpdate(facts(searching, { expected }))).toContain('We are working towards exchange around 28 November 2025.')
  expect(draftUpdate(facts(searching, { completionDate: '2025-12-12' }))).toContain('Completion is planned for 12 December 2025.')
  expect(draftUpdate(facts(searching, { completionDate: '2025-11-04' }))).not.toContain('planned')
  expect(draftUpdate(facts(searching))).not.toMatch(/working towards|Completion is planned/)
})

test('for sale: mentions the number of viewings and offers, without amounts', () => {
  const market = facts(searching, { phase: 'forSale', viewings: 3, offers: 1, bookedViewings: 2 })
  expect(draftUpdate(market)).toBe(
    'There have been 3 viewings and 1 offer since 29 October. 2 viewings are booked. We are looking for an offer that you are happy to accept.',
  )
  expect(draftUpdate(facts(searching, { phase: 'forSale' }))).toBe(
    'There have been no viewings and no offers since 29 October. We are looking for an offer that you are happy to accept.',
  )
})

test('a day of another year is written with its year', () => {
  const old = facts(searching, { since: '2024-12-30', today: '2025-01-06' })
  expect(draftUpdate(old)).toContain('Nothing has moved since 30 December 2024.')
})

test('every step shown to vendors has texts', () => {
  const without = stepDefinitions.filter(({ key }) => notifiedSteps.includes(key) && stepClausesOf(key) === undefined)
  expect(without).toEqual([])
})
