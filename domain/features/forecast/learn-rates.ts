import { type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import { BandCounter, bandStarts, type Rates, shrunkRates } from './bands.ts'
import type { Baseline } from './baseline.ts'
import { baselineOfCompany } from './baseline-of-company.ts'
import { daysCounted, type EntryTable, entryGroupOf, entrySharesOf } from './entry-shares.ts'
import { fallBandStarts } from './falling-through.ts'
import type { SaleHistory } from './learning.ts'
import { baselineOf, fallsId, groupOf, legalSteps, type RatesOf, ratesIn, tableId } from './step-groups.ts'
import { financial, noEntryOf, stepsToReady } from './step-network.ts'

/** Learns how long steps take, and how often sales fall through. [forecast §4](docs/design/forecast.md#4). */

/** Sales between two yields. */
const salesPerBatch = 500

export function* visitSales(sales: readonly SaleHistory[], visit: (sale: SaleHistory) => void): Generator<void, void> {
  let count = 0
  for (const sale of sales) {
    visit(sale)
    if (++count % salesPerBatch === 0) yield
  }
}

/** A fall before the sale was recorded: the files state falls. Otherwise sales count from when they were recorded. */
const isKnownFall = ({ outcome, days, knownFrom = 0 }: SaleHistory): boolean => outcome === 'fell' && days < knownFrom

/** The rates of all steps, with their counts. */
function* learnRates(sales: readonly SaleHistory[], times: Baseline) {
  const counters = new Map<string, BandCounter>()
  const counterOf = (id: string, starts = bandStarts as readonly number[]): BandCounter => {
    const found = counters.get(id) ?? new BandCounter(starts)
    counters.set(id, found)
    return found
  }
  let finishedSales = 0
  let salesWithoutFalls = 0
  const fell = { alone: counterOf(fallsId(false), fallBandStarts), inChain: counterOf(fallsId(true), fallBandStarts) }
  const hasKnownFalls = sales.some(isKnownFall)
  yield* visitSales(sales, (sale) => {
    if (sale.outcome === 'exchanged') finishedSales++
    const observed = { finished: sale.outcome === 'fell', days: sale.days, from: hasKnownFalls ? 0 : (sale.knownFrom ?? 0) }
    if (observed.from > observed.days) salesWithoutFalls++
    else fell[sale.inChain ? 'inChain' : 'alone'].add(observed)
    for (const row of sale.steps) {
      const group = groupOf(row.key, sale)
      counterOf(tableId(row.key, group)).add(row)
      if (group !== 'all' && row.key !== stepKeys.Exchanged) counterOf(tableId(row.key, 'all')).add(row)
    }
  })

  const rates = new Map<string, Rates>()
  for (const key of [...stepsToReady, 'survey'] as const) {
    const all = counterOf(tableId(key, 'all'))
    rates.set(tableId(key, 'all'), shrunkRates(all, baselineOf(key, 'all', times)))
    if (legalSteps.has(key))
      for (const group of ['freehold', 'leasehold'] as const)
        rates.set(
          tableId(key, group),
          // The parent of a group is the company's rates shrunk towards the group's published times. Otherwise the first leasehold
          // sale of a company with freehold sales only would lose the longer published times at once.
          shrunkRates(counterOf(tableId(key, group)), shrunkRates(all, baselineOf(key, group, times))),
        )
  }
  for (const group of ['chain', 'alone'] as const) {
    const id = tableId(stepKeys.Exchanged, group)
    rates.set(id, shrunkRates(counterOf(id), baselineOf(stepKeys.Exchanged, group, times)))
  }
  return { rates, counters, fell, finishedSales, salesWithoutFalls }
}

const isMortgageStep = (key: StepKey | 'survey'): boolean => key !== 'survey' && (financial as readonly StepKey[]).includes(key)

/** Open steps count until they were probably done without an entry. */
function withoutUnrecorded(sale: SaleHistory, entries: EntryTable, ratesOf: RatesOf): SaleHistory {
  const shares = entrySharesOf(entries, entryGroupOf(sale))
  const maybeCash = !sale.steps.some(({ key, finished }) => finished && isMortgageStep(key))
  return {
    ...sale,
    steps: sale.steps.map((row) => {
      if (row.finished || row.key === 'survey' || row.key === stepKeys.Exchanged) return row
      const ofMortgage = maybeCash && isMortgageStep(row.key) ? shares.withoutMortgage : 0
      const entry = noEntryOf(row.key, row, shares, (next) => ratesOf(next, sale))
      const unrecorded = ofMortgage > entry.missing ? { ...entry, missing: ofMortgage, after: null } : entry
      return { ...row, days: daysCounted(ratesOf(row.key, sale), row.days, unrecorded) }
    }),
  }
}

/** Rates by published times first, because steps that nobody records would otherwise look endless; then by these rates. */
export function* learnRecorded(given: readonly SaleHistory[], entries: EntryTable) {
  const times = baselineOfCompany(given)
  let ratesOf: RatesOf = (key, sale) => baselineOf(key, groupOf(key, sale), times)
  for (let pass = 1; ; pass++) {
    const sales: SaleHistory[] = []
    yield* visitSales(given, (sale) => sales.push(withoutUnrecorded(sale, entries, ratesOf)))
    const learned = yield* learnRates(sales, times)
    if (pass === 2) return { ...learned, sales }
    ratesOf = (key, sale) => ratesIn(learned.rates, key, sale)
  }
}
