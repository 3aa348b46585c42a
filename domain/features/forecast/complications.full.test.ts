import { expect, test } from 'vitest'
import type { Complications } from './testing/complicate-sales.ts'
import { type Known, knowsAll } from './testing/known-on-day.ts'
import { calibrationGaps, fallsGap, type SimulationScore, scoreSimulation } from './testing/score-simulation.ts'
import type { Simulation } from './testing/simulated-company.ts'

/**
 * Simulates delays, surveys, reasons to fall through, restored sales, two sales of the company in one chain, and more than 200 open sales.
 * The bounds are wide, because few companies and days are simulated; the figures are in decision 86.
 */

const defaults = { salesPerYear: 300, yearsBefore: 2, paceSpread: 0.3, stepShape: 'lognormal', chainsDrawn: true } as const
type Variant = { known?: Partial<Known>; asUnits?: boolean; more?: Partial<Simulation> }
const score = (complications: Complications, seeds: readonly number[], { known = {}, asUnits = true, more = {} }: Variant = {}) =>
  seeds.map((seed) =>
    scoreSimulation({ ...defaults, ...more, seed, complications }, { every: 27, known: { ...knowsAll, ...known }, asUnits }),
  )
const mean = (scores: readonly SimulationScore[], of: (score: SimulationScore) => number): number =>
  scores.reduce((sum, one) => sum + of(one), 0) / scores.length
const ratio = (scores: readonly SimulationScore[]): number =>
  mean(scores, ({ meanError }) => meanError) / mean(scores, ({ meanErrorOfMedian }) => meanErrorOfMedian)
const medianCoverageError = (scores: readonly SimulationScore[]): number =>
  Math.abs(mean(scores, ({ coverage }) => coverage[2] ?? 0) - 50)

test('delayed steps: the learned factor is near the simulated one, and forecasts are better than the median', () => {
  const scores = score({ delayedShare: 0.15 }, [801, 802])
  // Learned only from steps that are still delayed, none of which has finished, the factor was 0.11, and forecasts were worse than the
  // median.
  const blocked = mean(scores, ({ learned }) => learned.blocked)
  expect(blocked).toBeGreaterThan(0.5)
  expect(blocked).toBeLessThan(0.9)
  expect(ratio(scores)).toBeLessThanOrEqual(0.88)
  expect(medianCoverageError(scores)).toBeLessThanOrEqual(9)
  for (const gap of calibrationGaps(scores)) expect(gap).toBeLessThanOrEqual(7)
}, 300_000)

test('surveys: half by covers half of the sales, and forecasts are better than the median', () => {
  const scores = score({ surveyShare: 0.7 }, [811, 812])
  expect(medianCoverageError(scores)).toBeLessThanOrEqual(8)
  expect(ratio(scores)).toBeLessThanOrEqual(0.85)
}, 300_000)

test('reasons: the one that makes falls more likely has the larger factor, and the riskiest tenth falls through more often', () => {
  const scores = score({ delayedShare: 0.1, reasons: true }, [821, 822, 823])
  const factor = (risk: 'survey' | 'price'): number => mean(scores, ({ learned }) => learned.risks.get(risk)?.factor ?? 1)
  expect(factor('survey')).toBeGreaterThan(factor('price'))
  expect(factor('price')).toBeLessThan(1.3)
  expect(mean(scores, ({ fellOfRiskiest }) => fellOfRiskiest)).toBeGreaterThan(1.3 * mean(scores, ({ fell }) => fell))
  expect(fallsGap(scores)).toBeLessThanOrEqual(6)
}, 300_000)

test('restored sales: half by covers half of the sales, calibration gaps are at most 6 points', () => {
  const scores = score({ restoredShare: 0.4 }, [831, 832])
  expect(medianCoverageError(scores)).toBeLessThanOrEqual(9)
  for (const gap of calibrationGaps(scores)) expect(gap).toBeLessThanOrEqual(6)
}, 300_000)

test('two sales of the company in one chain: forecasts are better with the other sale; counted as one unit, ranges cover at least as often', () => {
  const [units, alone, unknown] = [
    score({ partnerShare: 0.6 }, [841]),
    score({ partnerShare: 0.6 }, [841], { asUnits: false }),
    score({ partnerShare: 0.6 }, [841], { known: { partners: false }, asUnits: false }),
  ]
  const held = (scores: readonly SimulationScore[]): number => mean(scores, ({ rangesHeld }) => rangesHeld)
  expect(held(units)).toBeGreaterThanOrEqual(held(alone))
  expect(mean(units, ({ meanError }) => meanError)).toBeLessThan(mean(unknown, ({ meanError }) => meanError))
}, 300_000)

test('more than 200 open sales: the range by the normal distribution covers the count on at least 65 % of the days', () => {
  const scores = score({ partnerShare: 0.3 }, [851], { more: { salesPerYear: 1200, yearsBefore: 1 } })
  expect(mean(scores, ({ mostOpen }) => mostOpen)).toBeGreaterThan(200)
  expect(mean(scores, ({ rangesHeld }) => rangesHeld)).toBeGreaterThanOrEqual(65)
}, 300_000)
