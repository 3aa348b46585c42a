import { recordedProcesses } from '../domain/features/forecast/testing/recorded-processes.ts'
import { type RecordedScore, scoreRecorded, scoreSales } from '../domain/features/forecast/testing/score-recorded.ts'
import { otherProcess } from './forecast-other-process.ts'

/** Forecasts of simulated companies from what agencies record. Decision 86. */

const defaults = { salesPerYear: 300, yearsBefore: 2, paceSpread: 0.3, stepShape: 'lognormal', chainsDrawn: true } as const
const firstDay = 730

type Process = { name: string; scoreOf: (seed: number) => RecordedScore }
const otherAgencies = {
  'other process: ticked at once': { ticking: 'at once' },
  'other process: ticked in batches': { ticking: 'batches' },
  'other process: steps never ticked': { ticking: 'gaps' },
  'other process: habits of progressors': { ticking: 'habits' },
  'other process: habits, then slower councils and lenders': { ticking: 'habits', change: { from: firstDay, longer: 1.6 } },
} as const

const processesOf = (daysApart: number): Process[] => [
  ...recordedProcesses.map(({ name, simulation, recording }) => ({
    name,
    scoreOf: (seed: number) => scoreRecorded({ ...defaults, ...simulation, seed }, recording, daysApart),
  })),
  ...Object.entries(otherAgencies).map(([name, agency]) => ({
    name,
    scoreOf: (seed: number) =>
      scoreSales(otherProcess({ seed, salesPerYear: defaults.salesPerYear, ...agency }), firstDay, daysApart),
  })),
]

/** `named`: only processes with this in their name. `seeds`: one company each. */
export type RecordedRun = { named: string; seeds: readonly number[]; daysApart: number }
export type MeasuredRecording = { name: string; scores: readonly RecordedScore[] }

export const measureRecorded = ({ named, seeds, daysApart }: RecordedRun, print: (line: string) => void): MeasuredRecording[] =>
  processesOf(daysApart)
    .filter(({ name }) => name.includes(named))
    .map(({ name, scoreOf }) => {
      print(`Simulating ${name}: ${seeds.length} companies`)
      return { name, scores: seeds.map(scoreOf) }
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
