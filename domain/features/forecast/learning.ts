import { type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import { type BandCounts, dayFinishedBy, exposureDays, type Rates } from './bands.ts'
import { EntryCounter, type EntryTable, entryGroupOf, entrySharesOf, type SaleEntry } from './entry-shares.ts'
import { type FallRates, fallRates } from './falling-through.ts'
import { learnRecorded, visitSales } from './learn-rates.ts'
import { type Factors, factorOf, learnFactors } from './learned-factors.ts'
import { type DaysOfStep, expectedFinishes, paceSpreadOf } from './pace.ts'
import { RecentFinishes, ratesTimes } from './recent-finishes.ts'
import { learnRiskFactors, type RiskFactors, type RiskSpan, ratesWithoutReasons, restsAfterReasons } from './sale-risk.ts'
import type { StepTable } from './step-curve.ts'
import { baselineOf, type Group, groupOf, legalSteps, type RatesOf, ratesIn, stepOfTable, tableId } from './step-groups.ts'
import { type ForecastTables, stepsToReady } from './step-network.ts'

/**
 * Learns from a company's sales of the last two years: step times, factors of firms, and how often sales fall through.
 * [forecast §4](docs/design/forecast.md#4).
 */

/** One step of one sale. A step that has not finished ran for `days` full days and is right-censored. */
export type StepRow = {
  key: StepKey | 'survey'
  finished: boolean
  days: number
  /** Not finished, although a later step of its track is. */
  overtaken?: boolean
  /** The days of the step, counted from its start, that are recent (`recentDays`); absent: all. */
  recent?: { from: number; until: number }
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
  /** Known only after it was agreed, from files. */
  imported?: boolean
}

/** One sale as learned from. `days`: counted days from its agreement to exchange, fall or today. */
export type SaleHistory = SaleTraits & {
  steps: readonly StepRow[]
  outcome: 'open' | 'exchanged' | 'fell'
  days: number
  /** Days from its agreement until the company recorded it. */
  knownFrom?: number
  /** Periods in which reasons to fall through applied. */
  risks?: readonly RiskSpan[]
  /** Which steps were recorded; only of sales that exchanged. */
  entries?: readonly SaleEntry[]
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
  entries: EntryTable
  /** Sales that exchanged before they were recorded, from files that state no falls: they do not count for how often sales fall through. */
  salesWithoutFalls: number
}

const blockedStrength = 10
const blockedPrior = 0.5

/** Sales processed before each yield. */
export function* learnInParts(given: readonly SaleHistory[]): Generator<void, Learned> {
  const entries = new EntryCounter()
  yield* visitSales(given, (sale) => entries.add(entryGroupOf(sale), sale.entries ?? []))
  const { rates, counters, fell, finishedSales, salesWithoutFalls, sales } = yield* learnRecorded(given, entries.counts)
  const ratesOf: RatesOf = (key, sale) => ratesIn(rates, key, sale)
  const factors = yield* learnFactors(sales, ratesOf, visitSales)
  const { blocked, k, recent } = yield* learnBlockedAndPace(sales, ratesOf, factors)
  for (const [id, found] of rates) rates.set(id, ratesTimes(found, recent(stepOfTable(id))))
  const company = fallRates({ done: sumOf(fell.alone.done, fell.inChain.done), days: sumOf(fell.alone.days, fell.inChain.days) })
  const ofAll = { alone: fallRates(fell.alone, company), inChain: fallRates(fell.inChain, company) }
  const rests = sales.map(({ inChain, outcome, days, risks = [] }) => ({
    inChain,
    risks: restsAfterReasons(risks, days, outcome === 'fell'),
    until: days + Number(outcome === 'fell'),
  }))
  const risks = learnRiskFactors(
    rests.flatMap((rest) => rest.risks.map((span) => ({ ...span, rates: rest.inChain ? ofAll.inChain : ofAll.alone }))),
  )
  const [inChain, alone] = [rests.filter((rest) => rest.inChain), rests.filter((rest) => !rest.inChain)]
  const falls = {
    alone: ratesWithoutReasons(ofAll.alone, risks, alone),
    inChain: ratesWithoutReasons(ofAll.inChain, risks, inChain),
  }
  return {
    finishedSales,
    k,
    rates,
    counts: counters,
    factors,
    blocked,
    falls,
    risks,
    entries: entries.counts,
    salesWithoutFalls,
  }
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
): Generator<void, Pick<Learned, 'blocked' | 'k'> & { recent: (key: StepRow['key']) => number }> {
  let observed = 0
  let expected = 0
  const paces: { done: number; expected: number }[] = []
  const recent = new RecentFinishes()
  yield* visitSales(sales, (sale) => {
    const pace = { done: 0, expected: 0 }
    for (const row of sale.steps) {
      const [rates, factor] = [ratesOf(row.key, sale), factorOf(factors, row.key, sale)]
      recent.add(row, rates, factor)
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
    recent: recent.factors(),
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
    entries: entrySharesOf(learned.entries, entryGroupOf(sale)),
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
