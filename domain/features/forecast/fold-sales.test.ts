import { describe, expect, test } from 'vitest'
import type { StepKey } from '../timeline/step-definitions.ts'
import { type FoldedStep, foldSales, type PropertyNow, type RecordEntry } from './fold-sales.ts'

const entry = (day: string, kind: string, data: Record<string, unknown>): RecordEntry => ({ day, kind, data })
const accepted = (day: string, on = day) => entry(day, 'offer-accepted', { offerId: 'sale', on })
const step = (day: string, from: string | null, to: string | null, on = day, key = 32) =>
  entry(day, 'step-changed', { key, from, to, on })
const now: PropertyNow = { steps: new Map(), tenure: 'freehold', chain: 2, active: true }
const foldOne = (...entries: RecordEntry[]) => foldSales(entries, now)[0]
const statesOf = (key: StepKey, ...entries: RecordEntry[]) =>
  foldOne(...entries)
    ?.steps.get(key)
    ?.map(({ since, until, state }) => [since, until, state])

describe('foldSales', () => {
  test('a fact counts from the day of its entry, not from the day that it names', () => {
    const sale = foldOne(accepted('2026-03-02', '2026-02-20'), step('2026-03-09', 'NS', 'C', '2026-02-25'))
    expect(sale?.days).toEqual([
      {
        since: '2026-03-02',
        until: null,
        outcome: 'open',
        agreedOn: '2026-02-20',
        exchangedOn: null,
        tenure: 'freehold',
        chain: 2,
        expectedExchange: null,
      },
    ])
    expect(sale?.steps.get(32)).toEqual([
      { since: '2026-03-02', until: '2026-03-09', state: 'NS', startedOn: null, completedOn: null, blockedOn: null },
      { since: '2026-03-09', until: null, state: 'C', startedOn: '2026-02-25', completedOn: '2026-02-25', blockedOn: null },
    ])
  })

  test('the last of several entries on a day counts', () => {
    expect(statesOf(32, accepted('2026-03-02'), step('2026-03-03', 'NS', 'IP'), step('2026-03-03', 'IP', 'NS'))).toEqual([
      ['2026-03-02', null, 'NS'],
    ])
  })

  test('a step keeps its first day as its start while delayed and when done', () => {
    const steps = foldOne(
      accepted('2026-03-02'),
      step('2026-03-03', 'NS', 'IP'),
      step('2026-03-10', 'IP', 'B'),
      step('2026-03-20', 'B', 'C'),
    )?.steps.get(32)
    expect(steps?.map(({ startedOn, blockedOn, completedOn }) => [startedOn, blockedOn, completedOn])).toEqual([
      [null, null, null],
      ['2026-03-03', null, null],
      ['2026-03-03', '2026-03-10', null],
      ['2026-03-03', null, '2026-03-20'],
    ])
  })

  test('a fallen sale keeps its steps; a restored sale continues', () => {
    const entries = [
      accepted('2026-03-02'),
      step('2026-03-03', 'NS', 'C'),
      entry('2026-03-05', 'fall-off', { offerId: 'sale', fallOffId: 'f' }),
      step('2026-03-05', 'C', 'NS'),
      entry('2026-03-09', 'sale-restored', { offerId: 'sale', fallOffId: 'f' }),
      step('2026-03-09', 'NS', 'C', '2026-03-03'),
    ]
    expect(statesOf(32, ...entries)).toEqual([
      ['2026-03-02', '2026-03-03', 'NS'],
      ['2026-03-03', null, 'C'],
    ])
    expect(foldOne(...entries)?.days.map(({ since, until, outcome }) => [since, until, outcome])).toEqual([
      ['2026-03-02', '2026-03-05', 'open'],
      ['2026-03-05', '2026-03-09', 'fell'],
      ['2026-03-09', null, 'open'],
    ])
  })

  test('a step that never changed has its present state; an added step begins with its entry and ends with its removal', () => {
    const done: FoldedStep = { state: 'C', startedOn: '2026-01-01', completedOn: '2026-01-05', blockedOn: null }
    const entries = [
      accepted('2026-03-02'),
      step('2026-03-04', null, 'IP', '2026-03-04', 10),
      step('2026-03-06', 'IP', null, '2026-03-06', 10),
    ]
    const [sale] = foldSales(entries, { ...now, steps: new Map([[31, done]]) })
    expect(sale?.steps.get(31)).toEqual([{ ...done, since: '2026-03-02', until: null }])
    expect(sale?.steps.get(10)?.map(({ since, until }) => [since, until])).toEqual([['2026-03-04', '2026-03-06']])
  })

  test('each sale has its own expected exchange: the last one entered', () => {
    const typed = (day: string, on: string | null) => entry(day, 'expected-exchange-set', { offerId: 'sale', on })
    const days = foldOne(accepted('2026-03-02'), typed('2026-03-04', '2026-05-01'), typed('2026-03-09', null))?.days
    expect(days?.map(({ since, expectedExchange }) => [since, expectedExchange])).toEqual([
      ['2026-03-02', null],
      ['2026-03-04', '2026-05-01'],
      ['2026-03-09', null],
    ])
  })

  test('values that an entry marks as not entered before are unknown', () => {
    const days = foldOne(
      accepted('2026-03-02'),
      entry('2026-03-05', 'management-info-saved', { before: { chain: null }, after: { chain: 2 } }),
      entry('2026-03-06', 'property-edited', { before: { ownership: null }, after: { ownership: 'freehold' } }),
    )?.days
    expect(days?.map(({ tenure, chain }) => [tenure, chain])).toEqual([
      ['unknown', 3],
      ['unknown', 2],
      ['freehold', 2],
    ])
  })

  test('tenure and chain are those before their first change, then as changed; an exchange and a withdrawal are outcomes', () => {
    const days = foldOne(
      accepted('2026-03-02'),
      entry('2026-03-04', 'property-edited', { before: { ownership: 'unknown' }, after: { ownership: 'freehold' } }),
      entry('2026-03-05', 'management-info-saved', { before: { chain: 3 }, after: { chain: 2 } }),
      entry('2026-03-06', 'withdrawn', {}),
      entry('2026-03-07', 'reinstated', {}),
      step('2026-03-08', 'NS', 'C', '2026-03-07', 24),
    )?.days
    expect(days?.map(({ since, tenure, chain, outcome, exchangedOn }) => [since, tenure, chain, outcome, exchangedOn])).toEqual([
      ['2026-03-02', 'unknown', 3, 'open', null],
      ['2026-03-04', 'freehold', 3, 'open', null],
      ['2026-03-05', 'freehold', 2, 'open', null],
      ['2026-03-06', 'freehold', 2, 'withdrawn', null],
      ['2026-03-07', 'freehold', 2, 'open', null],
      ['2026-03-08', 'freehold', 2, 'exchanged', '2026-03-07'],
    ])
  })
})
