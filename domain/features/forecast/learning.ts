import { type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import { type BandCounts, bandOf, bandStarts, cumulativeHazard, dayFinishedBy, type Rates, shrunkRates } from './bands.ts'
import { baseline } from './baseline.ts'
import { countFalls, type FallRates, fallRates } from './falling-through.ts'
import { type ForecastTables, type StepTable, stepsToReady } from './network.ts'
import { paceSpreadOf, shrunkFactor } from './pace.ts'

/**
 * What a company’s own sales of the last two years say: step times, who is quick, how often sales fall through. Forecast
 * design, section 4.
 */

/** One step of one sale. A step that has not finished ran `days` full days; it counts as still open (right-censored). */
export type StepRow = {
  key: StepKey | 'survey'
  finished: boolean
  days: number
  /** Days of its run on which it was blocked, the first included, the last not. */
  blocked?: { from: number; until: number } | undefined
}

/** Who acts in a sale, and what kind it is. Ids; null where unknown. */
export type SaleTraits = {
  leasehold: boolean | null
  inChain: boolean
  branch: string
  vendorFirm: string | null
  buyerFirm: string | null
  broker: string | null
  lender: string | null
}

/** One sale as learned from. `days`: counted days from its agreement to exchange, fall or today. */
export type SaleHistory = SaleTraits & { steps: readonly StepRow[]; outcome: 'open' | 'exchanged' | 'fell'; days: number }

export const factorKinds = ['branch', 'vendorFirm', 'buyerFirm', 'broker', 'lender'] as const
export type FactorKind = (typeof factorKinds)[number]
export type Factor = { observed: number; expected: number; factor: number }

/** "Under 30 finished sales baseline, 30–99 part, from 100 own." */
export type Basis = 'baseline' | 'part' | 'own'
export const basisOf = (finishedSales: number): Basis => (finishedSales < 30 ? 'baseline' : finishedSales < 100 ? 'part' : 'own')

export type Learned = {
  finishedSales: number
  k: number
  /** Rates and counts by `tableId`. */
  rates: ReadonlyMap<string, Rates>
  counts: ReadonlyMap<string, BandCounts>
  factors: Readonly<Record<FactorKind, ReadonlyMap<string, Factor>>>
  blocked: number
  falls: { alone: FallRates; inChain: FallRates }
}

export type Group = 'all' | 'leasehold' | 'freehold' | 'chain' | 'alone'
/** "33 leasehold", "survey all". */
export const tableId = (key: StepKey | 'survey', group: Group): string => `${key} ${group}`

const legalSteps: ReadonlySet<StepKey | 'survey'> = new Set([31, 32, 33, 34, 35])
const strengthOf: Record<FactorKind, number> = { branch: 20, vendorFirm: 10, buyerFirm: 10, broker: 10, lender: 10 }
const blockedStrength = 10
const blockedPrior = 0.5

/** Who acts in a step besides the branch. "Vendor’s firm (31, 35), buyer’s firm (32, 33, 34, 22), broker or, where known, lender (26–29)." */
function actorOf(key: StepKey | 'survey', sale: SaleTraits): readonly [FactorKind, string] | null {
  const actor = (kind: FactorKind): readonly [FactorKind, string] | null => {
    const id = sale[kind]
    return id === null ? null : [kind, id]
  }
  if (key === 31 || key === 35) return actor('vendorFirm')
  if (key === 32 || key === 33 || key === 34 || key === 22) return actor('buyerFirm')
  if (key === 26 || key === 27 || key === 28 || key === 29) return actor('lender') ?? actor('broker')
  return null
}

/** "Legal steps freehold | leasehold (unknown → company); step 24 no chain | in a chain; others company only." */
function groupOf(key: StepKey | 'survey', sale: Pick<SaleTraits, 'leasehold' | 'inChain'>): Group {
  if (key === stepKeys.Exchanged) return sale.inChain ? 'chain' : 'alone'
  if (!legalSteps.has(key) || sale.leasehold === null) return 'all'
  return sale.leasehold ? 'leasehold' : 'freehold'
}

/** Published times stand above the company’s, the company’s above a group’s. */
function baselineOf(key: StepKey | 'survey', group: Group): Rates {
  if (key === 'survey') return baseline.survey
  if (key === stepKeys.Exchanged) return group === 'chain' ? baseline.exchangeInChain : baseline.exchangeAlone
  return baseline.step(key, group === 'leasehold')
}

class Counter {
  readonly done = bandStarts.map(() => 0)
  readonly days = bandStarts.map(() => 0)
  add(row: StepRow): void {
    const lived = row.finished ? row.days + 1 : row.days
    for (let band = 0; band < bandStarts.length && lived > (bandStarts[band] as number); band++)
      this.days[band] =
        (this.days[band] as number) +
        Math.min(lived, bandStarts[band + 1] ?? Number.POSITIVE_INFINITY) -
        (bandStarts[band] as number)
    if (row.finished) {
      const band = bandOf(row.days)
      this.done[band] = (this.done[band] as number) + 1
    }
  }
}

/** Expected finishes over the days that a step lived through, by the hazard that was observed: Σ 1 − exp(−ΔH). */
function expectedByHazard(rates: Rates, factor: number, from: number, until: number): number {
  let sum = 0
  let before = cumulativeHazard(rates, from - 1, factor)
  for (let day = from; day < until; day++) {
    const now = cumulativeHazard(rates, day, factor)
    sum -= Math.expm1(before - now)
    before = now
  }
  return sum
}

/**
 * The tables of a company. `sales`: agreed in the 730 days before the day of learning. Their order does not matter.
 */
export function learn(sales: readonly SaleHistory[]): Learned {
  const counters = new Map<string, Counter>()
  const counter = (id: string): Counter => {
    const found = counters.get(id) ?? new Counter()
    counters.set(id, found)
    return found
  }
  for (const sale of sales)
    for (const row of sale.steps) {
      const group = groupOf(row.key, sale)
      counter(tableId(row.key, group)).add(row)
      if (group !== 'all' && row.key !== stepKeys.Exchanged) counter(tableId(row.key, 'all')).add(row)
    }

  const rates = new Map<string, Rates>()
  const countsOf = (id: string): BandCounts => counters.get(id) ?? new Counter()
  for (const key of [...stepsToReady, 'survey'] as const) {
    const company = shrunkRates(countsOf(tableId(key, 'all')), baselineOf(key, 'all'))
    rates.set(tableId(key, 'all'), company)
    if (legalSteps.has(key))
      for (const group of ['freehold', 'leasehold'] as const)
        rates.set(
          tableId(key, group),
          // The company’s rates above the group’s: seen from the group’s published times, so that the first leasehold sale of a
          // company of freehold sales keeps them.
          shrunkRates(countsOf(tableId(key, group)), shrunkRates(countsOf(tableId(key, 'all')), baselineOf(key, group))),
        )
  }
  for (const group of ['chain', 'alone'] as const) {
    const id = tableId(stepKeys.Exchanged, group)
    rates.set(id, shrunkRates(countsOf(id), baselineOf(stepKeys.Exchanged, group)))
  }

  const ratesOf = (key: StepKey | 'survey', sale: SaleTraits): Rates =>
    rates.get(tableId(key, groupOf(key, sale))) ?? baselineOf(key, 'all')
  const factors = learnFactors(sales, ratesOf)
  const withFactors = (key: StepKey | 'survey', sale: SaleTraits): number => factorOf(factors, key, sale)
  const blocked = learnBlocked(sales, ratesOf, withFactors)

  const company = fallRates(countFalls(sales.map(({ outcome, days }) => ({ fell: outcome === 'fell', days }))))
  const fallsOf = (inChain: boolean): FallRates =>
    fallRates(
      countFalls(
        sales.filter((sale) => sale.inChain === inChain).map(({ outcome, days }) => ({ fell: outcome === 'fell', days })),
      ),
      company,
    )

  // k is found with the widest spread of paces, where conditional and observed hazards are equal.
  const k = paceSpreadOf(
    sales.map((sale) => {
      const steps = sale.steps.filter(({ key }) => key !== stepKeys.Exchanged)
      return {
        done: steps.filter(({ finished }) => finished).length,
        expected: steps.reduce(
          (sum, row) =>
            sum + expectedByHazard(ratesOf(row.key, sale), withFactors(row.key, sale), 0, row.finished ? row.days + 1 : row.days),
          0,
        ),
      }
    }),
  )
  return {
    finishedSales: sales.filter(({ outcome }) => outcome === 'exchanged').length,
    k,
    rates,
    counts: counters,
    factors,
    blocked,
    falls: { alone: fallsOf(false), inChain: fallsOf(true) },
  }
}

function factorOf(factors: Learned['factors'], key: StepKey | 'survey', sale: SaleTraits): number {
  const actor = actorOf(key, sale)
  const branch = factors.branch.get(sale.branch)?.factor ?? 1
  return branch * (actor === null ? 1 : (factors[actor[0]].get(actor[1])?.factor ?? 1))
}

/** Branch first, then who acts, each on top of those before. */
function learnFactors(
  sales: readonly SaleHistory[],
  ratesOf: (key: StepKey | 'survey', sale: SaleTraits) => Rates,
): Learned['factors'] {
  const factors: Record<FactorKind, Map<string, Factor>> = {
    branch: new Map(),
    vendorFirm: new Map(),
    buyerFirm: new Map(),
    broker: new Map(),
    lender: new Map(),
  }
  const add = (kind: FactorKind, id: string, observed: number, expected: number): void => {
    const before = factors[kind].get(id) ?? { observed: 0, expected: 0, factor: 1 }
    factors[kind].set(id, { observed: before.observed + observed, expected: before.expected + expected, factor: 1 })
  }
  const finish = (kind: FactorKind): void => {
    for (const [id, { observed, expected }] of factors[kind])
      factors[kind].set(id, { observed, expected, factor: shrunkFactor(strengthOf[kind], observed, expected) })
  }
  const expectedOf = (row: StepRow, sale: SaleTraits, factor: number): number =>
    expectedByHazard(ratesOf(row.key, sale), factor, 0, row.finished ? row.days + 1 : row.days)

  for (const sale of sales)
    for (const row of sale.steps) add('branch', sale.branch, Number(row.finished), expectedOf(row, sale, 1))
  finish('branch')
  for (const sale of sales) {
    const branch = factors.branch.get(sale.branch)?.factor ?? 1
    for (const row of sale.steps) {
      const actor = actorOf(row.key, sale)
      if (actor !== null) add(actor[0], actor[1], Number(row.finished), expectedOf(row, sale, branch))
    }
  }
  for (const kind of factorKinds) if (kind !== 'branch') finish(kind)
  return factors
}

/** "Blocked days (all steps, m = 10 towards 0.5, never above 1)." */
function learnBlocked(
  sales: readonly SaleHistory[],
  ratesOf: (key: StepKey | 'survey', sale: SaleTraits) => Rates,
  factor: (key: StepKey | 'survey', sale: SaleTraits) => number,
): number {
  let observed = 0
  let expected = 0
  for (const sale of sales)
    for (const row of sale.steps) {
      if (row.blocked === undefined) continue
      expected += expectedByHazard(ratesOf(row.key, sale), factor(row.key, sale), row.blocked.from, row.blocked.until)
      if (row.finished && row.days < row.blocked.until) observed++
    }
  return Math.min(1, (blockedStrength * blockedPrior + observed) / (blockedStrength + expected))
}

/** What the forecast of one sale computes with. */
export function tablesFor(learned: Learned, sale: SaleTraits): ForecastTables {
  const table = (key: StepKey | 'survey', group = groupOf(key, sale)): StepTable => ({
    rates: learned.rates.get(tableId(key, group)) ?? baselineOf(key, group),
    factor: factorOf(learned.factors, key, sale),
  })
  return {
    k: learned.k,
    blocked: learned.blocked,
    table: (key) => table(key),
    survey: table('survey'),
    exchangeAlone: table(stepKeys.Exchanged, 'alone'),
    exchangeInChain: table(stepKeys.Exchanged, 'chain'),
  }
}

/** Tables of a company with no history: published times. */
export const publishedOnly: Learned = learn([])

/** Step times for people: what half, 8 and 9 in 10 have finished by, and what the table stands on. */
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
