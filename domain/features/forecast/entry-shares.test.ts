import { describe, expect, test } from 'vitest'
import type { StepKey } from '../timeline/step-definitions.ts'
import { dayOfChance } from './distributions.ts'
import { allRecorded, daysCounted, EntryCounter, entrySharesOf, importedGroup, type NoEntry } from './entry-shares.ts'
import { learn, publishedOnly, type SaleHistory, type StepRow, tablesFor } from './learning.ts'
import { historyOf, type StepFacts } from './sale-facts.ts'
import { exchangeChances, type SaleStanding, type StepStatus, stepsToReady } from './step-network.ts'

const traits = {
  leasehold: false,
  inChain: false,
  branch: 'b',
  vendorFirm: null,
  buyerFirm: null,
  broker: null,
  lender: null,
  progressor: null,
}
const counted = (group: string, missing: number, recorded: number) => {
  const counter = new EntryCounter()
  for (let sale = 0; sale < missing; sale++) counter.add(group, [{ key: 33, is: 'missing' }])
  for (let sale = 0; sale < recorded; sale++) counter.add(group, [{ key: 33, is: 'recorded' }])
  return counter.counts
}

describe('Shares of steps that are never recorded', () => {
  test('are 0 before anything is learned, and shrunk towards the company’s', () => {
    expect(entrySharesOf(new Map(), 'b').missing(33)).toBe(0)
    const table = new Map([...counted('careless', 15, 15), ...counted('careful', 0, 60)])
    const company = 15 / 100
    expect(entrySharesOf(table, 'careless').missing(33)).toBeCloseTo((15 + 10 * company) / 40, 9)
    expect(entrySharesOf(table, 'careful').missing(33)).toBeCloseTo((10 * company) / 70, 9)
  })

  test('of sales from files do not count for those recorded here', () => {
    const table = new Map([...counted(importedGroup, 400, 0), ...counted('b', 0, 50)])
    expect(entrySharesOf(table, 'b').missing(33)).toBe(0)
    expect(entrySharesOf(table, importedGroup).missing(33)).toBeGreaterThan(0.9)
  })
})

describe('Days until steps are entered', () => {
  const entered = (group: string, days: readonly number[]) => {
    const counter = new EntryCounter()
    for (const enteredAfter of days) counter.add(group, [{ key: 33, is: 'recorded', enteredAfter }])
    return counter.counts
  }

  test('every entry on its day: none is awaited', () => {
    expect(entrySharesOf(entered('b', [0, 0, 0]), 'b').enteredAfter).toEqual([1])
    expect(entrySharesOf(new Map(), 'b').enteredAfter).toEqual([1])
  })

  test('the share that is made so many days later, or later still, shrunk towards the company’s', () => {
    const late = Array.from({ length: 30 }, (_, number) => (number < 15 ? 0 : 3))
    const table = new Map([
      ...entered('late', late),
      ...entered(
        'prompt',
        Array.from({ length: 60 }, () => 0),
      ),
    ])
    const company = 15 / 100
    expect(entrySharesOf(table, 'late').enteredAfter[3]).toBeCloseTo((15 + 10 * company) / 40, 9)
    expect(entrySharesOf(table, 'late').enteredAfter).toHaveLength(4)
    expect(entrySharesOf(table, 'prompt').enteredAfter[3]).toBeCloseTo((10 * company) / 70, 9)
  })
})

test('the days of a step without an entry: all if every step is recorded, fewer the longer it should have taken', () => {
  const rates = publishedOnly.rates.get('33 all') ?? []
  const counted = (missing: number, after: NoEntry['after'], days = 200) => daysCounted(rates, days, { missing, late: 1, after })
  expect(counted(0, null)).toBe(200)
  expect(counted(0.6, null)).toBe(0)
  expect(counted(0.2, null)).toBeLessThan(40)
  // The step after it has no entry either, although it always gets one: the step has hardly been done for long.
  expect(counted(0.2, { rates, missing: 0 }, 60)).toBeGreaterThan(2 * counted(0.2, null, 60))
  expect(counted(0.2, { rates, missing: 1 })).toBe(counted(0.2, null))
})

const steps = [...stepsToReady, 24]
const standing = (given: Partial<Record<number, StepStatus>>): SaleStanding => ({
  steps: new Map(steps.map((key) => [key, given[key] ?? { status: 'toCome' as const }])),
  surveys: [],
})
const done: StepStatus = { status: 'done', days: null }
const running = (days: number): StepStatus => ({ status: 'running', days, blocked: false })
const halfBy = (sale: SaleStanding, entries = allRecorded) =>
  dayOfChance(exchangeChances(sale, { ...tablesFor(publishedOnly, traits), entries }, { links: [], inChain: false }), 0.5) ?? 365

describe('Forecasts with steps that may not be recorded', () => {
  const stuck = standing({ 30: done, 31: done, 32: done, 33: running(90), 26: done, 27: done, 28: done, 29: done })
  const sometimes = { ...allRecorded, missing: () => 0.2 }

  test('a step that runs on without an entry no longer holds the sale', () => {
    expect(halfBy(stuck, sometimes)).toBeLessThan(halfBy(stuck))
    expect(halfBy(standing({ 30: running(0) }), sometimes)).toBe(halfBy(standing({ 30: running(0) })))
  })

  test('a step that would be done for long holds the sale while the steps after it, which are always recorded, have no entry', () => {
    const answered = { 30: done, 31: done, 32: done, 33: done, 34: done, 26: done, 27: done, 28: done }
    const approved: StepStatus = { status: 'done', days: 10, ago: 60 }
    const running90 = standing({ ...answered, 29: approved, 35: running(90) })
    const seldom = (keys: readonly StepKey[]) => ({ ...allRecorded, missing: (key: StepKey) => (keys.includes(key) ? 0.05 : 0) })
    expect(halfBy(running90) - halfBy(running90, seldom([35]))).toBeLessThanOrEqual(3)
    expect(halfBy(running90, seldom([35]))).toBeGreaterThan(halfBy(running90, seldom([35, 22, 23])))
    // The mortgage was approved only a week ago, so that completing cannot have begun before.
    const lately = standing({ ...answered, 29: { ...approved, ago: 7 }, 35: running(90) })
    expect(halfBy(lately, seldom([35]))).toBeLessThan(halfBy(running90, seldom([35])))
  })

  test('a step that may be done but not entered yet holds the sale less, the longer it has run', () => {
    const late = { ...allRecorded, enteredAfter: [1, ...Array.from({ length: 14 }, () => 0.5)] }
    const sooner = (days: number): number => {
      const sale = standing({ 30: done, 31: done, 32: done, 33: running(days), 26: done, 27: done, 28: done, 29: done })
      return halfBy(sale) - halfBy(sale, late)
    }
    expect(sooner(0)).toBe(0)
    expect(sooner(20)).toBeGreaterThan(sooner(5))
    expect(sooner(20)).toBeGreaterThanOrEqual(3)
  })

  test('a sale without any mortgage step for long is not held by the mortgage', () => {
    const legalDone = { 30: done, 31: done, 32: done, 33: done, 34: done, 35: done }
    const cash = standing({ ...legalDone, 26: running(120) })
    const entries = { ...allRecorded, withoutMortgage: 0.02 }
    expect(halfBy(cash, entries)).toBeLessThan(20)
    expect(halfBy(cash)).toBeGreaterThan(30)
    const started = standing({ ...legalDone, 26: done, 27: running(40) })
    expect(halfBy(started, entries)).toBe(halfBy(started))
  })
})

describe('Learning', () => {
  const day = (offset: number) => new Date(Date.parse('2026-01-01') + offset * 86_400_000).toISOString().slice(0, 10)
  const sale = (number: number, missing: boolean): SaleHistory => {
    const facts = steps.map((key, index): StepFacts => {
      const isMissing = missing && key === 33
      return {
        key,
        state: isMissing ? 'IP' : 'C',
        startedOn: day(number + index * 5),
        completedOn: isMissing ? null : day(number + index * 5 + 5),
        blockedOn: null,
        surveyDate: null,
      }
    })
    const endedOn = day(number + steps.length * 5)
    return historyOf({ agreedOn: day(number), endedOn, outcome: 'exchanged', traits, steps: facts }, day(400), [])
  }

  test('counts the days from each step to its entry, not of steps that were entered with the sale', () => {
    const facts = steps.map(
      (key, index): StepFacts => ({
        key,
        state: 'C',
        startedOn: day(index * 5),
        completedOn: day(index * 5 + 5),
        blockedOn: null,
        surveyDate: null,
        enteredOn: day(index * 5 + 8),
      }),
    )
    const agreed = { agreedOn: day(0), endedOn: day(70), outcome: 'exchanged' as const, traits, steps: facts }
    const daysOf = (knownOn: string) =>
      historyOf({ ...agreed, knownOn }, day(400), []).entries?.flatMap(({ enteredAfter }) => enteredAfter ?? [])
    expect(daysOf(day(0))).toEqual(stepsToReady.map(() => 3))
    expect(daysOf(day(33))).toHaveLength(stepsToReady.length - 6)
  })

  test('unticked steps do not change the times of the others', () => {
    const eightInTen = (missing: number) => {
      const learned = learn(Array.from({ length: 60 }, (_, number) => sale(number, number < missing)))
      const tables = tablesFor(learned, traits)
      return dayOfChance(
        exchangeChances(standing({ 30: done, 31: done, 32: done, 33: running(0) }), tables, { links: [], inChain: false }),
        0.8,
      )
    }
    expect(Math.abs((eightInTen(15) ?? 365) - (eightInTen(0) ?? 365))).toBeLessThanOrEqual(3)
  })

  test('files without falls: published rates of falls; with falls: those of the files', () => {
    const imported = (outcome: 'exchanged' | 'fell'): SaleHistory => ({
      ...sale(0, false),
      outcome,
      days: 60,
      knownFrom: 200,
      imported: true,
    })
    const exchanged = Array.from({ length: 80 }, () => imported('exchanged'))
    const without = learn(exchanged)
    expect(without.salesWithoutFalls).toBe(80)
    without.falls.alone.forEach((rate, band) => expect(rate).toBeCloseTo(publishedOnly.falls.alone[band] ?? 0, 9))
    const withFalls = learn([...exchanged, ...Array.from({ length: 20 }, () => imported('fell'))])
    expect(withFalls.salesWithoutFalls).toBe(0)
    expect(withFalls.falls.alone[2]).toBeGreaterThan(publishedOnly.falls.alone[2] ?? 0)
    // A sale recorded since day 40 was not at risk of falling off before.
    const recorded = learn([{ ...sale(0, false), outcome: 'fell', days: 60, knownFrom: 40 }])
    expect(recorded.counts.get('falls alone')?.days).toEqual([0, 20, 1, 0, 0])
  })

  describe('times of late', () => {
    const row = (key: StepKey, days: number, recent?: StepRow['recent']): StepRow => ({
      key,
      finished: true,
      days,
      ...(recent === undefined ? {} : { recent }),
    })
    const sales = (steps: StepRow[]) => Array.from({ length: 80 }, () => ({ ...sale(0, false), steps }))
    const past = sales([row(31, 10, { from: 90, until: 180 }), row(33, 10, { from: 90, until: 180 })])
    const rateOf = (recent: readonly SaleHistory[], id: string) => learn([...past, ...recent]).rates.get(id)?.[6] ?? 0

    test('steps that have been slower for three months are slower in forecasts', () => {
      expect(rateOf(sales([row(31, 20)]), '31 freehold')).toBeLessThan(rateOf(sales([row(31, 10)]), '31 freehold'))
    })

    test('a step that alone became slower is slowed more than the others', () => {
      const slower = (id: string): number =>
        rateOf(sales([row(31, 20), row(33, 10)]), id) / rateOf(sales([row(31, 10), row(33, 10)]), id)
      expect(slower('33 freehold')).toBeGreaterThan(slower('31 freehold') * 1.1)
    })

    test('the last fortnight, whose entries are not complete, does not count', () => {
      const waiting = (recent: StepRow['recent']): SaleHistory[] => sales([{ ...row(31, 14, recent), finished: false }])
      expect(rateOf(waiting({ from: 0, until: 0 }), '31 freehold')).toBeGreaterThan(
        rateOf(waiting({ from: 0, until: 90 }), '31 freehold'),
      )
    })
  })
})
