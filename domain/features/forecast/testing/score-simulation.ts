import { dayOfChance, fromCumulative } from '../distributions.ts'
import { chanceOfFalling, competingChances, fallHazard } from '../falling-through.ts'
import { forecastPeriod, type Unit } from '../forecast-period.ts'
import { type Learned, learn, type SaleHistory, tablesFor } from '../learning.ts'
import { fallenLink, readyOfLinks } from '../ready-of-links.ts'
import { riskFactorOf } from '../sale-risk.ts'
import { exchangeChances, readyChances } from '../step-network.ts'
import { historyAt, isOpen, type Known, knowsAll, linksAt, risksAt, standingAt } from './known-on-day.ts'
import { type SimulatedSale, type Simulation, scoredDays, simulateCompany } from './simulated-company.ts'
import { countedDays } from './simulated-days.ts'

/** Sums of one group of forecasts: forecast chances, actual events, number of forecasts. */
export type CalibrationGroup = { forecast: number; actual: number; count: number }

/** Accuracy of the forecasts of a simulated company. Shares and gaps in percent, errors in counted days. */
export type SimulationScore = {
  /** Open sales that were forecast, over all days. */
  forecasts: number
  /**
   * Share of sales that exchange, if they hold, by their 10, 20, 50, 80 and 90 % day. A simulation also knows when a sale that falls
   * off would have exchanged. `coverageOfExchanged` is of the sales that exchanged only, which are the quicker ones.
   */
  coverage: readonly number[]
  coverageOfExchanged: readonly number[]
  /** Mean absolute error of half by, and of the company's median. */
  meanError: number
  meanErrorOfMedian: number
  /** Calibration of the chance to exchange within 4, 8 and 12 weeks, in ten groups by forecast chance. */
  groups: readonly (readonly CalibrationGroup[])[]
  /** Share of days on which the count of the next four weeks was within its 80 % range. */
  rangesHeld: number
  /** The same of fees. */
  feeRangesHeld: number
  /** Open sales on the day with the most. */
  mostOpen: number
  /** Calibration of the chance to fall through, in ten groups by forecast chance. */
  falls: readonly CalibrationGroup[]
  /** Share of sales that fell through: of all, and of the tenth with the highest chance on each day. */
  fell: number
  fellOfRiskiest: number
  /** The tables learned last. */
  learned: Learned
}

const shares = [0.1, 0.2, 0.5, 0.8, 0.9] as const
const horizons = [4, 8, 12] as const
const asAtEvery = 9
const learnEvery = 28

type Options = {
  countClosed?: boolean
  /** Days from one day with forecasts to the next. */
  every?: number
  known?: Known
  /** Whether sales of one chain are one unit in ranges. */
  asUnits?: boolean
}
type Day = { day: number; counted: Int32Array; learned: Learned; known: Known }

const between = (counted: Int32Array, from: number, until: number): number =>
  (counted[until] as number) - (counted[from] as number)

/** Forecasts every open sale on some 40 days of the scored year from what was known on each, and compares with the outcome. */
export function scoreSimulation(
  simulation: Simulation,
  { countClosed = false, every = asAtEvery, known = knowsAll, asUnits = true }: Options = {},
): SimulationScore {
  const sales = simulateCompany(simulation)
  const first = Math.round(simulation.yearsBefore * 365)
  const counted = countedDays(first + scoredDays + 2000, countClosed)
  const tally = newTally()
  let learned = learn([])
  let median = 0
  let learnedOn = Number.NEGATIVE_INFINITY

  for (let day = first; day < first + scoredDays; day += every) {
    if (day - learnedOn >= learnEvery) {
      const histories = sales
        .filter(({ agreedOn }) => agreedOn >= day - 730)
        .map((sale) => historyAt(sale, day, counted, known))
        .filter((history): history is SaleHistory => history !== null)
      learned = learn(histories)
      median = medianOfExchanges(sales, day, counted)
      learnedOn = day
    }
    const on: Day = { day, counted, learned, known }
    const open = sales.flatMap((sale, index) =>
      isOpen(sale, day) ? [{ index, sale, forecast: forecastOf(sale, sales, on) }] : [],
    )
    for (const { sale, forecast } of open) tally.addSale(sale, forecast, on, median)
    tally.addDay(open, on, asUnits)
  }
  return tally.score(learned)
}

/** The forecast of a sale on a day. */
function forecastOf(sale: SimulatedSale, sales: readonly SimulatedSale[], { day, counted, learned, known }: Day) {
  const standing = standingAt(sale, day, counted, known)
  const outside = linksAt(sale, day, counted)
  const own: Float64Array[] = []
  if (known.partners)
    for (const index of sale.partners) {
      const partner = sales[index]
      if (!partner || partner.agreedOn >= day) continue
      if (partner.fallsOn < Math.min(day, partner.exchangedOn)) outside.push(fallenLink(between(counted, partner.fallsOn, day)))
      if (!isOpen(partner, day)) continue
      own.push(readyChances(standingAt(partner, day, counted, known), tablesFor(learned, partner.traits), 3))
      // The linked sale waits for its own links.
      outside.push(...linksAt(partner, day, counted))
    }
  const links = [...own, ...readyOfLinks(outside, { standing, learned, own })]
  const { inChain } = sale.traits
  const ifItHolds = exchangeChances(standing, tablesFor(learned, sale.traits), { links, inChain })
  const factor = known.reasons ? riskFactorOf(risksAt(sale, day), learned.risks) : 1
  const falls = inChain ? learned.falls.inChain : learned.falls.alone
  const hazard = fallHazard(falls, between(counted, sale.agreedOn, day), factor)
  const chances = competingChances(fromCumulative(ifItHolds), hazard)
  return { ifItHolds, byDay: chances.exchanged, falls: chanceOfFalling(chances) }
}
type Forecast = ReturnType<typeof forecastOf>
type OpenSale = { index: number; sale: SimulatedSale; forecast: Forecast }

const exchanges = ({ exchangedOn, fallsOn }: SimulatedSale): boolean => exchangedOn < fallsOn
const rangeWeeks = 4
const chanceWithin = ({ byDay }: Forecast, weeks: number, { day, counted }: Day): number =>
  byDay[between(counted, day, day + weeks * 7) - 1] ?? 0
const exchangesWithin = (sale: SimulatedSale, weeks: number, { day }: Day): boolean =>
  exchanges(sale) && sale.exchangedOn < day + weeks * 7

const emptyGroups = (): CalibrationGroup[] => Array.from({ length: 10 }, () => ({ forecast: 0, actual: 0, count: 0 }))
function addTo(groups: readonly CalibrationGroup[], chance: number, happened: boolean): void {
  const group = groups[Math.min(9, Math.floor(chance * 10))]
  if (group === undefined) return
  group.forecast += chance
  group.actual += Number(happened)
  group.count++
}

/** Adds up forecasts and outcomes. */
function newTally() {
  const covered = shares.map(() => 0)
  const coveredOfExchanged = shares.map(() => 0)
  const groups = horizons.map(emptyGroups)
  const falls = emptyGroups()
  const sum = { forecasts: 0, exchanged: 0, out: 0, outOfMedian: 0, ranges: 0, held: 0, feesHeld: 0, mostOpen: 0, fell: 0 }
  const riskiest = { count: 0, fell: 0 }

  function addSale(sale: SimulatedSale, forecast: Forecast, on: Day, median: number): void {
    sum.forecasts++
    const days = between(on.counted, on.day, sale.exchangedOn)
    horizons.forEach((weeks, index) => {
      addTo(groups[index] ?? [], chanceWithin(forecast, weeks, on), exchangesWithin(sale, weeks, on))
    })
    addTo(falls, forecast.falls, !exchanges(sale))
    shares.forEach((share, index) => {
      const by = dayOfChance(forecast.ifItHolds, share)
      if (by !== null && days > by) return
      covered[index] = (covered[index] as number) + 1
      if (exchanges(sale)) coveredOfExchanged[index] = (coveredOfExchanged[index] as number) + 1
    })
    if (!exchanges(sale)) {
      sum.fell++
      return
    }
    sum.exchanged++
    const half = dayOfChance(forecast.ifItHolds, 0.5) ?? forecast.ifItHolds.length
    sum.out += Math.abs(half - days)
    sum.outOfMedian += Math.abs(Math.max(median - between(on.counted, sale.agreedOn, on.day), 14) - days)
  }

  function addDay(open: readonly OpenSale[], on: Day, asUnits: boolean): void {
    sum.mostOpen = Math.max(sum.mostOpen, open.length)
    const { countRange, feeRange } = forecastPeriod(unitsOf(open, on, asUnits))
    const inTime = open.filter(({ sale }) => exchangesWithin(sale, rangeWeeks, on))
    const fees = inTime.reduce((total, { sale }) => total + sale.fee, 0)
    sum.ranges++
    sum.held += Number(countRange.low <= inTime.length && inTime.length <= countRange.high)
    sum.feesHeld += Number(feeRange.low <= fees && fees <= feeRange.high)
    const atRisk = open.toSorted((a, b) => b.forecast.falls - a.forecast.falls).slice(0, Math.ceil(open.length / 10))
    riskiest.count += atRisk.length
    riskiest.fell += atRisk.filter(({ sale }) => !exchanges(sale)).length
  }

  const percent = (count: number, of: number): number => (100 * count) / Math.max(1, of)
  return {
    addSale,
    addDay,
    score: (learned: Learned): SimulationScore => ({
      forecasts: sum.forecasts,
      coverage: covered.map((count) => percent(count, sum.forecasts)),
      coverageOfExchanged: coveredOfExchanged.map((count) => percent(count, sum.exchanged)),
      meanError: sum.out / Math.max(1, sum.exchanged),
      meanErrorOfMedian: sum.outOfMedian / Math.max(1, sum.exchanged),
      groups,
      rangesHeld: percent(sum.held, sum.ranges),
      feeRangesHeld: percent(sum.feesHeld, sum.ranges),
      mostOpen: sum.mostOpen,
      falls,
      fell: percent(sum.fell, sum.forecasts),
      fellOfRiskiest: percent(riskiest.fell, riskiest.count),
      learned,
    }),
  }
}

/** Two open sales of one chain are one unit. If the other has ended, the open one is a unit of its own. */
function unitsOf(open: readonly OpenSale[], on: Day, asUnits: boolean): Unit[] {
  const byIndex = new Map(open.map((one) => [one.index, one]))
  const chanceOf = ({ forecast }: OpenSale): number => chanceWithin(forecast, rangeWeeks, on)
  return open.flatMap((one): Unit[] => {
    const [partner] = one.sale.partners
    const other = asUnits && partner !== undefined ? byIndex.get(partner) : undefined
    if (!other) return [{ chance: chanceOf(one), sales: 1, fee: one.sale.fee }]
    if (other.index < one.index) return []
    return [{ chance: (chanceOf(one) + chanceOf(other)) / 2, sales: 2, fee: one.sale.fee + other.sale.fee }]
  })
}

/** The company's median days from agreement to exchange in the last 12 months. */
function medianOfExchanges(sales: readonly SimulatedSale[], day: number, counted: Int32Array): number {
  const times = sales
    .filter((sale) => sale.exchangedOn < day && sale.exchangedOn >= day - 365 && sale.exchangedOn < sale.fallsOn)
    .map((sale) => (counted[sale.exchangedOn] as number) - (counted[sale.agreedOn] as number))
    .toSorted((a, b) => a - b)
  return times[Math.floor(times.length / 2)] ?? 100
}

/** Mean gap between forecast and actual shares over ten groups of several companies, in percentage points, at 4, 8 and 12 weeks. */
export const calibrationGaps = (scores: readonly SimulationScore[]): number[] =>
  horizons.map((_, horizon) => gapOf(pooledGroups(scores, horizon)))

/** The ten groups of several companies, added up, at the horizon of this index. */
export const pooledGroups = (scores: readonly SimulationScore[], horizon: number): CalibrationGroup[] =>
  emptyGroups().map((empty, group) => scores.reduce((sum, { groups }) => addGroups(sum, groups[horizon]?.[group]), empty))

/** Mean gap between forecast and actual shares of falls, of several companies, in percentage points. */
export function fallsGap(scores: readonly SimulationScore[]): number {
  return gapOf(emptyGroups().map((empty, group) => scores.reduce((sum, { falls }) => addGroups(sum, falls[group]), empty)))
}

const addGroups = (one: CalibrationGroup, other: CalibrationGroup | undefined): CalibrationGroup => ({
  forecast: one.forecast + (other?.forecast ?? 0),
  actual: one.actual + (other?.actual ?? 0),
  count: one.count + (other?.count ?? 0),
})

const gapOf = (groups: readonly CalibrationGroup[]): number => {
  const total = groups.reduce((sum, { count }) => sum + count, 0)
  return (100 * groups.reduce((sum, { forecast, actual }) => sum + Math.abs(forecast - actual), 0)) / Math.max(1, total)
}
