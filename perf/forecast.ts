import { calibrationGaps, type SimulationScore, scoreSimulation } from '../domain/features/forecast/testing/score-simulation.ts'
import type { Simulation } from '../domain/features/forecast/testing/simulated-company.ts'

/**
 * Accuracy of forecasts of simulated companies, whose process differs from the model of the forecast (see `simulateCompany`). Bounds:
 * [forecast §12](docs/design/forecast.md#12), "Simulation test".
 */

const defaults = { salesPerYear: 300, yearsBefore: 2, paceSpread: 0.3, stepShape: 'lognormal', chainsDrawn: true } as const
type Row = {
  name: string
  simulation: Omit<Simulation, 'seed'>
  seeds: readonly number[]
  countClosed?: boolean
  bounds?: string
}

const rows: readonly Row[] = [
  {
    name: '300 a year',
    simulation: defaults,
    seeds: [101, 102, 103],
    bounds: 'shares ±5, ratio ≤ 0.75, gaps ≤ 3.5, range 70–88 %',
  },
  {
    name: '60 a year',
    simulation: { ...defaults, salesPerYear: 60 },
    seeds: [201, 202, 203, 204, 205, 206, 207, 208],
    bounds: 'shares ±7, ratio ≤ 0.8, gaps ≤ 4.5',
  },
  { name: '300, three to nine months old', simulation: { ...defaults, yearsBefore: 0.5 }, seeds: [301, 302] },
  { name: '300, pace spread 0.5', simulation: { ...defaults, paceSpread: 0.5 }, seeds: [401, 402], bounds: 'shares ±6' },
  { name: '300, Weibull steps', simulation: { ...defaults, stepShape: 'weibull' }, seeds: [501, 502] },
  { name: '300, two entries in five late', simulation: { ...defaults, lateShare: 0.4 }, seeds: [601, 602] },
  { name: '300, closed days counted', simulation: defaults, seeds: [101, 102], countClosed: true },
  { name: '300, chains not entered', simulation: { ...defaults, chainsDrawn: false }, seeds: [101, 102] },
]

type Measured = { name: string; bounds: string; scores: readonly SimulationScore[] }

export function measureForecast(print: (line: string) => void): readonly Measured[] {
  return rows.map(({ name, simulation, seeds, countClosed, bounds }) => {
    print(`Simulating ${name}: ${seeds.length} companies`)
    return {
      name,
      bounds: bounds ?? '',
      scores: seeds.map((seed) => scoreSimulation({ ...simulation, seed }, { countClosed: countClosed ?? false })),
    }
  })
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const average = (scores: readonly SimulationScore[], of: (score: SimulationScore) => readonly number[]): string =>
  (of(scores[0] as SimulationScore) ?? [])
    .map((_, index) => mean(scores.map((score) => of(score)[index] ?? 0)).toFixed(1))
    .join(' / ')

export function printForecast(measured: readonly Measured[], print: (line: string) => void): void {
  print('\nForecasts of simulated companies')
  print(
    '| company | forecasts | exchange by their 10 / 20 / 50 / 80 / 90 % day, if they hold | of those that exchanged | mean error in days: forecast · company median · ratio | calibration gap at 4 / 8 / 12 weeks | 4-week count in its range | bounds |',
  )
  print('|---|---|---|---|---|---|---|---|')
  for (const { name, scores, bounds } of measured) {
    const [ours, median] = [mean(scores.map((score) => score.meanError)), mean(scores.map((score) => score.meanErrorOfMedian))]
    print(
      `| ${name} | ${scores.reduce((sum, { forecasts }) => sum + forecasts, 0)} | ${average(scores, ({ coverage }) => coverage)} | ${average(scores, ({ coverageOfExchanged }) => coverageOfExchanged)} | ` +
        `${ours.toFixed(1)} · ${median.toFixed(1)} · ${(ours / median).toFixed(2)} | ${calibrationGaps(scores)
          .map((gap) => gap.toFixed(1))
          .join(' / ')} | ` +
        `${mean(scores.map((score) => score.rangesHeld)).toFixed(0)} % | ${bounds} |`,
    )
  }
}
