import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../common/dates.ts'
import { describeExpected, expiresBeforeExchange } from './describe-expected.ts'
import {
  describeMoves,
  type ExpectedFacts,
  type ExpectedInput,
  exchangeMoves,
  expectedChanges,
  noExpectedDates,
  proposedMortgageExpiry,
  whyNotAssignProgressor,
  whyNotSetExpected,
} from './expected-dates.rules.ts'
import { vendorExpected } from './vendor-expected.ts'

const today = '2025-11-05'
const sold: ExpectedFacts = { ...noExpectedDates, phase: 'sold', acceptedOn: '2025-10-01', completionDate: null }
const exchanged: ExpectedFacts = { ...sold, phase: 'exchanged', expectedExchange: '2025-11-04' }

/** The days after an accepted save. */
const after = (facts: ExpectedFacts, input: ExpectedInput): ExpectedFacts => ({
  ...facts,
  ...Object.fromEntries(expectedChanges(facts, input).map(({ field, to }) => [field, to])),
})
const whyNot = (facts: ExpectedFacts, input: ExpectedInput) => whyNotSetExpected(facts, input, today)?.code ?? null

describe('whyNotSetExpected', () => {
  test('"Sold only: else NO_SALE_AGREED; expected completion also when exchanged without completion date"', () => {
    for (const phase of ['preForSale', 'forSale', 'withdrawn', 'completed'] as const)
      for (const input of [{ expectedExchange: '2025-12-01' }, { mortgageOfferExpires: '2025-12-01' }, { shareExpected: true }])
        expect(whyNot({ ...sold, phase }, input)).toBe('NO_SALE_AGREED')
    expect(whyNot(sold, { expectedExchange: '2025-12-01', expectedCompletion: '2025-12-08' })).toBeNull()
    expect(whyNot(exchanged, { expectedCompletion: '2025-12-08' })).toBeNull()
    expect(whyNot(exchanged, { expectedExchange: '2025-12-01' })).toBe('NO_SALE_AGREED')
    expect(whyNot(exchanged, { shareExpected: true })).toBeNull()
  })

  test('"Once there is a completion date … an expected one is refused COMPLETION_DATE_AGREED"', () => {
    const agreed = { ...sold, completionDate: '2025-12-12' }
    expect(whyNot(agreed, { expectedCompletion: '2025-12-08' })).toBe('COMPLETION_DATE_AGREED')
    expect(whyNot({ ...exchanged, completionDate: '2025-12-12' }, { expectedCompletion: '2025-12-08' })).toBe(
      'COMPLETION_DATE_AGREED',
    )
    expect(whyNot(agreed, { expectedExchange: '2025-12-01' })).toBeNull()
  })

  test('"Before the acceptance day or earlier than today when newly set: EXPECTED_IN_PAST"', () => {
    expect(whyNot(sold, { expectedExchange: '2025-11-04' })).toBe('EXPECTED_IN_PAST')
    expect(whyNot(sold, { expectedExchange: today })).toBeNull()
    expect(whyNot({ ...sold, acceptedOn: '2025-11-10' }, { expectedCompletion: '2025-11-08' })).toBe('EXPECTED_IN_PAST')
    // A day that has passed may stay when another field is saved.
    expect(
      whyNot({ ...sold, expectedExchange: '2025-11-01' }, { expectedExchange: '2025-11-01', shareExpected: true }),
    ).toBeNull()
  })

  test('"Completion before exchange: COMPLETION_BEFORE_EXCHANGE"', () => {
    expect(whyNot(sold, { expectedExchange: '2025-12-08', expectedCompletion: '2025-12-05' })).toBe('COMPLETION_BEFORE_EXCHANGE')
    expect(whyNot({ ...sold, expectedCompletion: '2025-12-05' }, { expectedExchange: '2025-12-08' })).toBe(
      'COMPLETION_BEFORE_EXCHANGE',
    )
    expect(whyNot({ ...sold, completionDate: '2025-12-05' }, { expectedExchange: '2025-12-08' })).toBe(
      'COMPLETION_BEFORE_EXCHANGE',
    )
    expect(whyNot(sold, { expectedExchange: '2025-12-05', expectedCompletion: '2025-12-05' })).toBeNull()
  })

  test('names the field to which the refusal belongs', () => {
    expect(whyNotSetExpected(sold, { expectedExchange: '2025-12-08', expectedCompletion: '2025-12-05' }, today)?.field).toBe(
      'expectedCompletion',
    )
    expect(whyNotSetExpected({ ...sold, phase: 'forSale' }, { expectedExchange: '2025-12-08' }, today)?.field).toBe(
      'expectedExchange',
    )
  })
})

test('whyNotAssignProgressor: "This person does not work in this branch."', () => {
  expect(whyNotAssignProgressor(true)).toBeNull()
  expect(whyNotAssignProgressor(false)).toBe('NOT_A_MEMBER')
})

describe('expectedChanges', () => {
  test('"Moving exchange later than expected completion moves completion by as many days (answered as a change with its reason)"', () => {
    const facts = { ...sold, expectedExchange: '2025-11-28', expectedCompletion: '2025-12-05' }
    expect(expectedChanges(facts, { expectedExchange: '2025-12-08' })).toEqual([
      { field: 'expectedExchange', from: '2025-11-28', to: '2025-12-08', because: 'requested' },
      { field: 'expectedCompletion', from: '2025-12-05', to: '2025-12-15', because: 'exchange-moved' },
    ])
    expect(expectedChanges(facts, { expectedExchange: '2025-12-05' })).toHaveLength(1)
  })

  test('is empty when nothing differs', () => {
    expect(expectedChanges(sold, { expectedExchange: null, shareExpected: false })).toEqual([])
  })

  const day = fc.option(fc.integer({ min: 0, max: 60 }).map((days) => addDays(today, days)))
  const anyFacts = fc.record({ exchange: day, completion: day }).map(({ exchange, completion }) => ({
    ...sold,
    expectedExchange: exchange,
    expectedCompletion: exchange && completion && completion < exchange ? null : completion,
  }))

  test('whatever is accepted, completion is never before exchange', () => {
    fc.assert(
      fc.property(anyFacts, day, fc.option(day, { nil: undefined }), (facts, expectedExchange, expectedCompletion) => {
        const input = { expectedExchange, expectedCompletion }
        fc.pre(whyNotSetExpected(facts, input, today) === null)
        const { expectedExchange: exchange, expectedCompletion: completion } = after(facts, input)
        expect(exchange === null || completion === null || completion >= exchange).toBe(true)
      }),
    )
  })
})

describe('exchangeMoves', () => {
  const entries = (...days: (string | null)[]) =>
    days.map((on, index) => ({ on, before: days[index - 1] ?? null, undone: false }))

  test('"28/11, moved twice, 18 days later than first expected = first 10/11, then 21/11, then 28/11"', () => {
    const moved = exchangeMoves(entries('2025-11-10', '2025-11-21', '2025-11-28'))
    expect(moved).toEqual({ moves: 2, first: '2025-11-10', daysLater: 18 })
    expect(describeMoves(moved)).toBe('moved twice, 18 days later than first expected')
  })

  test('"A later day than the one before counts one … Pulling forward counts none"', () => {
    const moved = exchangeMoves(entries('2025-11-10', '2025-11-21', '2025-11-14'))
    expect(moved).toEqual({ moves: 1, first: '2025-11-10', daysLater: 4 })
    expect(describeMoves(exchangeMoves(entries('2025-11-21', '2025-11-14')))).toBe('')
    expect(describeMoves(exchangeMoves(entries('2025-11-10', '2025-11-21', '2025-11-10')))).toBe(
      'moved once, now as first expected',
    )
    expect(describeMoves(exchangeMoves(entries('2025-11-10', '2025-11-21', '2025-11-07')))).toBe(
      'moved once, 3 days earlier than first expected',
    )
  })

  test('removing the day and entering a later one counts as a move', () => {
    expect(exchangeMoves(entries('2025-11-10', null, '2025-11-21'))?.moves).toBe(1)
    expect(exchangeMoves(entries())).toBeNull()
  })

  const anyDay = fc.option(fc.integer({ min: 0, max: 9 }).map((days) => addDays(today, days)))

  test('an entry that was undone counts as if it had never been made', () => {
    fc.assert(
      fc.property(fc.array(anyDay, { maxLength: 5 }), anyDay, (days, extra) => {
        const kept = entries(...days)
        const last = days.at(-1) ?? null
        const undone = [...kept, { on: extra, before: last, undone: false }, { on: last, before: extra, undone: true }]
        expect(exchangeMoves(undone)).toEqual(exchangeMoves(kept))
      }),
    )
  })
})

test('describeExpected: "Overdue when the day has passed and the step is not complete"; "7 days later than expected"', () => {
  expect(describeExpected('2025-11-01', null, today)).toEqual({ overdueDays: 4, words: 'overdue by 4 days' })
  expect(describeExpected(today, null, today)).toEqual({ overdueDays: 0, words: '' })
  expect(describeExpected('2025-10-20', '2025-10-27', today).words).toBe('7 days later than expected')
  expect(describeExpected('2025-10-28', '2025-10-27', today).words).toBe('1 day earlier than expected')
})

test('proposedMortgageExpiry: "Completing Mortgage approved proposes expiry = its day + 6 months"', () => {
  const approved = (completedOn: string) => [{ key: 29, state: 'C', completedOn }]
  const propose = (completedOn: string, on = today) => proposedMortgageExpiry(sold, approved(completedOn), on)
  expect(propose('2025-11-03')).toBe('2026-05-03')
  expect(propose('2025-08-31')).toBe('2026-02-28')
  expect(propose('2025-08-31', '2026-03-01')).toBeNull()
  expect(proposedMortgageExpiry(sold, [{ key: 29, state: 'IP', completedOn: null }], today)).toBeNull()
  expect(proposedMortgageExpiry({ ...sold, mortgageOfferExpires: '2026-04-01' }, approved('2025-11-03'), today)).toBeNull()
})

test('expiresBeforeExchange', () => {
  expect(expiresBeforeExchange({ mortgageOfferExpires: '2025-11-24', expectedExchange: '2025-12-01' })).toBe(true)
  expect(expiresBeforeExchange({ mortgageOfferExpires: '2025-11-24', expectedExchange: '2025-11-20' })).toBe(false)
})

test('vendorExpected: "only where shareExpected …; never that it moved or is late"', () => {
  const shared = { ...sold, shareExpected: true, expectedExchange: '2025-11-28', expectedCompletion: '2025-12-05' }
  expect(vendorExpected(shared, today)).toEqual({ exchange: '2025-11-28', completion: '2025-12-05' })
  expect(vendorExpected({ ...shared, expectedExchange: '2026-01-01' }, today)?.exchange).toBe('2026-01-02')
  expect(vendorExpected({ ...shared, shareExpected: false }, today)).toBeNull()
  // Nobody moves before contracts are exchanged: without a day for that, none for the completion.
  expect(vendorExpected(shared, '2025-11-29')).toBeNull()
  expect(vendorExpected({ ...shared, expectedExchange: null }, today)).toEqual({ exchange: null, completion: '2025-12-05' })
  expect(vendorExpected({ ...shared, phase: 'exchanged' }, today)).toEqual({ exchange: null, completion: '2025-12-05' })
  expect(vendorExpected({ ...shared, phase: 'exchanged', completionDate: '2025-12-10' }, today)).toBeNull()
  expect(vendorExpected({ ...shared, phase: 'withdrawn' }, today)).toBeNull()
})
