import { expect, test } from 'vitest'
import type { StepKey } from '../timeline/step-definitions.ts'
import { baseline } from './baseline.ts'
import { dayOfChance } from './distributions.ts'
import { allRecorded } from './entry-shares.ts'
import {
  exchangeChances,
  type ForecastTables,
  paceOfSale,
  readyChances,
  type SaleStanding,
  type StepStatus,
} from './step-network.ts'

// Worked examples of [forecast §12](docs/design/forecast.md#12): baseline, k 12.

const tables = (leasehold = false): ForecastTables => ({
  k: 12,
  blocked: 0.5,
  table: (key) => ({ rates: baseline.step(key, leasehold), factor: 1 }),
  survey: { rates: baseline.survey, factor: 1 },
  exchangeAlone: { rates: baseline.exchangeAlone, factor: 1 },
  entries: allRecorded,
  exchangeInChain: { rates: baseline.exchangeInChain, factor: 1 },
})

const allSteps = [30, 31, 32, 33, 34, 35, 26, 27, 28, 29, 22, 23, 24]
const sale = (standings: Record<StepKey, StepStatus> = {}, without: readonly StepKey[] = []): SaleStanding => ({
  steps: new Map(
    allSteps.filter((key) => !without.includes(key)).map((key) => [key, standings[key] ?? { status: 'toCome' as const }]),
  ),
  surveys: [],
})
const fresh = (without: readonly StepKey[] = []) => sale({ 30: { status: 'running', days: 0, blocked: false } }, without)
const halfAnd80 = (chances: Float64Array) => [dayOfChance(chances, 0.5), dayOfChance(chances, 0.8)]

test('half by and 8 in 10 by of new sales, from published times', () => {
  expect(halfAnd80(exchangeChances(fresh(), tables(), { links: [], inChain: false }))).toEqual([95, 127])
  expect(halfAnd80(exchangeChances(fresh([26, 27, 28, 29]), tables(), { links: [], inChain: false }))).toEqual([92, 125])
  expect(halfAnd80(exchangeChances(fresh(), tables(true), { links: [], inChain: false }))).toEqual([136, 190])
  expect(halfAnd80(exchangeChances(fresh(), tables(), { links: [], inChain: true }))).toEqual([108, 147])
})

const done = (days: number): StepStatus => ({ status: 'done', days })
const running = (days: number): StepStatus => ({ status: 'running', days, blocked: false })
const underWay = { 30: done(3), 31: done(14), 32: done(4), 26: done(7), 27: done(11), 33: running(26), 28: running(29) }

test('a step that nobody enters counts for at most five expected finishes: a sale imported without steps is not taken for the slowest', () => {
  const { done: steps, expected, mean } = paceOfSale(sale({ 30: running(45) }), tables())
  expect([steps, expected]).toEqual([0, 5])
  expect(mean).toBeCloseTo(12 / 17, 4)
})

test('half by and 8 in 10 by of a sale in progress', () => {
  const pace = paceOfSale(sale(underWay), tables())
  expect(pace.done).toBe(5)
  expect(pace.expected).toBeCloseTo(11.43, 2)
  expect(pace.mean).toBeCloseTo(0.7257, 4)
  expect(halfAnd80(exchangeChances(sale(underWay), tables(), { links: [], inChain: false }))).toEqual([73, 105])
  expect(halfAnd80(exchangeChances(sale({ ...underWay, 33: running(40) }), tables(), { links: [], inChain: false }))).toEqual([
    78, 113,
  ])
  expect(
    halfAnd80(exchangeChances(sale({ ...underWay, 33: done(26), 34: running(0) }), tables(), { links: [], inChain: false })),
  ).toEqual([62, 90])
  expect(
    halfAnd80(exchangeChances(sale({ ...underWay, 28: done(29), 29: running(0) }), tables(), { links: [], inChain: false })),
  ).toEqual([69, 100])
})

test('a sale in progress with a link whose memorandum has no dates', () => {
  const link = sale({
    30: { status: 'done', days: null },
    31: done(20),
    32: done(9),
    33: done(12),
    34: running(5),
    26: done(9),
    27: done(6),
    28: done(9),
    29: done(12),
  })
  expect(
    halfAnd80(exchangeChances(sale(underWay), tables(), { links: [readyChances(link, tables(), 3)], inChain: true })),
  ).toEqual([78, 109])
  const ready = new Float64Array(365).fill(1)
  expect(halfAnd80(exchangeChances(sale(underWay), tables(), { links: [ready], inChain: true }))).toEqual([73, 105])
})
