import { dayOfChance, fromCumulative } from '../distributions.ts'
import { chanceOfFalling, competingChances, fallHazard } from '../falling-through.ts'
import { forecastPeriod, type Unit } from '../forecast-period.ts'
import { type Learned, learn, type SaleHistory, tablesFor } from '../learning.ts'
import { isLinkKnown, linkStanding } from '../link-standing.ts'
import { riskFactorOf } from '../sale-risk.ts'
import { exchangeChances, readyChances } from '../step-network.ts'
import { historyAt, isOpen, type Known, knowsAll, linksAt, risksAt, standingAt } from './known-on-day.ts'
import { type SimulatedSale, type Simulation, scoredDays, simulateCompany } from './simulated-company.ts'
import { countedDays } from './simulated-days.ts'

/** Sums of said chances and of exchanges that came, of forecasts in one group. */
export type CalibrationGroup = { said: number; came: number; count: number }

/** How right the forecasts of a simulated company were. Shares and gaps in percent, errors in counted days. */
export type SimulationScore = {
  /** Open sales that were forecast, over all days. */
  forecasts: number
  /**
   * Share of sales whose exchange, if they hold, comes by their 10, 20, 50, 80 and 90 % day. A simulation knows the exchange of
   * a sale that falls; `exchangedBy` counts those that exchanged alone, which are the quicker ones.
   */
  cameBy: readonly number[]
  exchangedBy: readonly number[]
  daysOut: number
  daysOutOfMedian: number
  /** Said and came chances of an exchange within 4, 8 and 12 weeks, in ten groups by said chance: sums. */
  groups: readonly (readonly CalibrationGroup[])[]
  /** Share of the days on which the count of the next four weeks was within its 8-in-10 range. */
  rangesHeld: number
  /** The same of fees. */
  feeRangesHeld: number
  /** Open sales on the day with the most. */
  mostOpen: number
  /** Said and came chances of falling through, in ten groups by said chance: sums. */
  falls: readonly CalibrationGroup[]
  /** Share of sales that fell through, of all and of the tenth at highest risk on each day. */
  fell: number
  fellOfRiskiest: number
  /** What was learned last. */
  learned: Learned
}

const shares = [0.1, 0.2, 0.5, 0.8, 0.9] as const
const horizons = [4, 8, 12] as const
const asAtEvery = 9
const learnEvery = 28

type Options = {
  countClosed?: boolean
  /** Days between two days of forecasts. */
  every?: number
  known?: Known
  /** Sales of one chain count as one unit in ranges; false: as if each exchanged by itself. */
  asUnits?: boolean
}
type Day = { day: number; counted: Int32Array; learned: Learned; known: Known }

const between = (counted: Int32Array, from: number, until: number): number =>
  (counted[until] as number) - (counted[from] as number)

/** Forecasts every open sale on some 40 days of the scored year, with what was known on each, and compares with what came. */
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
    const open = sales.flatMap((sale, index) => (isOpen(sale, day) ? [{ index, sale, said: sayOf(sale, sales, on) }] : []))
    for (const { sale, said } of open) tally.addSale(sale, said, on, median)
    tally.addDay(open, on, asUnits)
  }
  return tally.score(learned)
}

/** What is said of a sale on a day. */
function sayOf(sale: SimulatedSale, sales: readonly SimulatedSale[], { day, counted, learned, known }: Day) {
  const links = linksAt(sale, day, counted)
    .filter(isLinkKnown)
    .map((link) => readyChances(linkStanding(link), tablesFor(learned, withoutFirms(sale.traits)), 3))
  if (known.partners)
    for (const index of sale.partners) {
      const partner = sales[index]
      if (partner && isOpen(partner, day))
        links.push(readyChances(standingAt(partner, day, counted, known), tablesFor(learned, partner.traits), 3))
    }
  const { inChain } = sale.traits
  const ifItHolds = exchangeChances(standingAt(sale, day, counted, known), tablesFor(learned, sale.traits), { links, inChain })
  const factor = known.reasons ? riskFactorOf(risksAt(sale, day), learned.risks) : 1
  const falls = inChain ? learned.falls.inChain : learned.falls.alone
  const hazard = fallHazard(falls, between(counted, sale.agreedOn, day), factor)
  const chances = competingChances(fromCumulative(ifItHolds), hazard)
  return { ifItHolds, byDay: chances.exchanged, falls: chanceOfFalling(chances) }
}
type Said = ReturnType<typeof sayOf>
type OpenSale = { index: number; sale: SimulatedSale; said: Said }

const exchanges = ({ exchangedOn, fallsOn }: SimulatedSale): boolean => exchangedOn < fallsOn
const rangeWeeks = 4
const chanceWithin = ({ byDay }: Said, weeks: number, { day, counted }: Day): number =>
  byDay[between(counted, day, day + weeks * 7) - 1] ?? 0
const comesWithin = (sale: SimulatedSale, weeks: number, { day }: Day): boolean =>
  exchanges(sale) && sale.exchangedOn < day + weeks * 7

const emptyGroups = (): CalibrationGroup[] => Array.from({ length: 10 }, () => ({ said: 0, came: 0, count: 0 }))
function addTo(groups: readonly CalibrationGroup[], said: number, came: boolean): void {
  const group = groups[Math.min(9, Math.floor(said * 10))]
  if (group === undefined) return
  group.said += said
  group.came += Number(came)
  group.count++
}

/** Adds up what was said and what came. */
function newTally() {
  const came = shares.map(() => 0)
  const cameOfExchanged = shares.map(() => 0)
  const groups = horizons.map(emptyGroups)
  const falls = emptyGroups()
  const sum = { forecasts: 0, exchanged: 0, out: 0, outOfMedian: 0, ranges: 0, held: 0, feesHeld: 0, mostOpen: 0, fell: 0 }
  const riskiest = { count: 0, fell: 0 }

  function addSale(sale: SimulatedSale, said: Said, on: Day, median: number): void {
    sum.forecasts++
    const days = between(on.counted, on.day, sale.exchangedOn)
    horizons.forEach((weeks, index) => {
      addTo(groups[index] ?? [], chanceWithin(said, weeks, on), comesWithin(sale, weeks, on))
    })
    addTo(falls, said.falls, !exchanges(sale))
    shares.forEach((share, index) => {
      const by = dayOfChance(said.ifItHolds, share)
      if (by !== null && days > by) return
      came[index] = (came[index] as number) + 1
      if (exchanges(sale)) cameOfExchanged[index] = (cameOfExchanged[index] as number) + 1
    })
    if (!exchanges(sale)) {
      sum.fell++
      return
    }
    sum.exchanged++
    const half = dayOfChance(said.ifItHolds, 0.5) ?? said.ifItHolds.length
    sum.out += Math.abs(half - days)
    sum.outOfMedian += Math.abs(Math.max(median - between(on.counted, sale.agreedOn, on.day), 14) - days)
  }

  function addDay(open: readonly OpenSale[], on: Day, asUnits: boolean): void {
    sum.mostOpen = Math.max(sum.mostOpen, open.length)
    const { countRange, feeRange } = forecastPeriod(unitsOf(open, on, asUnits))
    const inTime = open.filter(({ sale }) => comesWithin(sale, rangeWeeks, on))
    const fees = inTime.reduce((total, { sale }) => total + sale.fee, 0)
    sum.ranges++
    sum.held += Number(countRange.low <= inTime.length && inTime.length <= countRange.high)
    sum.feesHeld += Number(feeRange.low <= fees && fees <= feeRange.high)
    const atRisk = open.toSorted((a, b) => b.said.falls - a.said.falls).slice(0, Math.ceil(open.length / 10))
    riskiest.count += atRisk.length
    riskiest.fell += atRisk.filter(({ sale }) => !exchanges(sale)).length
  }

  const percent = (count: number, of: number): number => (100 * count) / Math.max(1, of)
  return {
    addSale,
    addDay,
    score: (learned: Learned): SimulationScore => ({
      forecasts: sum.forecasts,
      cameBy: came.map((count) => percent(count, sum.forecasts)),
      exchangedBy: cameOfExchanged.map((count) => percent(count, sum.exchanged)),
      daysOut: sum.out / Math.max(1, sum.exchanged),
      daysOutOfMedian: sum.outOfMedian / Math.max(1, sum.exchanged),
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

/** "Sales of one chain within the company are one unit." Both are open, or the other has ended and this one stands alone. */
function unitsOf(open: readonly OpenSale[], on: Day, asUnits: boolean): Unit[] {
  const byIndex = new Map(open.map((one) => [one.index, one]))
  const chanceOf = ({ said }: OpenSale): number => chanceWithin(said, rangeWeeks, on)
  return open.flatMap((one): Unit[] => {
    const [partner] = one.sale.partners
    const other = asUnits && partner !== undefined ? byIndex.get(partner) : undefined
    if (!other) return [{ chance: chanceOf(one), sales: 1, fee: one.sale.fee }]
    if (other.index < one.index) return []
    return [{ chance: (chanceOf(one) + chanceOf(other)) / 2, sales: 2, fee: one.sale.fee + other.sale.fee }]
  })
}

const withoutFirms = (traits: SimulatedSale['traits']): SimulatedSale['traits'] => ({
  ...traits,
  leasehold: null,
  branch: '',
  vendorFirm: null,
  buyerFirm: null,
  broker: null,
  lender: null,
  progressor: null,
})

/** "Agreed + the company’s median of the last 12 months." */
function medianOfExchanges(sales: readonly SimulatedSale[], day: number, counted: Int32Array): number {
  const times = sales
    .filter((sale) => sale.exchangedOn < day && sale.exchangedOn >= day - 365 && sale.exchangedOn < sale.fallsOn)
    .map((sale) => (counted[sale.exchangedOn] as number) - (counted[sale.agreedOn] as number))
    .toSorted((a, b) => a - b)
  return times[Math.floor(times.length / 2)] ?? 100
}

/** Mean gap between said and came chances over ten groups, in percentage points, of several companies together: by 4, 8 and 12 weeks. */
export const calibrationGaps = (scores: readonly SimulationScore[]): number[] =>
  horizons.map((_, horizon) => gapOf(pooledGroups(scores, horizon)))

/** The ten groups of several companies together, at the horizon of this place. */
export const pooledGroups = (scores: readonly SimulationScore[], horizon: number): CalibrationGroup[] =>
  emptyGroups().map((empty, group) => scores.reduce((sum, { groups }) => addGroups(sum, groups[horizon]?.[group]), empty))

/** Mean gap between said and came chances of falling through, over all that was said of several companies, in percentage points. */
export function fallsGap(scores: readonly SimulationScore[]): number {
  return gapOf(emptyGroups().map((empty, group) => scores.reduce((sum, { falls }) => addGroups(sum, falls[group]), empty)))
}

const addGroups = (one: CalibrationGroup, other: CalibrationGroup | undefined): CalibrationGroup => ({
  said: one.said + (other?.said ?? 0),
  came: one.came + (other?.came ?? 0),
  count: one.count + (other?.count ?? 0),
})

const gapOf = (groups: readonly CalibrationGroup[]): number => {
  const total = groups.reduce((sum, { count }) => sum + count, 0)
  return (100 * groups.reduce((sum, { said, came }) => sum + Math.abs(said - came), 0)) / Math.max(1, total)
}
