import { recordedProcesses } from '../domain/features/forecast/testing/recorded-processes.ts'
import { type RecordedScore, scoreRecorded } from '../domain/features/forecast/testing/score-recorded.ts'

/** Forecasts of the same simulated companies from what agencies record. Decision 86. */

const defaults = { salesPerYear: 300, yearsBefore: 2, paceSpread: 0.3, stepShape: 'lognormal', chainsDrawn: true } as const
/** Other than those with which the method was developed. */
const seeds = [2901, 2902]
const daysApart = 12

export type MeasuredRecording = { name: string; scores: readonly RecordedScore[] }

export const measureRecorded = (print: (line: string) => void): MeasuredRecording[] =>
  recordedProcesses.map(({ name, simulation, recording }) => {
    print(`Simulating ${name}: ${seeds.length} companies`)
    return { name, scores: seeds.map((seed) => scoreRecorded({ ...defaults, ...simulation, seed }, recording, daysApart)) }
  })

export function printRecorded(measured: readonly MeasuredRecording[], print: (line: string) => void): void {
  print('\nForecasts from what agencies record')
  print(
    '| company | half by · 8 in 10 | days of error (bias) | of the company’s median · of the same step | falls: forecast → actual, of all and by fifths | months in range · widening |',
  )
  print('|---|---|---|---|---|---|')
  for (const { name, scores } of measured) {
    const of = (value: (score: RecordedScore) => number, digits = 0): string =>
      (scores.reduce((sum, score) => sum + value(score), 0) / scores.length).toFixed(digits)
    const fifths = [0, 1, 2, 3, 4].map(
      (fifth) =>
        `${of((score) => score.fallsByFifths[fifth]?.said ?? 0)} → ${of((score) => score.fallsByFifths[fifth]?.came ?? 0)}`,
    )
    print(
      `| ${name} | ${of(({ half }) => half)} · ${of(({ eight }) => eight)} % | ${of(({ error }) => error, 1)} (${of(({ bias }) => bias, 1)}) | ` +
        `${of(({ error, errorOfMedian }) => error / errorOfMedian, 2)} · ${of(({ error, errorOfSameStep }) => error / errorOfSameStep, 2)} | ` +
        `${of(({ falls }) => falls.said)} → ${of(({ falls }) => falls.came)} % (${fifths.join(', ')}) | ` +
        `${of(({ monthsHeld }) => monthsHeld)} % · ${of(({ widening }) => widening, 2)} |`,
    )
  }
}
