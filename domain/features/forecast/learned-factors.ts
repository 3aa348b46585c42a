import { medianOf } from '../../common/median.ts'
import type { StepKey } from '../timeline/step-definitions.ts'
import { exposureDays, type Rates } from './bands.ts'
import type { SaleHistory, SaleTraits, StepRow } from './learning.ts'
import { expectedFinishes, shrunkFactor } from './pace.ts'

/**
 * Factors of branches, firms, brokers, lenders and progressors: how much quicker or slower their steps finish than expected.
 * [forecast §4](docs/design/forecast.md#4), "Factors", and section 10.
 */

/** Parties that carry out some of the steps. The broker counts only where the lender is not known. */
export const actingKinds = ['vendorFirm', 'buyerFirm', 'broker', 'lender'] as const
/** The factor of a progressor is only shown; forecasts do not use it. */
export const factorKinds = ['branch', ...actingKinds, 'progressor'] as const
export type FactorKind = (typeof factorKinds)[number]

/** Observed and expected finishes, and the shrunk factor `(m + O) / (m + E)`; below 1 is slower than expected. */
export type Factor = {
  observed: number
  expected: number
  factor: number
  /** Its sales that exchanged, and its open ones. */
  finishedSales: number
  openSales: number
  /** Median days of its finished steps, not adjusted; null without one. */
  medianDays: number | null
}
export type Factors = Readonly<Record<FactorKind, ReadonlyMap<string, Factor>>>

const strengthOf: Record<FactorKind, number> = {
  branch: 20,
  vendorFirm: 10,
  buyerFirm: 10,
  broker: 10,
  lender: 10,
  progressor: 10,
}

const actorInMortgage = (sale: SaleTraits): readonly [FactorKind, string | null] =>
  sale.lender === null ? ['broker', sale.broker] : ['lender', sale.lender]

/** The party of a step besides the branch: vendor's firm (31, 35), buyer's firm (32, 33, 34, 22), lender or, if unknown, broker (26–29). */
function actorOf(key: StepKey | 'survey', sale: SaleTraits): readonly [FactorKind, string] | null {
  const [kind, id] =
    key === 31 || key === 35
      ? (['vendorFirm', sale.vendorFirm] as const)
      : key === 32 || key === 33 || key === 34 || key === 22
        ? (['buyerFirm', sale.buyerFirm] as const)
        : key === 26 || key === 27 || key === 28 || key === 29
          ? actorInMortgage(sale)
          : (['branch', null] as const)
  return id === null ? null : [kind, id]
}

/** The factor that multiplies the rates of a step: that of the branch times that of the step's party. */
export function factorOf(factors: Factors, key: StepKey | 'survey', sale: SaleTraits): number {
  const actor = actorOf(key, sale)
  const branch = factors.branch.get(sale.branch)?.factor ?? 1
  return branch * (actor === null ? 1 : (factors[actor[0]].get(actor[1])?.factor ?? 1))
}

/** All parties of a sale. */
function actorsOf(sale: SaleTraits): (readonly [FactorKind, string])[] {
  const all: (readonly [FactorKind, string | null])[] = [
    ['branch', sale.branch],
    ['vendorFirm', sale.vendorFirm],
    ['buyerFirm', sale.buyerFirm],
    actorInMortgage(sale),
    ['progressor', sale.progressor],
  ]
  return all.flatMap(([kind, id]) => (id === null ? [] : [[kind, id] as const]))
}

type Counted = Factor & { days: number[] }
type Counts = Record<FactorKind, Map<string, Counted>>
type RatesOf = (key: StepKey | 'survey', sale: SaleTraits) => Rates
type VisitSales = (sales: readonly SaleHistory[], visit: (sale: SaleHistory) => void) => Generator<void, void>

const countsOf = (counts: Counts, kind: FactorKind, id: string): Counted => {
  const found = counts[kind].get(id) ?? {
    observed: 0,
    expected: 0,
    factor: 1,
    finishedSales: 0,
    openSales: 0,
    medianDays: null,
    days: [],
  }
  counts[kind].set(id, found)
  return found
}

/** Learned in turn: branches, then the other parties, then progressors, each given the factors before. */
export function* learnFactors(sales: readonly SaleHistory[], ratesOf: RatesOf, visitSales: VisitSales): Generator<void, Factors> {
  const counts: Counts = {
    branch: new Map(),
    vendorFirm: new Map(),
    buyerFirm: new Map(),
    broker: new Map(),
    lender: new Map(),
    progressor: new Map(),
  }
  const add = (kind: FactorKind, id: string, { row, sale, factor }: { row: StepRow; sale: SaleHistory; factor: number }) => {
    const counted = countsOf(counts, kind, id)
    counted.observed += Number(row.finished)
    counted.expected += expectedFinishes(ratesOf(row.key, sale), { until: exposureDays(row) }, factor)
    if (row.finished) counted.days.push(row.days)
  }
  const shrink = (kinds: readonly FactorKind[]): void => {
    for (const kind of kinds)
      for (const one of counts[kind].values()) one.factor = shrunkFactor(strengthOf[kind], one.observed, one.expected)
  }

  yield* visitSales(sales, (sale) => {
    for (const [kind, id] of actorsOf(sale)) {
      const counted = countsOf(counts, kind, id)
      counted.finishedSales += Number(sale.outcome === 'exchanged')
      counted.openSales += Number(sale.outcome === 'open')
    }
    for (const row of sale.steps) add('branch', sale.branch, { row, sale, factor: 1 })
  })
  shrink(['branch'])
  yield* visitSales(sales, (sale) => {
    const factor = counts.branch.get(sale.branch)?.factor ?? 1
    for (const row of sale.steps) {
      const actor = actorOf(row.key, sale)
      if (actor !== null) add(...actor, { row, sale, factor })
    }
  })
  shrink(actingKinds)
  yield* visitSales(sales, (sale) => {
    const { progressor } = sale
    if (progressor === null) return
    for (const row of sale.steps) add('progressor', progressor, { row, sale, factor: factorOf(counts, row.key, sale) })
  })
  shrink(['progressor'])
  for (const kind of factorKinds) for (const one of counts[kind].values()) one.medianDays = medianOf(one.days)
  return counts
}
