import { type Known, knowsAll } from '../domain/features/forecast/testing/known-on-day.ts'
import {
  calibrationGaps,
  fallsGap,
  type SimulationScore,
  scoreSimulation,
} from '../domain/features/forecast/testing/score-simulation.ts'
import type { Simulation } from '../domain/features/forecast/testing/simulated-company.ts'

/** What each kind of fact is worth: the same companies forecast with it and without it. Decision 86. */

const usual = { salesPerYear: 300, yearsBefore: 2, paceSpread: 0.3, stepShape: 'lognormal', chainsDrawn: true } as const
type Way = { name: string; known?: Partial<Known>; asUnits?: boolean }
type Row = { name: string; simulation: Omit<Simulation, 'seed'>; seeds: readonly number[]; ways: readonly Way[] }

const rows: readonly Row[] = [
  {
    name: '15 % of steps delayed, at two fifths of their speed',
    simulation: { ...usual, complications: { delayedShare: 0.15 } },
    seeds: [801, 802],
    ways: [
      { name: 'delays known' },
      { name: 'learned from steps that are delayed now', known: { delays: 'running' } },
      { name: 'not known', known: { delays: 'none' } },
    ],
  },
  {
    name: '70 % with a survey',
    simulation: { ...usual, complications: { surveyShare: 0.7 } },
    seeds: [811, 812],
    ways: [{ name: 'surveys known' }, { name: 'not known', known: { surveys: false } }],
  },
  {
    name: 'reasons multiply the chance of falling',
    simulation: { ...usual, complications: { delayedShare: 0.1, reasons: true } },
    seeds: [821, 822, 823],
    ways: [{ name: 'reasons known' }, { name: 'not known', known: { reasons: false } }],
  },
  {
    name: '40 % of the fallen are restored',
    simulation: { ...usual, complications: { restoredShare: 0.4 } },
    seeds: [831, 832],
    ways: [{ name: 'as it is' }],
  },
  {
    name: 'half of those in chains with another sale of the company',
    simulation: { ...usual, complications: { partnerShare: 0.6 } },
    seeds: [841, 842],
    ways: [
      { name: 'one unit' },
      { name: 'ranges as if each by itself', asUnits: false },
      { name: 'the other sale not known', known: { partners: false }, asUnits: false },
    ],
  },
  {
    name: '1,200 a year: more than 200 open',
    simulation: { ...usual, salesPerYear: 1200, complications: { partnerShare: 0.3 } },
    seeds: [851],
    ways: [{ name: 'normal distribution' }],
  },
  {
    name: '300, all of these',
    simulation: {
      ...usual,
      complications: { delayedShare: 0.1, surveyShare: 0.7, reasons: true, restoredShare: 0.3, partnerShare: 0.3 },
    },
    seeds: [861, 862],
    ways: [{ name: 'all known' }],
  },
]

export type MeasuredComplication = { name: string; way: string; scores: readonly SimulationScore[] }

export const measureComplications = (print: (line: string) => void): MeasuredComplication[] =>
  rows.flatMap(({ name, simulation, seeds, ways }) =>
    ways.map((way) => {
      print(`Simulating ${name}, ${way.name}: ${seeds.length} companies`)
      const options = { known: { ...knowsAll, ...way.known }, asUnits: way.asUnits ?? true }
      return { name, way: way.name, scores: seeds.map((seed) => scoreSimulation({ ...simulation, seed }, options)) }
    }),
  )

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

export function printComplications(measured: readonly MeasuredComplication[], print: (line: string) => void): void {
  print('\nWhat each kind of fact is worth')
  print(
    '| company | what is known | came by their 10 / 20 / 50 / 80 / 90 % day | days out · of the median | gap at 4 / 8 / 12 weeks | 4-week count · fees in range | falls: said–came gap · fell of all · of the riskiest tenth | most open | factor of delayed days · of reasons |',
  )
  print('|---|---|---|---|---|---|---|---|---|')
  for (const { name, way, scores } of measured) {
    const of = (value: (score: SimulationScore) => number, digits = 1): string => mean(scores.map(value)).toFixed(digits)
    const came = [0, 1, 2, 3, 4].map((index) => of(({ cameBy }) => cameBy[index] ?? 0))
    const gaps = calibrationGaps(scores).map((gap) => gap.toFixed(1))
    const factor = of(({ learned }) => learned.blocked, 2)
    const reasons = (['survey', 'delayed', 'silence', 'price'] as const).flatMap((risk) => {
      const learned = scores.flatMap((score) => score.learned.risks.get(risk)?.factor ?? [])
      return learned.length > 0 ? [`${risk} ${mean(learned).toFixed(1)}`] : []
    })
    print(
      `| ${name} | ${way} | ${came.join(' / ')} | ${of(({ daysOut }) => daysOut)} · ${of(({ daysOutOfMedian }) => daysOutOfMedian)} | ${gaps.join(' / ')} | ` +
        `${of(({ rangesHeld }) => rangesHeld, 0)} % · ${of(({ feeRangesHeld }) => feeRangesHeld, 0)} % | ` +
        `${fallsGap(scores).toFixed(1)} · ${of(({ fell }) => fell, 0)} % · ${of(({ fellOfRiskiest }) => fellOfRiskiest, 0)} % | ` +
        `${Math.max(...scores.map(({ mostOpen }) => mostOpen))} | ${[factor, ...reasons].join(', ')} |`,
    )
  }
}
