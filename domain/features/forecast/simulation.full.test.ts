import { expect, test } from 'vitest'
import { calibrationGaps, type SimulationScore, scoreSimulation } from './testing/score-simulation.ts'
import type { Simulation } from './testing/simulated-company.ts'

/**
 * [forecast §12](docs/design/forecast.md#12), acceptance 1. Late entries, whose days are not recorded here, add 1 to 2 points to the
 * calibration gaps, so companies are tested with and without them.
 */

const defaults = { salesPerYear: 300, yearsBefore: 2, paceSpread: 0.3, stepShape: 'lognormal', chainsDrawn: true } as const
const score = (more: Partial<Simulation>, seeds: readonly number[]): SimulationScore[] =>
  seeds.map((seed) => scoreSimulation({ ...defaults, ...more, seed }, { every: 27 }))
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const meanCoverage = (scores: readonly SimulationScore[]): number[] =>
  [0, 1, 2, 3, 4].map((index) => mean(scores.map(({ coverage }) => coverage[index] ?? 0)))
const nominal = [10, 20, 50, 80, 90]
const largestCoverageError = (scores: readonly SimulationScore[]): number =>
  Math.max(...meanCoverage(scores).map((share, index) => Math.abs(share - (nominal[index] ?? 0))))
const ratio = (scores: readonly SimulationScore[]): number =>
  mean(scores.map(({ meanError }) => meanError)) / mean(scores.map(({ meanErrorOfMedian }) => meanErrorOfMedian))

test('300 sales a year, no late entries: coverage within 5 points, error at most 0.8 of the median’s, calibration gaps at most 3.5 points', () => {
  const scores = score({ lateShare: 0 }, [101, 102])
  expect(largestCoverageError(scores)).toBeLessThanOrEqual(5)
  expect(ratio(scores)).toBeLessThanOrEqual(0.8)
  for (const gap of calibrationGaps(scores)) expect(gap).toBeLessThanOrEqual(3.5)
}, 120_000)

test('300 sales a year, one entry in seven up to ten days late: coverage within 7 points, calibration gaps at most 6, ranges cover 65 to 95 %', () => {
  const scores = score({}, [101, 102])
  expect(largestCoverageError(scores)).toBeLessThanOrEqual(7)
  expect(ratio(scores)).toBeLessThanOrEqual(0.82)
  for (const gap of calibrationGaps(scores)) expect(gap).toBeLessThanOrEqual(6)
  const held = mean(scores.map(({ rangesHeld }) => rangesHeld))
  expect(held).toBeGreaterThanOrEqual(65)
  expect(held).toBeLessThanOrEqual(95)
}, 120_000)

test('60 sales a year: coverage within 10 points', () => {
  expect(largestCoverageError(score({ salesPerYear: 60 }, [201, 202, 203]))).toBeLessThanOrEqual(10)
}, 120_000)
