import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { saleNow } from '../sale-now/sale-now.ts'
import { stepClausesOf } from '../sale-now/step-clauses.ts'
import { findStep, type StepName, stepDefinitions, stepKeys } from '../timeline/step-definitions.ts'
import { anySituation } from '../timeline/testing/arbitraries.ts'
import {
  save,
  saving,
  set,
  sold,
  survey,
  templateWithout,
  underOffer,
  withStates,
  withStep,
} from '../timeline/testing/timelines.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import { notifiedSteps, type StepChange } from '../vendor-portal/vendor-portal.rules.ts'
import { isNoShow } from '../viewings/viewings.rules.ts'
import { draftUpdate, happenedSentences, letterPrompts, type UpdateFacts } from './draft-update.ts'

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
  hasNewDays: false,
  viewings: 0,
  offers: 0,
  bookedViewings: [],
  ...more,
})

const searchesCameBack = [change('SearchesBack', 'IP', 'C'), change('EnquiriesRaised', 'NS', 'IP')]

test('the example of the document: searches back, enquiries raised by rule, a conversation that was shown', () => {
  const shown = ['We spoke to your buyer’s solicitor on 05/11/2025.']
  expect(draftUpdate(facts(searchesBack, { stepChanges: searchesCameBack, shown }))).toBe(
    'The searches came back on 1 November. We spoke to your buyer’s solicitor on 05/11/2025.\n\nWe are now waiting for the ' +
      'buyer’s solicitor to raise enquiries. Then your solicitor answers the enquiries.',
  )
})

test('"Nothing has changed since 29 October. We are still waiting for the searches, which the buyer’s solicitor applied for on 16 October."', () => {
  expect(draftUpdate(facts(searching))).toBe(
    'Nothing has changed since 29 October. We are still waiting for the searches, which the buyer’s solicitor applied for on 16 October.',
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
  expect(happenedSentences(facts(byRule, { stepChanges: [applied] }))).toEqual([])
  expect(draftUpdate(facts(byRule, { stepChanges: [applied] }))).toContain('for the buyer’s mortgage application')
  const entered = saving(sold(), set('MortgageAppSubmitted', 'IP', { startedOn: '2025-11-01' })).timeline
  expect(happenedSentences(facts(entered, { stepChanges: [applied] }))).toEqual(['The buyer is now applying for their mortgage.'])
})

test('a restored sale: one sentence, without its earlier steps', () => {
  const restored = [...searchesCameBack, change('SaleAgreed', 'IP', 'C')].map((one) => ({ ...one, because: 'sale-restored' }))
  expect(happenedSentences(facts(searching, { stepChanges: restored }))).toEqual([
    'The sale that had fallen through is going ahead after all, with the same buyer.',
  ])
})

test('"Steps taken back within the time leave no sentence"', () => {
  const takenBack = [...searchesCameBack, change('SearchesBack', 'C', 'IP'), change('EnquiriesRaised', 'IP', 'NS')]
  expect(draftUpdate(facts(searching, { stepChanges: takenBack }))).toBe(draftUpdate(facts(searching)))
})

test('a corrected date adds no sentence; a step completed twice is mentioned once, with its current day', () => {
  const corrected = [change('SearchesAppliedFor', 'C', 'C')]
  expect(draftUpdate(facts(searching, { stepChanges: corrected }))).toContain('Nothing has changed')
  const twice = [change('SearchesBack', 'IP', 'C'), change('SearchesBack', 'C', 'IP'), change('SearchesBack', 'IP', 'C')]
  expect(happenedSentences(facts(searchesBack, { stepChanges: twice }))).toEqual(['The searches came back on 1 November.'])
})

test('mentions other steps in progress and what they are waiting for', () => {
  const withMortgage = saving(
    sold(),
    set('DraftContractsIssued', 'C', { completedOn: '2025-10-14' }),
    set('SearchesAppliedFor', 'C', { completedOn: '2025-10-16' }),
  ).timeline
  expect(draftUpdate(facts(withMortgage))).toBe(
    'Nothing has changed since 29 October. We are still waiting for the searches, which the buyer’s solicitor applied for on ' +
      '16 October; and for the buyer’s mortgage application.',
  )
})

test('mentions a blocked step, and the day of a survey', () => {
  const heldUp = saving(searching, set('SearchesBack', 'B')).timeline
  expect(draftUpdate(facts(heldUp))).toContain(
    'We are still waiting for the searches, which the buyer’s solicitor applied for on 16 October. This is still held up.',
  )
  const booked = saving(cashSale, set('HomeBuyersSurvey', 'IP', { survey: survey('2025-11-10') })).timeline
  expect(happenedSentences(facts(booked, { stepChanges: [change('HomeBuyersSurvey', null, 'IP')] }))).toEqual([
    'The buyer’s survey is booked for Monday 10 November.',
    'We will agree access with you.',
  ])
  expect(draftUpdate(facts(booked))).toContain('the buyer’s survey on Monday 10 November')
  const passed = facts(booked, { today: '2025-11-12' })
  expect(draftUpdate(passed)).not.toMatch(/survey|Nothing has changed/)
  expect(letterPrompts(passed)).toEqual([
    expect.stringMatching(/^Late/),
    expect.stringMatching(/^The buyer’s survey was booked for 10 November. Find out/),
  ])
  const surveyed = saving(
    cashSale,
    set('HomeBuyersSurvey', 'IP', { survey: survey('2025-11-10', { awaitingReports: true }) }),
  ).timeline
  const reported = facts(surveyed, { today: '2025-11-12', stepChanges: [change('HomeBuyersSurvey', 'IP', 'IP')] })
  expect(draftUpdate(reported)).toMatch(/^The buyer’s survey took place on 10 November\..* for the report of the buyer’s survey/s)
})

test('mentions only shared expected days and the agreed completion date', () => {
  const expected = { exchange: '2025-11-28', completion: null }
  expect(draftUpdate(facts(searching, { expected }))).toContain('We are working towards exchange around 28 November.')
  const sentBefore = ['We are now working towards exchange around 21 November and completion around 5 December.']
  const moved = { exchange: '2025-11-28', completion: '2025-12-05' }
  expect(draftUpdate(facts(searching, { expected: moved, hasNewDays: true, sentBefore }))).toContain(
    'We are now working towards exchange around 28 November instead of 21 November and completion around 5 December.',
  )
  expect(draftUpdate(facts(searching, { completionDate: '2025-12-12' }))).toContain(
    'Completion is planned for Friday 12 December.',
  )
  const missed = facts(searching, { completionDate: '2025-11-04' })
  expect([draftUpdate(missed), ...letterPrompts(missed)]).toEqual([
    '',
    expect.stringMatching(/^Completion was planned for Tuesday 4 November, and contracts are not recorded as exchanged/),
  ])
  expect(draftUpdate(facts(searching))).not.toMatch(/working towards|Completion is planned/)
})

test('a day that was agreed since is a change', () => {
  const agreed = facts(searching, { completionDate: '2025-12-12', hasNewDays: true })
  expect(draftUpdate(agreed)).toBe(
    'We are still waiting for the searches, which the buyer’s solicitor applied for on 16 October. Completion is planned for Friday 12 December.',
  )
  expect(draftUpdate({ ...agreed, completionBefore: '2025-12-05' })).toContain('for Friday 12 December instead of 5 December.')
})

test('for sale: mentions the number of viewings and offers, without amounts', () => {
  const market = facts(searching, { phase: 'forSale', viewings: 3, offers: 1, bookedViewings: ['2025-12-03', '2025-12-01'] })
  expect(draftUpdate(market)).toBe(
    'There have been three viewings and one offer since 29 October. Two viewings are booked, on 1 and 3 December.',
  )
  expect(draftUpdate(facts(searching, { phase: 'forSale' }))).toBe('There have been no viewings and no offers since 29 October.')
})

test('a day of another year is written with its year', () => {
  const old = facts(searching, { since: '2024-12-30', today: '2025-01-06' })
  expect(draftUpdate(old)).toContain('Nothing has changed since 30 December 2024.')
})

test('every step shown to vendors has texts', () => {
  const without = stepDefinitions.filter(({ key }) => notifiedSteps.includes(key) && stepClausesOf(key) === undefined)
  expect(without).toEqual([])
})

describe('letters', () => {
  const done = (timeline: Timeline, days: Partial<Record<StepName, string>>): Timeline =>
    Object.entries(days).reduce(
      (current, [name, completedOn]) => saving(current, set(name as StepName, 'C', { completedOn })).timeline,
      timeline,
    )
  const completedNews = (...names: StepName[]) => names.map((name) => change(name, 'IP', 'C'))
  const started = (...names: StepName[]) => names.map((name) => change(name, 'NS', 'IP'))
  const toSearches = { DraftContractsIssued: '2025-09-25', SearchesAppliedFor: '2025-10-16' } as const
  const valued = { MortgageAppSubmitted: '2025-09-16', MortgageValuationBooked: '2025-09-18' } as const
  const toEnquiries = { ...toSearches, SearchesBack: '2025-10-20', EnquiriesRaised: '2025-10-30' } as const
  const mortgage = { ...valued, MortgageValuationCompleted: '2025-09-29', MortgageApproved: '2025-10-13' } as const
  const legal = { ...toEnquiries, EnquiriesAnswered: '2025-10-31' } as const
  const reported = { ...mortgage, ...legal, ReportedToBuyer: '2025-11-04' } as const
  const signed = { ...reported, DocumentsAndDepositsReceived: '2025-11-04' } as const
  const memoOn = (day: string) =>
    save(underOffer(), [set('MemoOfSaleSent', 'C', { completedOn: day })], { acceptedOn: '2025-10-20' }).timeline
  const forms =
    'If your solicitor has sent you forms, please return them as soon as you can: the draft contract cannot go out without them.'
  const nothing = 'Nothing has changed since 29 October.'
  const toAnswers = 'your solicitor’s answers to the enquiries, which were raised on 30 October'
  const held = withStep(done(sold(), { ...valued, ...toEnquiries }), 'EnquiriesAnswered', {
    state: 'B',
    wasAutoSetToInProgress: false,
  })
  const searchingWithMortgage = done(sold(), { ...valued, ...toSearches })
  const exchanged = withStep(withStates(done(sold(), signed), { Exchanged: 'C' }), 'Exchanged', { completedOn: '2025-11-04' })

  test.each<[string, Timeline, Parameters<typeof facts>[1], string]>([
    [
      'whole sale, first update at exchange',
      exchanged,
      { stepChanges: completedNews(...(Object.keys(signed) as StepName[]), 'Exchanged'), completionDate: '2025-11-14' },
      'Contracts were exchanged on 4 November, so the sale is binding. Completion is on Friday 14 November.',
    ],
    [
      'first week',
      memoOn('2025-11-03'),
      { stepChanges: [...completedNews('MemoOfSaleSent'), ...started('DraftContractsIssued', 'MortgageAppSubmitted')] },
      `The memorandum of sale went out on 3 November. ¶ We are now waiting for the draft contract from your solicitor and for the buyer’s mortgage application. Then the buyer’s solicitor applies for the searches. ${forms}`,
    ],
    [
      'memorandum and mortgage application',
      done(memoOn('2025-10-30'), { MortgageAppSubmitted: '2025-11-03' }),
      {
        stepChanges: [
          ...completedNews('MemoOfSaleSent', 'MortgageAppSubmitted'),
          ...started('DraftContractsIssued', 'MortgageValuationBooked'),
        ],
      },
      `The memorandum of sale went out on 30 October. The buyer applied for their mortgage on 3 November. ¶ We are now waiting for the draft contract from your solicitor and for the lender to book the valuation. Then the buyer’s solicitor applies for the searches. ${forms}`,
    ],
    [
      'draft contract',
      done(sold(), { DraftContractsIssued: '2025-11-04' }),
      { stepChanges: [...completedNews('DraftContractsIssued'), ...started('SearchesAppliedFor')] },
      'The draft contract was issued on 4 November. We are now waiting for the buyer’s solicitor to apply for the searches. We are still waiting for the buyer’s mortgage application.',
    ],
    [
      'searches applied for, valuation booked',
      done(sold(), { ...toSearches, SearchesAppliedFor: '2025-11-01', ...valued, MortgageValuationBooked: '2025-11-01' }),
      {
        stepChanges: [
          ...completedNews('SearchesAppliedFor', 'MortgageValuationBooked'),
          ...started('SearchesBack', 'MortgageValuationCompleted'),
        ],
      },
      'The lender has booked its valuation. The searches were applied for on 1 November. ¶ We are now waiting for the searches and for the lender’s valuation. Then the buyer’s solicitor raises enquiries.',
    ],
    [
      'nothing happened, searches out',
      searchingWithMortgage,
      {},
      `${nothing} We are still waiting for the searches, which the buyer’s solicitor applied for on 16 October; and for the lender’s valuation.`,
    ],
    [
      'searches back, enquiries by rule, call shown',
      done(searchingWithMortgage, { SearchesBack: '2025-11-01' }),
      { stepChanges: searchesCameBack, shown: ['We spoke to your buyer’s solicitor on 05/11/2025.'] },
      'The searches came back on 1 November. We spoke to your buyer’s solicitor on 05/11/2025. ¶ We are now waiting for the buyer’s solicitor to raise enquiries. We are still waiting for the lender’s valuation.',
    ],
    [
      'mortgage approved',
      done(sold(), { ...toSearches, ...mortgage, MortgageApproved: '2025-11-04' }),
      { stepChanges: completedNews('MortgageApproved') },
      'The buyer’s mortgage was approved on 4 November. We are still waiting for the searches, which the buyer’s solicitor applied for on 16 October. Then the buyer’s solicitor raises enquiries.',
    ],
    [
      'whole financial track in one period',
      done(sold(), { ...toSearches, ...mortgage, MortgageApproved: '2025-11-05' }),
      { stepChanges: completedNews(...(Object.keys(mortgage) as StepName[])) },
      'The buyer’s mortgage was approved on 5 November. We are still waiting for the searches, which the buyer’s solicitor applied for on 16 October. Then the buyer’s solicitor raises enquiries.',
    ],
    [
      'enquiries raised and answered',
      done(sold(), { ...legal, ...valued, EnquiriesAnswered: '2025-11-04' }),
      { stepChanges: completedNews('EnquiriesRaised', 'EnquiriesAnswered') },
      'The enquiries were answered on 4 November. We are still waiting for the lender’s valuation. Then the lender decides on the buyer’s mortgage.',
    ],
    [
      'a step delayed',
      held,
      { stepChanges: [change('EnquiriesAnswered', 'IP', 'B')] },
      `We are waiting for ${toAnswers}, but this is held up at the moment. We are still waiting for the lender’s valuation. Then the lender decides on the buyer’s mortgage.`,
    ],
    [
      'nothing happened, one step delayed before',
      held,
      {},
      `${nothing} We are still waiting for ${toAnswers}. This is still held up. We are still waiting for the lender’s valuation.`,
    ],
    [
      'expected days shared',
      done(sold(), reported),
      {
        stepChanges: [...completedNews('ReportedToBuyer'), ...started('DocumentsAndDepositsReceived')],
        expected: { exchange: '2025-11-28', completion: '2025-12-12' },
      },
      'The buyer’s solicitor reported to the buyer on 4 November. ¶ We are now waiting for the signed contract and the buyer’s deposit. Then the solicitors exchange contracts. We are working towards exchange around 28 November and completion around 12 December.',
    ],
    [
      'ready to exchange',
      done(sold(), signed),
      {
        stepChanges: [...completedNews('DocumentsAndDepositsReceived'), ...started('Exchanged')],
        expected: { exchange: '2025-11-14', completion: null },
      },
      'The signed documents and the buyer’s deposit came in on 4 November. We are now waiting for the solicitors to exchange contracts. We are working towards exchange around 14 November.',
    ],
    [
      'exchanged earlier, nothing since',
      exchanged,
      { completionDate: '2025-11-21' },
      `${nothing} Completion is on Friday 21 November.`,
    ],
    [
      'cash buyer, searches applied for',
      done(cashSale, { ...toSearches, SearchesAppliedFor: '2025-10-31' }),
      { stepChanges: [...completedNews('SearchesAppliedFor'), ...started('SearchesBack')] },
      'The searches were applied for on 31 October. We are now waiting for the searches. Then the buyer’s solicitor raises enquiries.',
    ],
    [
      'for sale, viewings and an offer',
      underOffer(),
      { phase: 'forSale', viewings: 4, offers: 1, bookedViewings: ['2025-12-03', '2025-12-01'] },
      'There have been four viewings and one offer since 29 October. Two viewings are booked, on 1 and 3 December.',
    ],
    ['for sale, nothing', underOffer(), { phase: 'forSale' }, 'There have been no viewings and no offers since 29 October.'],
    [
      'fallen through, back on the market',
      underOffer(),
      { phase: 'forSale', stepChanges: [{ ...change('SaleAgreed', 'C', 'IP'), because: 'fall-off' }], viewings: 2 },
      'We are sorry that the agreed sale has fallen through. Your property is on the market again. There have been two viewings since then.',
    ],
    [
      'restored',
      searchingWithMortgage,
      { stepChanges: [{ ...change('SaleAgreed', 'IP', 'C'), because: 'sale-restored' }] },
      'The sale that had fallen through is going ahead after all, with the same buyer. We are still waiting for the searches, which the buyer’s solicitor applied for on 16 October; and for the lender’s valuation.',
    ],
    ['completion day is today', exchanged, { completionDate: '2025-11-05' }, 'Completion is today.'],
    [
      'completion day moved',
      exchanged,
      { completionDate: '2025-11-14', completionBefore: '2025-11-07', hasNewDays: true },
      'Completion is now on Friday 14 November instead of 7 November.',
    ],
    [
      'survey ticked days after it took place, lower price agreed',
      saving(
        saving(searching, set('HomeBuyersSurvey', 'IP', { survey: survey('2025-10-30') })).timeline,
        set('HomeBuyersSurvey', 'C', { completedOn: '2025-11-04' }),
      ).timeline,
      { stepChanges: completedNews('HomeBuyersSurvey'), newPrice: { amount: 41_250_000, before: 42_000_000, on: '2025-11-04' } },
      'The buyer’s survey took place on 30 October. You agreed a new price of £412,500 on 4 November (before: £420,000). ¶ We are still waiting for the searches, which the buyer’s solicitor applied for on 16 October. Then the buyer’s solicitor raises enquiries.',
    ],
    [
      'a hold-up that is over',
      withStep(searching, 'SearchesBack', { wasAutoSetToInProgress: false }),
      { stepChanges: [change('SearchesBack', 'B', 'IP')] },
      'The hold-up with the searches is over. We are still waiting for the searches, which the buyer’s solicitor applied for on 16 October. Then the buyer’s solicitor raises enquiries.',
    ],
    [
      'open again',
      withStep(searching, 'SearchesBack', { wasAutoSetToInProgress: false }),
      { stepChanges: [change('SearchesBack', 'C', 'IP')] },
      'We are waiting again for the searches. Then the buyer’s solicitor raises enquiries.',
    ],
    [
      'fallen through, and sold again',
      memoOn('2025-11-03'),
      {
        stepChanges: [{ ...change('SaleAgreed', 'C', 'IP'), because: 'fall-off' }, change('SaleAgreed', 'IP', 'C')],
        spoken: { ...facts(sold()).spoken, solicitors: { vendor: false, buyer: true } },
      },
      'We are sorry that the agreed sale has fallen through. You accepted another offer on 20 October. ¶ We are still waiting for the draft contract and for the buyer’s mortgage application. Then the buyer’s solicitor applies for the searches. Please tell us who your solicitor is.',
    ],
  ])('%s', (_case, timeline, more, letter) => {
    expect(draftUpdate(facts(timeline, more)).replace('\n\n', ' ¶ ')).toBe(letter)
  })
})

test('no letter where the record is behind, or for the third time that a step is held up', () => {
  const exchanged = withStates(searching, { Exchanged: 'C' })
  const over = facts(exchanged, { completionDate: '2025-11-04' })
  expect([draftUpdate(over), ...letterPrompts(over)]).toEqual([
    '',
    expect.stringMatching(/^Completion was planned for Tuesday 4 November, and nobody has recorded it/),
  ])
  const held = facts(saving(searching, set('SearchesBack', 'B')).timeline)
  const letter = draftUpdate(held)
  expect(letterPrompts(held)).toEqual([expect.stringMatching(/^Searches: delayed\. Say why/)])
  const first = 'We are waiting for the searches, but this is held up at the moment and we are chasing it. The council is behind.'
  expect(draftUpdate({ ...held, sentBefore: [letter] })).toBe(letter)
  for (const sentBefore of [
    [letter, letter],
    [letter, first],
  ]) {
    expect(draftUpdate({ ...held, sentBefore })).toBe('')
    expect(letterPrompts({ ...held, sentBefore })).toEqual([expect.stringContaining('Ring the vendor')])
  }
  expect(draftUpdate({ ...held, sentBefore: [letter, 'The council is behind. We ring it every week.'] })).toBe(letter)
  expect(draftUpdate({ ...held, sentBefore: [letter, letter], shown: ['They are back.'] })).toMatch(/^They are back\./)
})

test('a day that an import only assumed is not told', () => {
  const because = { kind: 'imported', steps: [], on: '2025-11-02', assumed: true } as const
  const assumed = withStep(searchesBack, 'SearchesBack', { because })
  expect(draftUpdate(facts(assumed, { stepChanges: searchesCameBack }))).toMatch(/^The searches came back\. /)
  const applied = withStep(searching, 'SearchesAppliedFor', { because })
  expect(draftUpdate(facts(applied))).toBe('Nothing has changed since 29 October. We are still waiting for the searches.')
})

test('forms are not asked for again after a fall-off; exchange and completion on one day are said once', () => {
  const memo = save(underOffer(), [set('MemoOfSaleSent', 'C', { completedOn: '2025-11-03' })], { acceptedOn: '2025-10-20' })
  const first = facts(memo.timeline, { stepChanges: [change('MemoOfSaleSent', 'IP', 'C')] })
  expect(draftUpdate(first)).toContain('sent you forms')
  expect(draftUpdate({ ...first, spoken: { ...first.spoken, fellOffOn: '2025-10-01' } })).not.toContain('forms')
  expect(draftUpdate(facts(searching, { expected: { exchange: '2025-12-12', completion: '2025-12-12' } }))).toContain(
    'working towards exchange and completion on one day, around 12 December',
  )
})

test('asks about late steps that nobody has rung or written about', () => {
  const issuing = saving(sold(), set('DraftContractsIssued', 'IP', { startedOn: '2025-10-01' })).timeline
  const late = facts(withStep(issuing, 'DraftContractsIssued', { dueOn: '2025-10-20' }))
  expect(letterPrompts(late)).toEqual([
    'Late, and no call or e-mail about them in the last fortnight: Draft contract and Mortgage application. Ask before you write.',
  ])
  const chases = [{ step: stepKeys.DraftContractsIssued, on: '2025-11-03' }]
  expect(letterPrompts({ ...late, spoken: { ...late.spoken, chases } })).toEqual([
    'Late, and no call or e-mail about it in the last fortnight: Mortgage application. Ask before you write.',
  ])
})

describe('why a step is held up', () => {
  const behind = { text: 'The council is six weeks behind.', on: '2025-11-03' }
  const agent = { text: 'It answers on Monday.', on: '2025-11-05' }
  const blocked = saving(searching, set('SearchesBack', 'B', { blockedOn: '2025-11-03' })).timeline
  const told = (timeline: Timeline, said: (typeof behind)[], keys = [stepKeys.SearchesBack], more: Partial<UpdateFacts> = {}) => {
    const of = facts(timeline, { shown: [...new Set(said.map(({ text }) => text))], ...more })
    const chases = keys.map((step) => ({ step, on: said.at(-1)?.on ?? null, said }))
    return { ...of, spoken: { ...of.spoken, chases } }
  }

  test('nobody is said to be chased for what the vendor has to send', () => {
    const forms = told(blocked, [{ text: 'Your solicitor is waiting for your property forms.', on: '2025-11-05' }])
    expect(draftUpdate(forms)).toMatch(/held up\. Your solicitor is waiting for your property forms\./)
    const memo = save(underOffer(), [set('MemoOfSaleSent', 'C', { completedOn: '2025-11-03' })], { acceptedOn: '2025-10-20' })
    const contract = saving(memo.timeline, set('DraftContractsIssued', 'B', { blockedOn: '2025-11-03' })).timeline
    const news = { stepChanges: [change('MemoOfSaleSent', 'IP', 'C'), change('DraftContractsIssued', 'IP', 'B')] }
    const first = draftUpdate(told(contract, [behind], [stepKeys.DraftContractsIssued], news))
    expect(first).toMatch(/held up at the moment\. The council is six weeks behind\./)
    expect(first).toContain('please return them as soon as you can')
  })

  test('all texts since the last letter, oldest first, beside the step', () => {
    const explained = told(blocked, [behind, agent])
    expect(draftUpdate(explained)).toMatch(/^We are .* chasing it\. The council is six weeks behind\. It answers on Monday\.$/)
    expect(letterPrompts(explained)).toEqual([])
    const besides = { ...explained, shown: ['Your buyer is ready.', ...explained.shown] }
    expect(draftUpdate(besides)).toMatch(/^Your buyer is ready\. We are .*It answers on Monday\.$/s)
    expect(happenedSentences(explained)).toEqual([behind.text, agent.text])
  })

  test('a text and a contact of before the last letter are not told again', () => {
    const week = told(blocked, [behind, agent], undefined, { since: agent.on, today: '2025-11-12', shown: [] })
    expect(draftUpdate(week)).toMatch(/^Nothing has changed since 5 November\. .* This is still held up\.$/)
    expect(letterPrompts(week)).toEqual([
      'Searches: still delayed. Last told on 5 November: ring, and say what has become of it.',
    ])
    const again = told(blocked, [behind, { text: 'Still behind.', on: '2025-11-11' }], undefined, {
      since: agent.on,
      today: '2025-11-12',
      shown: ['Still behind.'],
    })
    expect(draftUpdate(again)).toMatch(/This is still held up and we are chasing it\. Still behind\.$/)
  })

  test('once for two steps, and nothing follows a step that is held up', () => {
    const both = withStates(blocked, { EnquiriesRaised: 'B' })
    const stepChanges = [change('EnquiriesRaised', 'NS', 'B')]
    const letter = draftUpdate(
      told(
        withStep(both, 'EnquiriesRaised', { blockedOn: '2025-11-03' }),
        [behind],
        [stepKeys.SearchesBack, stepKeys.EnquiriesRaised],
        {
          stepChanges,
        },
      ),
    )
    expect(letter.match(/six weeks behind/g)).toHaveLength(1)
    expect(letter.match(/held up/g)).toHaveLength(2)
    expect(letter).not.toContain('Then ')
  })

  test('a survey that is held up has no day; a text of a step that the letter leaves out stands alone', () => {
    const booked = saving(cashSale, set('HomeBuyersSurvey', 'IP', { survey: survey('2025-11-10') })).timeline
    const cancelled = withStep(booked, 'HomeBuyersSurvey', { state: 'B', blockedOn: '2025-11-03' })
    expect(draftUpdate(told(cancelled, [behind], [stepKeys.HomeBuyersSurvey]))).toMatch(
      /for the buyer’s survey\. This is still held up and we are chasing it\. The council/,
    )
    const offered = withStep(underOffer(), 'SaleAgreed', { state: 'B', blockedOn: '2025-11-03' })
    const market = told(offered, [behind], [stepKeys.SaleAgreed], {
      phase: 'forSale',
      viewings: 1,
      bookedViewings: ['2025-11-06'],
    })
    expect(draftUpdate(market)).toBe(
      'There has been one viewing since 29 October. The council is six weeks behind. One viewing is booked, on 6 November.',
    )
  })

  test('a memorandum that is held up: nothing is asked of the vendor', () => {
    const accepted = save(underOffer(), [set('MemoOfSaleSent', 'B', { blockedOn: '2025-11-03' })], {
      acceptedOn: '2025-10-30',
    }).timeline
    const stepChanges = [change('SaleAgreed', 'IP', 'C'), change('MemoOfSaleSent', 'NS', 'B')]
    expect(draftUpdate(told(accepted, [behind], [stepKeys.MemoOfSaleSent], { stepChanges }))).toMatch(
      /The memorandum of sale is held up at the moment\. The council is six weeks behind\.$/,
    )
  })
})

const namesOf = (words: string, clauses: (name: NonNullable<ReturnType<typeof stepClausesOf>>) => string): number[] =>
  stepDefinitions.flatMap(({ key }) => {
    const found = [true, false].flatMap((isNamed) => stepClausesOf(key, isNamed) ?? []).map(clauses)
    return found.some((clause) => clause !== '' && words.toLowerCase().includes(clause.toLowerCase())) ? [key] : []
  })

test('for any sale: a letter says only what the timeline holds, and after the exchange it has at most three sentences', () => {
  fc.assert(
    fc.property(
      anySituation,
      fc.array(fc.constantFrom(...stepDefinitions.map(({ key }) => key)), { maxLength: 6 }),
      fc.boolean(),
      ({ timeline }, changedKeys, isExchanged) => {
        const current = isExchanged ? withStates(timeline, { Exchanged: 'C' }) : timeline
        const stateOf = (key: number) => findStep(current, key)?.state
        const stepChanges = changedKeys.map((key) => ({ key, from: 'NS', to: stateOf(key) ?? null }))
        const of = facts(current, { stepChanges, completionDate: '2025-12-01' })
        const sentences = draftUpdate(of).split(/(?<=\.)\s+/)
        for (const sentence of sentences) {
          const on = stepDefinitions.filter(({ key }) => {
            const done = stepClausesOf(key)?.done
            return done && sentence.toLowerCase().includes(`${done.toLowerCase()} on `)
          })
          for (const { key } of on)
            expect([sentence, stateOf(key) === 'C' || findStep(current, key)?.survey?.awaitingReports]).toEqual([sentence, true])
          if (/waiting (again )?for/.test(sentence) && !/ report of /.test(sentence))
            expect([
              sentence,
              namesOf(sentence, ({ waitingFor }) => waitingFor).some((key) => ['IP', 'B'].includes(stateOf(key) ?? '')),
            ]).toEqual([sentence, true])
          if (sentence.startsWith('Then '))
            expect([sentence, namesOf(sentence, ({ next }) => next).some((key) => stateOf(key) !== 'C')]).toEqual([
              sentence,
              true,
            ])
        }
        if (of.sale.standing === 'exchanged') expect(sentences.length).toBeLessThanOrEqual(3)
        expect(draftUpdate(of)).not.toMatch(/undefined|null|NaN|\.\.| {2}/)
        expect(draftUpdate(of).split('\n\n').length).toBeLessThanOrEqual(2)
      },
    ),
  )
})

describe('what the record contradicts is asked before the letter goes', () => {
  const mortgaged = saving(sold()).timeline
  const days = (expectedExchange: string | null, mortgageOfferExpires: string | null = null) => ({
    days: { expectedExchange, mortgageOfferExpires },
  })

  test.each([
    ['an exchange whose day has passed', days('2025-11-04'), /^Exchange was expected on 4 November: agree a new day/],
    [
      'an exchange in three days without the searches',
      days('2025-11-08'),
      /^Exchange is expected on 8 November, and this is not done: Searches/,
    ],
    ['a mortgage offer that ended', days(null, '2025-11-01'), /^The mortgage offer ended on 1 November\. Find out/],
    [
      'a mortgage offer that ends before',
      days('2025-12-20', '2025-12-10'),
      /^The mortgage offer ends on 10 December, before the expected/,
    ],
    [
      'a day that the vendor was told otherwise',
      {
        ...days('2026-01-29'),
        hasNewDays: true,
        expected: { exchange: '2026-01-29', completion: null },
        sentBefore: ['We are working towards exchange around 29 December.'],
      },
      /^The vendor was told exchange around 29 December: ring first/,
    ],
    ['a sale of the chain that fell', { fallenInChain: '9 Link Lane' }, /^9 Link Lane, a sale of this chain, fell through\./],
  ])('%s', (_case, more, prompt) => {
    expect(letterPrompts(facts(mortgaged, more))[0]).toMatch(prompt)
  })

  test('a cash buyer has no mortgage offer; an agreed completion is told although the exchange has passed', () => {
    expect(letterPrompts(facts(searching, days(null, '2025-11-01')))).toEqual([])
    const [prompt] = letterPrompts(facts(searching, { ...days('2025-11-04'), completionDate: '2025-12-05' }))
    expect(prompt).toMatch(/say why there is none\.$/)
  })

  test('a day before which a step is not even due is asked about at any distance', () => {
    const due = withStep(searching, 'SearchesBack', { dueOn: '2025-12-20' })
    expect(letterPrompts(facts(due, days('2025-12-19')))).toEqual([
      'Exchange is expected on 19 December, and this is due that day or later: Searches. Check the day.',
    ])
    expect(letterPrompts(facts(due, days('2025-12-21')))).toEqual([])
  })

  test('an exchange that is expected today, or has no day although all is signed, is asked about', () => {
    const signed = withStates(searching, {
      SearchesBack: 'C',
      EnquiriesAnswered: 'C',
      ReportedToBuyer: 'C',
      DocumentsAndDepositsReceived: 'C',
    })
    expect(letterPrompts(facts(signed, days('2025-11-05')))).toEqual([expect.stringMatching(/^Exchange is expected today: ask/)])
    expect(letterPrompts(facts(signed, days(null)))).toEqual([expect.stringMatching(/ask what the exchange waits for\.$/)])
  })

  test('of an exchanged sale, an edited text that says neither, and a completion day that has moved', () => {
    const exchanged = facts(withStates(searching, { Exchanged: 'C' }), { completionDate: '2025-11-14' })
    expect(letterPrompts(exchanged, 'We expect to hear this week.')).toEqual([
      'Contracts were exchanged, and completion is on Friday 14 November: the text says neither.',
    ])
    expect(letterPrompts(exchanged, 'You move on Friday, when the sale completes.')).toEqual([])
    expect(letterPrompts({ ...exchanged, completionBefore: '2025-11-12' })).toEqual([
      'The completion day of an exchanged sale has moved from 12 November: ring first.',
    ])
  })

  test('nothing contradicts a day in time; a fall-off is told by telephone first', () => {
    expect(letterPrompts(facts(searching, days('2025-12-20', '2026-02-01')))).toEqual([])
    const fallen = { ...change('SaleAgreed', 'C', 'IP'), because: 'fall-off' }
    expect(letterPrompts(facts(searching, { phase: 'forSale', stepChanges: [fallen] }))).toEqual([
      'The sale fell through: ring first, and say why as far as you may.',
    ])
  })
})

test('a survey whose day was told before has moved', () => {
  const { timeline } = saving(cashSale, set('HomeBuyersSurvey', 'IP', { survey: survey('2025-11-12') }))
  const moved = { stepChanges: [change('HomeBuyersSurvey', 'IP', 'IP')] }
  const sentBefore = ['The buyer’s survey is booked for Monday 10 November.']
  expect(draftUpdate(facts(timeline, { ...moved, sentBefore }))).toContain(
    'The buyer’s survey has moved to Wednesday 12 November.',
  )
  expect(draftUpdate(facts(timeline, moved))).toContain('The buyer’s survey is booked for Wednesday 12 November.')
  const again = ['The buyer’s survey has moved to Tuesday 11 November. We will agree access with you.']
  expect(draftUpdate(facts(timeline, { ...moved, sentBefore: again }))).toContain('has moved to Wednesday 12 November.')
  const same = ['The buyer’s survey is booked for Wednesday 12 November.']
  expect(draftUpdate(facts(timeline, { ...moved, sentBefore: same }))).toContain('is booked for Wednesday 12 November.')
})

test('an offer that waits for an answer is asked about', () => {
  const forSale = { phase: 'forSale', viewings: 2, offers: 3, waitingOffers: 1 } as const
  expect(draftUpdate(facts(underOffer(), forSale))).toContain(
    'three offers since 29 October. One offer is waiting for your answer.',
  )
})

describe('what an earlier letter told, and what is not so any more', () => {
  const told = (...letters: string[]) => ({ sentBefore: letters })
  const days = (expectedExchange: string | null) => ({ expectedExchange, mortgageOfferExpires: null })
  const both = (day: string) => ({ exchange: day, completion: day })
  const towards = 'We are working towards exchange around 27 November and completion around 4 December.'
  const oneDay = 'We are working towards exchange and completion on one day, around 27 November.'

  test.each([
    ['one day for both', oneDay, both('2025-12-19'), 'on one day, around 19 December instead of 27 November.'],
    [
      'two days instead of one',
      oneDay,
      { exchange: '2025-12-12', completion: '2025-12-19' },
      'exchange around 12 December instead of 27 November',
    ],
    [
      'a day in the words of a person',
      'We hope to exchange soon: exchange on 27 November.',
      { exchange: '2025-12-12', completion: null },
      'exchange around 12 December instead of 27 November',
    ],
    [
      'the same day',
      oneDay,
      both('2025-11-27'),
      'We are now working towards exchange and completion on one day, around 27 November.',
    ],
  ])('an expected day: %s', (_case, letter, expected, said) => {
    const moved = facts(searching, { hasNewDays: true, expected, days: days(expected.exchange), ...told(letter) })
    expect(draftUpdate(moved)).toContain(said)
    expect(letterPrompts(moved).some((prompt) => prompt.includes('ring first'))).toBe(said.includes('instead of'))
  })

  test('a letter between that named no day does not hide the day told before it', () => {
    const expected = { exchange: '2025-12-12', completion: null }
    const moved = facts(searching, { hasNewDays: true, expected, ...told('Nothing has changed since 20 October.', towards) })
    expect(draftUpdate(moved)).toContain('exchange around 12 December instead of 27 November')
  })

  test('a day that was taken away is taken back once; one that is no longer shared is asked about', () => {
    const taken = facts(searching, { hasNewDays: true, days: days(null), ...told(towards) })
    expect(draftUpdate(taken)).toContain(
      'We can no longer name a day for the exchange; we will tell you as soon as there is one.',
    )
    expect(letterPrompts(taken)).toContain(
      'The vendor was told exchange around 27 November, and there is no day now: ring first, and say why.',
    )
    expect(draftUpdate({ ...taken, ...told(draftUpdate(taken), towards) })).not.toContain('no longer name')
    const unshared = { ...taken, days: days('2025-12-12') }
    expect(draftUpdate(unshared)).not.toContain('no longer name')
    expect(letterPrompts(unshared)).toContainEqual(expect.stringContaining('the day is no longer shared: ring first'))
  })

  test('an exchange that was told and taken back: no letter', () => {
    const taken = facts(searching, { completionDate: '2025-11-21', stepChanges: [change('Exchanged', 'C', 'IP')] })
    expect(draftUpdate(taken)).toBe('')
    expect(letterPrompts(taken)[0]).toMatch(
      /^The vendor was told that contracts were exchanged, and the record says they are not/,
    )
  })

  test('a step that was told as done is open again: "again", also where it is held up, and the vendor is rung', () => {
    const open = facts(searching, { stepChanges: [change('SearchesBack', 'C', 'IP')] })
    expect(draftUpdate(open)).toContain('We are waiting again for the searches')
    expect(letterPrompts(open)).toContain(
      'The vendor was told that the searches came back, and this is open again: ring first, and say why.',
    )
    const heldUp = saving(searching, set('SearchesBack', 'B')).timeline
    expect(draftUpdate(facts(heldUp, { stepChanges: [change('SearchesBack', 'C', 'B')] }))).toContain(
      'We are waiting again for the searches, which the buyer’s solicitor applied for on 16 October, but this is held up',
    )
  })

  test('a survey that was told and is taken away will not take place', () => {
    const letter = 'The timber and damp survey is booked for Friday 14 November. We will agree access with you.'
    const taken = facts(searching, { stepChanges: [change('TimberAndDamp', 'IP', null)], ...told(letter) })
    expect(draftUpdate(taken)).toContain('The timber and damp survey on Friday 14 November will not take place.')
    expect(letterPrompts(taken)).toContain('The vendor was told of the timber and damp survey on Friday 14 November: ring first.')
    expect(draftUpdate({ ...taken, sentBefore: [] })).not.toContain('will not take place')
  })

  test('a solicitor who is entered is not asked for', () => {
    const accepted = facts(sold(), { stepChanges: [change('SaleAgreed', 'IP', 'C'), change('MemoOfSaleSent', 'IP', 'C')] })
    const after = (vendor: boolean) => ({
      ...accepted,
      spoken: { ...accepted.spoken, fellOffOn: '2025-10-20', solicitors: { vendor, buyer: true } },
    })
    expect(draftUpdate(after(true))).not.toContain('who your solicitor is')
  })

  test('with a sale of the chain that fell through, nothing is not said to have changed', () => {
    expect(draftUpdate(facts(searching, { fallenInChain: '9 Link Lane' }))).not.toContain('Nothing has changed')
  })

  test('a weekend or bank holiday is corrected before the letter names another day', () => {
    const expected = { exchange: '2025-12-29', completion: null }
    expect(letterPrompts(facts(searching, { expected, days: days('2025-12-25') }))).toContainEqual(
      '25 December is not a working day, and the letter says 29 December: correct the day.',
    )
  })
})

test('a fall-off that the vendor was told, and its restoration: the sale goes on', () => {
  const turn = (because: 'fall-off' | 'sale-restored', from: string, to: string, at: string) => [
    { ...change('SaleAgreed', from, to), because, at },
  ]
  const after = (at: string) => [...turn('fall-off', 'C', 'IP', '2025-11-03T10:00:00Z'), ...turn('sale-restored', 'IP', 'C', at)]
  expect(happenedSentences(facts(searching, { stepChanges: after('2025-11-03T10:01:00Z') }))).toEqual([])
  expect(happenedSentences(facts(searching, { stepChanges: after('2025-11-03T15:00:00Z') }))).toEqual([
    'The sale that had fallen through is going ahead after all, with the same buyer.',
  ])
})

describe('what a reader would have to rewrite', () => {
  const prompts = (of: UpdateFacts) => letterPrompts(of).join(' | ')
  const offered = { phase: 'forSale' } as const

  test('for sale: offers that still wait, that are no longer there, viewings of later today, a new asking price, a relaunch', () => {
    const waiting = facts(underOffer(), { ...offered, waitingOffers: 2, sentBefore: ['Two offers are waiting for your answer.'] })
    expect(draftUpdate(waiting)).toBe(
      'There have been no viewings and no offers since 29 October. Two offers are still waiting for your answer.',
    )
    const told = { ...offered, sentBefore: ['One offer is waiting for your answer.'] }
    expect(draftUpdate(facts(underOffer(), told))).toContain('No offer is waiting for your answer now.')
    expect(prompts(facts(underOffer(), told))).toContain('The vendor was told of an offer that waits: say what became of it.')
    expect(draftUpdate(facts(underOffer(), { ...offered, bookedViewings: ['2025-11-05', '2025-11-07'] }))).toContain(
      'Two viewings are booked, today and on 7 November.',
    )
    const cheaper = { ...offered, newAskingPrice: { amount: 39_900_000, before: 42_500_000 }, relaunchedOn: '2025-11-03' }
    expect(draftUpdate(facts(underOffer(), cheaper))).toContain(
      'Your property is now offered at £399,000 (before: £425,000). Your property was relaunched on 3 November.',
    )
    expect(prompts(facts(underOffer(), { ...offered, viewings: 2 }))).toContain('Say what the viewers thought')
    expect(prompts(facts(underOffer(), { ...offered, viewings: 2, shown: ['They liked the garden.'] }))).not.toContain('viewers')
  })

  test('sold: an offer that came in and a viewing that is booked are asked about', () => {
    expect(prompts(facts(searching, { waitingOffers: 1 }))).toContain('An offer is waiting for an answer: it must be passed on.')
    expect(prompts(facts(searching, { bookedViewings: ['2025-11-07'] }))).toContain('Viewings are still booked, on 7 November')
  })

  test('a completion day that was told and is gone, or has moved before the exchange', () => {
    const sentBefore = ['Completion is planned for Friday 19 December.']
    const gone = facts(searching, { hasNewDays: true, sentBefore })
    expect(draftUpdate(gone)).toContain(
      'Completion will not be on Friday 19 December; we will tell you as soon as there is a new day.',
    )
    expect(prompts(gone)).toContain('The vendor was told completion on Friday 19 December, and there is no day now: ring first')
    const moved = facts(searching, { hasNewDays: true, completionDate: '2026-01-15', completionBefore: '2025-12-19', sentBefore })
    expect(prompts(moved)).toContain(
      'The vendor was told completion on Friday 19 December: ring first, and say why it has moved.',
    )
    const same = facts(searching, { completionDate: '2025-12-19', sentBefore })
    expect(prompts(same)).not.toContain('ring first')
  })

  test('a day that differs from the one in the last letter is told, also where it was changed before that letter went out', () => {
    const expected = { exchange: '2026-01-20', completion: null }
    const days = { expectedExchange: '2026-01-20', mortgageOfferExpires: null }
    const sentBefore = ['We are working towards exchange around 23 December.']
    const letter = draftUpdate(facts(searching, { expected, days, sentBefore }))
    expect(letter).toContain('exchange around 20 January instead of 23 December')
    expect(letter).not.toContain('Nothing has changed')
  })

  test('a mortgage offer that ends before the completion', () => {
    const mortgage = saving(sold()).timeline
    const days = { expectedExchange: '2025-12-10', expectedCompletion: '2025-12-22', mortgageOfferExpires: '2025-12-15' }
    expect(prompts(facts(mortgage, { days }))).toContain(
      'The mortgage offer ends on 15 December, before completion on 22 December.',
    )
  })

  test('a price that was told and is another one', () => {
    const newPrice = { amount: 27_650_000, before: 28_500_000, on: '2025-11-04' }
    const told = { newPrice, sentBefore: ['You agreed a new price of £279,000 on 1 November (before: £285,000).'] }
    expect(prompts(facts(searching, told))).toContain('The vendor was told a price of £279,000, and it is £276,500: ring first.')
    expect(prompts(facts(searching, { newPrice }))).not.toContain('price of')
  })

  test('a report that has come in, after the letter that waited for it', () => {
    const done = saving(cashSale, set('Roof', 'C', { completedOn: '2025-11-03', survey: survey('2025-10-20') })).timeline
    const sentBefore = ['The roof survey took place on 20 October. We are still waiting for the report of the roof survey.']
    const letter = draftUpdate(facts(done, { stepChanges: [change('Roof', 'IP', 'C')], sentBefore }))
    expect(letter).toContain('The report of the roof survey is in.')
    expect(letter).not.toContain('took place')
  })

  test('an exchange that cannot take place in the next days is not named; the management pack, the mortgage of a cash buyer, moving day', () => {
    const tomorrow = { exchange: '2025-11-06', completion: '2025-11-20' }
    const days = { expectedExchange: '2025-11-06', mortgageOfferExpires: null }
    expect(draftUpdate(facts(searching, { expected: tomorrow, days }))).not.toContain('working towards')
    expect(prompts(facts(searching, { expected: tomorrow, days }))).toContain('Check the day. The letter names none until then.')
    expect(prompts(facts(searching, { needsPack: true }))).toContain('The management pack is not marked as sent')
    const ended = [{ ...change('MortgageAppSubmitted', 'NA', 'IP'), because: 'cash-buy-ended' }]
    expect(prompts(facts(saving(sold()).timeline, { stepChanges: ended }))).toContain(
      'The buyer no longer pays cash: ring first.',
    )
  })

  test('two things of one day share it', () => {
    const both = saving(
      cashSale,
      set('DraftContractsIssued', 'C', { completedOn: '2025-11-04' }),
      set('SearchesAppliedFor', 'C', { completedOn: '2025-11-04' }),
    ).timeline
    const stepChanges = [change('DraftContractsIssued', 'IP', 'C'), change('SearchesAppliedFor', 'IP', 'C')]
    expect(draftUpdate(facts(both, { stepChanges }))).toContain(
      'The draft contract was issued and the searches were applied for on 4 November.',
    )
  })
})

describe('what a second reader would have to rewrite', () => {
  const prompts = (of: UpdateFacts) => letterPrompts(of).join(' | ')
  const offered = (more: Partial<UpdateFacts>) => facts(underOffer(), { phase: 'forSale', ...more })

  test('an offer that was told is gone, and another one came in; one that waits was raised', () => {
    const sentBefore = ['One offer is waiting for your answer.']
    const another = offered({ offers: 1, waitingOffers: 1, newWaitingOffers: 1, sentBefore })
    expect(draftUpdate(another)).toBe(
      'There has been one offer since 29 October. The offer that was waiting is no longer open. One new offer is waiting for your answer.',
    )
    expect(prompts(another)).toContain('say what became of it')
    expect(draftUpdate(offered({ waitingOffers: 1, raisedOffers: 1, sentBefore }))).toContain(
      'One offer is still waiting for your answer. It has been raised.',
    )
  })

  test('an offer that waited before the draft was edited, and a price of an earlier letter, have not happened since', () => {
    const sentBefore = ['Your property is now offered at £299,950 (before: £310,000).']
    expect(happenedSentences(offered({ waitingOffers: 1, askingPrice: 31_000_000, sentBefore }))).toEqual([])
  })

  test('a letter that told of no waiting offer is not asked about again', () => {
    const sentBefore = ['No offer is waiting for your answer now.']
    expect(draftUpdate(offered({ sentBefore }))).not.toContain('waiting')
    expect(prompts(offered({ sentBefore }))).not.toContain('became of it')
    const another = offered({ waitingOffers: 1, newWaitingOffers: 1, sentBefore })
    expect(draftUpdate(another)).toContain('One offer is waiting for your answer.')
    expect(draftUpdate(another)).not.toContain('no longer open')
  })

  test('a viewing of this morning took place; feedback that says that nobody came is one of a viewing that did not', () => {
    const sentBefore = ['One viewing is booked, on 5 November.']
    expect(draftUpdate(offered({ viewings: 1, sentBefore }))).not.toContain('will not take place')
    for (const notes of ['Did not turn up.', "Didn't show up, rang twice", 'No-show', 'Never attended'])
      expect(isNoShow(notes)).toBe(true)
    for (const notes of ["Didn't show much interest", 'Did not come back to us', 'They know the area'])
      expect(isNoShow(notes)).toBe(false)
  })

  test('a viewing that was told and is no longer booked', () => {
    const sentBefore = ['Two viewings are booked, on 7 and 9 November.']
    const one = offered({ bookedViewings: ['2025-11-07'], sentBefore })
    expect(draftUpdate(one)).toContain('The viewing on 9 November will not take place.')
    expect(prompts(one)).toContain('The vendor was told of a viewing on 9 November: ring first.')
    const both = offered({ bookedViewings: ['2025-11-07', '2025-11-09'], sentBefore })
    expect(draftUpdate(both)).not.toContain('take place')
  })

  test('an asking price that was told and taken back; a relaunch follows the launch', () => {
    const sentBefore = ['Your property is now offered at £299,950 (before: £310,000).']
    const back = offered({ askingPrice: 31_000_000, sentBefore })
    expect(draftUpdate(back)).toContain('Your property is offered at £310,000, not at £299,950.')
    expect(prompts(back)).toContain('The vendor was told an asking price of £299,950, and it is £310,000: ring first.')
    expect(draftUpdate(offered({ askingPrice: 29_995_000, sentBefore }))).not.toContain('offered')
    expect(draftUpdate(offered({ relaunchedOn: '2025-11-03' }))).toContain('Your property was relaunched on 3 November.')
  })

  test('a report that has come in, also where the visit stood within a sentence', () => {
    const done = saving(cashSale, set('Roof', 'C', { completedOn: '2025-11-03', survey: survey('2025-10-20') })).timeline
    const sentBefore = ['The searches came back on 18 October and the roof survey took place on 20 October.']
    expect(draftUpdate(facts(done, { stepChanges: [change('Roof', 'IP', 'C')], sentBefore }))).toContain(
      'The report of the roof survey is in.',
    )
  })

  test('enquiries that are not raised were not answered', () => {
    const answered = saving(searchesBack, set('EnquiriesAnswered', 'C', { completedOn: '2025-11-04' })).timeline
    const reopened = withStates(answered, { EnquiriesRaised: 'IP', EnquiriesAnswered: 'C' })
    expect(draftUpdate(facts(reopened, { stepChanges: [change('EnquiriesAnswered', 'IP', 'C')] }))).not.toContain('answered')
  })

  test('a completion of tomorrow', () => {
    const exchanged = withStates(searching, { Exchanged: 'C' })
    expect(draftUpdate(facts(exchanged, { completionDate: '2025-11-06' }))).toContain(
      'Completion is tomorrow, Thursday 6 November.',
    )
  })
})
