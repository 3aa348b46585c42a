import { type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import { BandCounter, type BandCounts, bandStarts, dayFinishedBy, exposureDays, type Rates, shrunkRates } from './bands.ts'
import { baseline } from './baseline.ts'
import { type FallRates, fallBandStarts, fallRates } from './falling-through.ts'
import { type Factors, factorOf, learnFactors } from './learned-factors.ts'
import { type DaysOfStep, expectedFinishes, paceSpreadOf } from './pace.ts'
import { learnRiskFactors, type RiskFactors, type RiskSpan } from './sale-risk.ts'
import type { StepTable } from './step-curve.ts'
import { type ForecastTables, stepsToReady } from './step-network.ts'

/**
 * Learns from a company's sales of the last two years: step times, factors of firms, and how often sales fall through. Forecast
 * design, section 4.
 */

/** One step of one sale. A step that has not finished ran for `days` full days and is right-censored. */
export type StepRow = {
  key: StepKey | 'survey'
  finished: boolean
  days: number
  /** Days, counted from its start, on which it was blocked: from inclusive, until exclusive; the day on which it finished can be one. */
  blocked?: readonly DaysOfStep[] | undefined
}

/** Kind and parties of a sale. Ids; null where unknown. */
export type SaleTraits = {
  leasehold: boolean | null
  inChain: boolean
  branch: string
  vendorFirm: string | null
  buyerFirm: string | null
  broker: string | null
  lender: string | null
  /** Only for comparing staff. */
  progressor: string | null
}

/** One sale as learned from. `days`: counted days from its agreement to exchange, fall or today. */
export type SaleHistory = SaleTraits & {
  steps: readonly StepRow[]
  outcome: 'open' | 'exchanged' | 'fell'
  days: number
  /** Periods in which reasons to fall through applied. */
  risks?: readonly RiskSpan[]
}

/** "Under 30 finished sales baseline, 30–99 part, from 100 own." */
export type Basis = 'baseline' | 'part' | 'own'
export const basisOf = (finishedSales: number): Basis => (finishedSales < 30 ? 'baseline' : finishedSales < 100 ? 'part' : 'own')

export type Learned = {
  finishedSales: number
  k: number
  /** Rates and counts by `tableId`; counts of sales that fell off by `fallsId`. */
  rates: ReadonlyMap<string, Rates>
  counts: ReadonlyMap<string, BandCounts>
  factors: Factors
  blocked: number
  falls: { alone: FallRates; inChain: FallRates }
  risks: RiskFactors
}

export type Group = 'all' | 'leasehold' | 'freehold' | 'chain' | 'alone'
/** "33 leasehold", "survey all". */
export const tableId = (key: StepKey | 'survey', group: Group): string => `${key} ${group}`
/** "falls chain": by days since the sale was agreed. */
export const fallsId = (inChain: boolean): string => (inChain ? 'falls chain' : 'falls alone')

const legalSteps: ReadonlySet<StepKey | 'survey'> = new Set([31, 32, 33, 34, 35])
const blockedStrength = 10
const blockedPrior = 0.5

/** "Legal steps freehold | leasehold (unknown → company); step 24 no chain | in a chain; others company only." */
function groupOf(key: StepKey | 'survey', sale: Pick<SaleTraits, 'leasehold' | 'inChain'>): Group {
  if (key === stepKeys.Exchanged) return sale.inChain ? 'chain' : 'alone'
  if (!legalSteps.has(key) || sale.leasehold === null) return 'all'
  return sale.leasehold ? 'leasehold' : 'freehold'
}

/** Published times of a step; the parent of the company's rates, which are the parent of a group's. */
function baselineOf(key: StepKey | 'survey', group: Group): Rates {
  if (key === 'survey') return baseline.survey
  if (key === stepKeys.Exchanged) return group === 'chain' ? baseline.exchangeInChain : baseline.exchangeAlone
  return baseline.step(key, group === 'leasehold')
}

/** Sales between two yields. */
const salesPerBatch = 500

function* visitSales(sales: readonly SaleHistory[], visit: (sale: SaleHistory) => void): Generator<void, void> {
  let count = 0
  for (const sale of sales) {
    visit(sale)
    if (++count % salesPerBatch === 0) yield
  }
}

type RatesOf = (key: StepKey | 'survey', sale: SaleTraits) => Rates

/** Sales processed before each yield. */
export function* learnInParts(sales: readonly SaleHistory[]): Generator<void, Learned> {
  const counters = new Map<string, BandCounter>()
  const counterOf = (id: string, starts = bandStarts as readonly number[]): BandCounter => {
    const found = counters.get(id) ?? new BandCounter(starts)
    counters.set(id, found)
    return found
  }
  let finishedSales = 0
  const fell = { alone: counterOf(fallsId(false), fallBandStarts), inChain: counterOf(fallsId(true), fallBandStarts) }
  yield* visitSales(sales, (sale) => {
    if (sale.outcome === 'exchanged') finishedSales++
    fell[sale.inChain ? 'inChain' : 'alone'].add({ finished: sale.outcome === 'fell', days: sale.days })
    for (const row of sale.steps) {
      const group = groupOf(row.key, sale)
      counterOf(tableId(row.key, group)).add(row)
      if (group !== 'all' && row.key !== stepKeys.Exchanged) counterOf(tableId(row.key, 'all')).add(row)
    }
  })

  const rates = new Map<string, Rates>()
  for (const key of [...stepsToReady, 'survey'] as const) {
    const all = counterOf(tableId(key, 'all'))
    rates.set(tableId(key, 'all'), shrunkRates(all, baselineOf(key, 'all')))
    if (legalSteps.has(key))
      for (const group of ['freehold', 'leasehold'] as const)
        rates.set(
          tableId(key, group),
          // The parent of a group is the company's rates shrunk towards the group's published times. Otherwise the first leasehold
          // sale of a company with freehold sales only would lose the longer published times at once.
          shrunkRates(counterOf(tableId(key, group)), shrunkRates(all, baselineOf(key, group))),
        )
  }
  for (const group of ['chain', 'alone'] as const) {
    const id = tableId(stepKeys.Exchanged, group)
    rates.set(id, shrunkRates(counterOf(id), baselineOf(stepKeys.Exchanged, group)))
  }

  const ratesOf: RatesOf = (key, sale) => rates.get(tableId(key, groupOf(key, sale))) ?? baselineOf(key, 'all')
  const factors = yield* learnFactors(sales, ratesOf, visitSales)
  const { blocked, k } = yield* learnBlockedAndPace(sales, ratesOf, factors)
  const company = fallRates({ done: sumOf(fell.alone.done, fell.inChain.done), days: sumOf(fell.alone.days, fell.inChain.days) })
  const falls = { alone: fallRates(fell.alone, company), inChain: fallRates(fell.inChain, company) }
  const spans = sales.flatMap(({ inChain, risks = [] }) =>
    risks.map((span) => ({ ...span, rates: inChain ? falls.inChain : falls.alone })),
  )
  return { finishedSales, k, rates, counts: counters, factors, blocked, falls, risks: learnRiskFactors(spans) }
}

const sumOf = (one: readonly number[], other: readonly number[]): number[] =>
  one.map((value, index) => value + (other[index] as number))

/** `learnInParts` in one go. */
export function learn(sales: readonly SaleHistory[]): Learned {
  const parts = learnInParts(sales)
  for (;;) {
    const part = parts.next()
    if (part.done) return part.value
  }
}

/**
 * The factor of blocked days (shrunk towards 0.5 with strength 10, at most 1) and the spread of paces. The expected finishes of the
 * spread are by the observed hazards, because the conditional ones depend on the spread.
 */
function* learnBlockedAndPace(
  sales: readonly SaleHistory[],
  ratesOf: RatesOf,
  factors: Learned['factors'],
): Generator<void, Pick<Learned, 'blocked' | 'k'>> {
  let observed = 0
  let expected = 0
  const paces: { done: number; expected: number }[] = []
  yield* visitSales(sales, (sale) => {
    const pace = { done: 0, expected: 0 }
    for (const row of sale.steps) {
      const [rates, factor] = [ratesOf(row.key, sale), factorOf(factors, row.key, sale)]
      if (row.key !== stepKeys.Exchanged) {
        pace.done += Number(row.finished)
        pace.expected += expectedFinishes(rates, { until: exposureDays(row) }, factor)
      }
      for (const days of row.blocked ?? []) {
        expected += expectedFinishes(rates, days, factor)
        if (row.finished && row.days < days.until) observed++
      }
    }
    paces.push(pace)
  })
  return {
    blocked: Math.min(1, (blockedStrength * blockedPrior + observed) / (blockedStrength + expected)),
    k: paceSpreadOf(paces),
  }
}

/** Sales of one kind with the same firms share their tables, and with them the cached curves. */
const tablesOf = new WeakMap<Learned, Map<string, StepTable>>()

/** The tables for the forecast of one sale. */
export function tablesFor(learned: Learned, sale: SaleTraits): ForecastTables {
  const shared = tablesOf.get(learned) ?? new Map<string, StepTable>()
  tablesOf.set(learned, shared)
  const table = (key: StepKey | 'survey', group = groupOf(key, sale)): StepTable => {
    const factor = factorOf(learned.factors, key, sale)
    const id = `${tableId(key, group)} ${factor}`
    const known = shared.get(id)
    if (known) return known
    const made = { rates: learned.rates.get(tableId(key, group)) ?? baselineOf(key, group), factor }
    shared.set(id, made)
    return made
  }
  return {
    k: learned.k,
    blocked: learned.blocked,
    table: (key) => table(key),
    survey: table('survey'),
    exchangeAlone: table(stepKeys.Exchanged, 'alone'),
    exchangeInChain: table(stepKeys.Exchanged, 'chain'),
  }
}

/** Tables of a company without history: published times. */
export const publishedOnly: Learned = learn([])

/** Step times for display: days by which half, 8 and 9 in 10 have finished, and the number of finishes behind them. */
export function learnedStepTimes({ rates, counts }: Pick<Learned, 'rates' | 'counts'>) {
  const groupsOf = (key: StepKey): readonly Group[] =>
    key === stepKeys.Exchanged ? ['alone', 'chain'] : legalSteps.has(key) ? ['freehold', 'leasehold'] : ['all']
  return [...stepsToReady, stepKeys.Exchanged].flatMap((key) =>
    groupsOf(key).map((group) => {
      const table = rates.get(tableId(key, group)) ?? baselineOf(key, group)
      const counted = counts.get(tableId(key, group))
      const sum = (values: readonly number[] | undefined): number => (values ?? []).reduce((total, value) => total + value, 0)
      return {
        key,
        group,
        half: dayFinishedBy(table, 0.5),
        by80: dayFinishedBy(table, 0.8),
        by90: dayFinishedBy(table, 0.9),
        published: dayFinishedBy(baselineOf(key, group), 0.5),
        done: sum(counted?.done),
        days: sum(counted?.days),
      }
    }),
  )
}
