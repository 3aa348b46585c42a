import { type Known, knowsAll } from '../domain/features/forecast/testing/known-on-day.ts'
import {
  calibrationGaps,
  fallsGap,
  type SimulationScore,
  scoreSimulation,
} from '../domain/features/forecast/testing/score-simulation.ts'
import type { Simulation } from '../domain/features/forecast/testing/simulated-company.ts'

/** Compares forecasts of the same simulated companies with and without each kind of fact. Decision 86. */

const defaults = { salesPerYear: 300, yearsBefore: 2, paceSpread: 0.3, stepShape: 'lognormal', chainsDrawn: true } as const
type Variant = { name: string; known?: Partial<Known>; asUnits?: boolean }
type Row = { name: string; simulation: Omit<Simulation, 'seed'>; seeds: readonly number[]; variants: readonly Variant[] }

const rows: readonly Row[] = [
  {
    name: '15 % of steps delayed, at two fifths of their speed',
    simulation: { ...defaults, complications: { delayedShare: 0.15 } },
    seeds: [801, 802],
    variants: [
      { name: 'delays known' },
      { name: 'learned from steps that are delayed now', known: { delays: 'running' } },
      { name: 'not known', known: { delays: 'none' } },
    ],
  },
  {
    name: '70 % with a survey',
    simulation: { ...defaults, complications: { surveyShare: 0.7 } },
    seeds: [811, 812],
    variants: [{ name: 'surveys known' }, { name: 'not known', known: { surveys: false } }],
  },
  {
    name: 'reasons multiply the chance of falling',
    simulation: { ...defaults, complications: { delayedShare: 0.1, reasons: true } },
    seeds: [821, 822, 823],
    variants: [{ name: 'reasons known' }, { name: 'not known', known: { reasons: false } }],
  },
  {
    name: '40 % of the fallen are restored',
    simulation: { ...defaults, complications: { restoredShare: 0.4 } },
    seeds: [831, 832],
    variants: [{ name: 'all' }],
  },
  {
    name: 'half of those in chains with another sale of the company',
    simulation: { ...defaults, complications: { partnerShare: 0.6 } },
    seeds: [841, 842],
    variants: [
      { name: 'one unit' },
      { name: 'separate units', asUnits: false },
      { name: 'the other sale not known', known: { partners: false }, asUnits: false },
    ],
  },
  {
    name: '1,200 a year: more than 200 open',
    simulation: { ...defaults, salesPerYear: 1200, complications: { partnerShare: 0.3 } },
    seeds: [851],
    variants: [{ name: 'normal distribution' }],
  },
  {
    name: '300, all of these',
    simulation: {
      ...defaults,
      complications: { delayedShare: 0.1, surveyShare: 0.7, reasons: true, restoredShare: 0.3, partnerShare: 0.3 },
    },
    seeds: [861, 862],
    variants: [{ name: 'all' }],
  },
]

export type MeasuredComplication = { name: string; variant: string; scores: readonly SimulationScore[] }

export const measureComplications = (print: (line: string) => void): MeasuredComplication[] =>
  rows.flatMap(({ name, simulation, seeds, variants }) =>
    variants.map((variant) => {
      print(`Simulating ${name}, ${variant.name}: ${seeds.length} companies`)
      const options = { known: { ...knowsAll, ...variant.known }, asUnits: variant.asUnits ?? true }
      return { name, variant: variant.name, scores: seeds.map((seed) => scoreSimulation({ ...simulation, seed }, options)) }
    }),
  )

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

export function printComplications(measured: readonly MeasuredComplication[], print: (line: string) => void): void {
  print('\nForecasts with and without each kind of fact')
  print(
    '| company | facts used | exchange by their 10 / 20 / 50 / 80 / 90 % day, if they hold | mean error in days · of the median | calibration gap at 4 / 8 / 12 weeks | 4-week count · fees in range | falls: calibration gap · fell of all · of the riskiest tenth | most open | factor of delayed days · of reasons |',
  )
  print('|---|---|---|---|---|---|---|---|---|')
  for (const { name, variant, scores } of measured) {
    const of = (value: (score: SimulationScore) => number, digits = 1): string => mean(scores.map(value)).toFixed(digits)
    const covered = [0, 1, 2, 3, 4].map((index) => of(({ coverage }) => coverage[index] ?? 0))
    const gaps = calibrationGaps(scores).map((gap) => gap.toFixed(1))
    const factor = of(({ learned }) => learned.blocked, 2)
    const reasons = (['survey', 'delayed', 'silence', 'price'] as const).flatMap((risk) => {
      const learned = scores.flatMap((score) => score.learned.risks.get(risk)?.factor ?? [])
      return learned.length > 0 ? [`${risk} ${mean(learned).toFixed(1)}`] : []
    })
    print(
      `| ${name} | ${variant} | ${covered.join(' / ')} | ${of(({ meanError }) => meanError)} · ${of(({ meanErrorOfMedian }) => meanErrorOfMedian)} | ${gaps.join(' / ')} | ` +
        `${of(({ rangesHeld }) => rangesHeld, 0)} % · ${of(({ feeRangesHeld }) => feeRangesHeld, 0)} % | ` +
        `${fallsGap(scores).toFixed(1)} · ${of(({ fell }) => fell, 0)} % · ${of(({ fellOfRiskiest }) => fellOfRiskiest, 0)} % | ` +
        `${Math.max(...scores.map(({ mostOpen }) => mostOpen))} | ${[factor, ...reasons].join(', ')} |`,
    )
  }
}
