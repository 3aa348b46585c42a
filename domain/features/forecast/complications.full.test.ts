import { expect, test } from 'vitest'
import type { Complications } from './testing/complicate-sales.ts'
import { type Known, knowsAll } from './testing/known-on-day.ts'
import { calibrationGaps, fallsGap, type SimulationScore, scoreSimulation } from './testing/score-simulation.ts'
import type { Simulation } from './testing/simulated-company.ts'

/**
 * What the prototype of the forecast did not measure: delays, surveys, reasons, restored sales, two sales of the company in a chain, more
 * than 200 open sales. Wide bounds, for few companies and days; the figures are in decision 86.
 */

const usual = { salesPerYear: 300, yearsBefore: 2, paceSpread: 0.3, stepShape: 'lognormal', chainsDrawn: true } as const
type Way = { known?: Partial<Known>; asUnits?: boolean; more?: Partial<Simulation> }
const score = (complications: Complications, seeds: readonly number[], { known = {}, asUnits = true, more = {} }: Way = {}) =>
  seeds.map((seed) =>
    scoreSimulation({ ...usual, ...more, seed, complications }, { every: 27, known: { ...knowsAll, ...known }, asUnits }),
  )
const mean = (scores: readonly SimulationScore[], of: (score: SimulationScore) => number): number =>
  scores.reduce((sum, one) => sum + of(one), 0) / scores.length
const ratio = (scores: readonly SimulationScore[]): number =>
  mean(scores, ({ daysOut }) => daysOut) / mean(scores, ({ daysOutOfMedian }) => daysOutOfMedian)
const halfOff = (scores: readonly SimulationScore[]): number => Math.abs(mean(scores, ({ cameBy }) => cameBy[2] ?? 0) - 50)

test('delayed steps: their factor stays near what it is in truth, and dates stay better than the median’s', () => {
  const scores = score({ delayedShare: 0.15 }, [801, 802])
  // Learned from steps that are delayed now alone, of which none has finished, it was 0.11, and dates were worse than the median’s.
  const blocked = mean(scores, ({ learned }) => learned.blocked)
  expect(blocked).toBeGreaterThan(0.5)
  expect(blocked).toBeLessThan(0.9)
  expect(ratio(scores)).toBeLessThanOrEqual(0.88)
  expect(halfOff(scores)).toBeLessThanOrEqual(9)
  for (const gap of calibrationGaps(scores)) expect(gap).toBeLessThanOrEqual(7)
}, 300_000)

test('surveys: half come by half by, and dates are better than the median’s', () => {
  const scores = score({ surveyShare: 0.7 }, [811, 812])
  expect(halfOff(scores)).toBeLessThanOrEqual(8)
  expect(ratio(scores)).toBeLessThanOrEqual(0.85)
}, 300_000)

test('reasons: one that makes falls likelier has the larger factor, and the riskiest tenth falls through more often', () => {
  const scores = score({ delayedShare: 0.1, reasons: true }, [821, 822, 823])
  const factor = (risk: 'survey' | 'price'): number => mean(scores, ({ learned }) => learned.risks.get(risk)?.factor ?? 1)
  expect(factor('survey')).toBeGreaterThan(factor('price'))
  expect(factor('price')).toBeLessThan(1.3)
  expect(mean(scores, ({ fellOfRiskiest }) => fellOfRiskiest)).toBeGreaterThan(1.3 * mean(scores, ({ fell }) => fell))
  expect(fallsGap(scores)).toBeLessThanOrEqual(6)
}, 300_000)

test('restored sales: half come by half by, gaps at most 6 points', () => {
  const scores = score({ restoredShare: 0.4 }, [831, 832])
  expect(halfOff(scores)).toBeLessThanOrEqual(9)
  for (const gap of calibrationGaps(scores)) expect(gap).toBeLessThanOrEqual(6)
}, 300_000)

test('two sales of the company in a chain: known, dates are better; as one unit, ranges hold at least as often', () => {
  const [units, alone, unknown] = [
    score({ partnerShare: 0.6 }, [841]),
    score({ partnerShare: 0.6 }, [841], { asUnits: false }),
    score({ partnerShare: 0.6 }, [841], { known: { partners: false }, asUnits: false }),
  ]
  const held = (scores: readonly SimulationScore[]): number => mean(scores, ({ rangesHeld }) => rangesHeld)
  expect(held(units)).toBeGreaterThanOrEqual(held(alone))
  expect(mean(units, ({ daysOut }) => daysOut)).toBeLessThan(mean(unknown, ({ daysOut }) => daysOut))
}, 300_000)

test('more than 200 open sales: the range of the normal distribution holds on at least 65 % of the days', () => {
  const scores = score({ partnerShare: 0.3 }, [851], { more: { salesPerYear: 1200, yearsBefore: 1 } })
  expect(mean(scores, ({ mostOpen }) => mostOpen)).toBeGreaterThan(200)
  expect(mean(scores, ({ rangesHeld }) => rangesHeld)).toBeGreaterThanOrEqual(65)
}, 300_000)
