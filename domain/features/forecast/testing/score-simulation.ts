import { dayOfChance, fromCumulative } from '../distributions.ts'
import { forecastPeriod } from '../expected-fees.ts'
import { competingChances, fallHazard } from '../falling-through.ts'
import { learn, type SaleHistory, tablesFor } from '../learning.ts'
import { isLinkKnown, linkStanding } from '../link-standing.ts'
import { exchangeChances, readyChances } from '../network.ts'
import {
  countedDays,
  historyAt,
  linksAt,
  type SimulatedSale,
  type Simulation,
  scoredDays,
  simulateCompany,
  standingAt,
} from './simulated-company.ts'

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
  k: number
}

const shares = [0.1, 0.2, 0.5, 0.8, 0.9] as const
const horizons = [4, 8, 12] as const
const asAtEvery = 9
const learnEvery = 28

/** Forecasts every open sale on some 40 days of the scored year, with what was known on each, and compares with what came. */
export function scoreSimulation(
  simulation: Simulation,
  { countClosed = false, every = asAtEvery }: { countClosed?: boolean; every?: number } = {},
): SimulationScore {
  const sales = simulateCompany(simulation)
  const first = Math.round(simulation.yearsBefore * 365)
  const counted = countedDays(first + scoredDays + 2000, countClosed)
  const between = (from: number, until: number): number => (counted[until] as number) - (counted[from] as number)
  const came = shares.map(() => 0)
  const cameOfExchanged = shares.map(() => 0)
  let exchanged = 0
  let out = 0
  let outOfMedian = 0
  let forecasts = 0
  const said = horizons.map(() => Array.from({ length: 10 }, () => ({ said: 0, came: 0, count: 0 })))
  let [ranges, held] = [0, 0]
  let learned = learn([])
  let median = 0
  let learnedOn = Number.NEGATIVE_INFINITY

  for (let day = first; day < first + scoredDays; day += every) {
    if (day - learnedOn >= learnEvery) {
      const histories = sales
        .filter(({ agreedOn }) => agreedOn >= day - 730)
        .map((sale) => historyAt(sale, day, counted))
        .filter((history): history is SaleHistory => history !== null)
      learned = learn(histories)
      median = medianOfExchanges(sales, day, counted)
      learnedOn = day
    }
    const units: { chance: number; sales: number; fee: number }[] = []
    let cameInFourWeeks = 0
    for (const sale of sales) {
      if (sale.agreedOn >= day || Math.min(sale.exchangedOn, sale.fallsOn) < day) continue
      forecasts++
      const tables = tablesFor(learned, sale.traits)
      const links = linksAt(sale, day, counted)
        .filter(isLinkKnown)
        .map((link) => readyChances(linkStanding(link), tablesFor(learned, withoutFirms(sale.traits)), 3))
      const chances = exchangeChances(standingAt(sale, day, counted), tables, { links, inChain: sale.traits.inChain })
      const falls = sale.traits.inChain ? learned.falls.inChain : learned.falls.alone
      const { exchanged: byDay } = competingChances(fromCumulative(chances), fallHazard(falls, between(sale.agreedOn, day), 1))
      const exchanges = sale.exchangedOn < sale.fallsOn
      const days = between(day, sale.exchangedOn)
      horizons.forEach((weeks, index) => {
        const last = between(day, day + weeks * 7) - 1
        const chance = byDay[last] ?? 0
        const group = said[index]?.[Math.min(9, Math.floor(chance * 10))]
        if (group === undefined) return
        const within = exchanges && sale.exchangedOn < day + weeks * 7
        group.said += chance
        group.came += Number(within)
        group.count++
        if (weeks === 4) {
          units.push({ chance, sales: 1, fee: 0 })
          cameInFourWeeks += Number(within)
        }
      })
      shares.forEach((share, index) => {
        const by = dayOfChance(chances, share)
        if (by !== null && days > by) return
        came[index] = (came[index] as number) + 1
        if (exchanges) cameOfExchanged[index] = (cameOfExchanged[index] as number) + 1
      })
      if (!exchanges) continue
      exchanged++
      const half = dayOfChance(chances, 0.5) ?? chances.length
      out += Math.abs(half - days)
      outOfMedian += Math.abs(Math.max(median - between(sale.agreedOn, day), 14) - days)
    }
    const { countRange } = forecastPeriod(units)
    ranges++
    if (countRange.low <= cameInFourWeeks && cameInFourWeeks <= countRange.high) held++
  }
  return {
    forecasts,
    cameBy: came.map((count) => (100 * count) / Math.max(1, forecasts)),
    exchangedBy: cameOfExchanged.map((count) => (100 * count) / Math.max(1, exchanged)),
    daysOut: out / Math.max(1, exchanged),
    daysOutOfMedian: outOfMedian / Math.max(1, exchanged),
    groups: said,
    rangesHeld: (100 * held) / Math.max(1, ranges),
    k: learned.k,
  }
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
export function calibrationGaps(scores: readonly SimulationScore[]): number[] {
  return horizons.map((_, horizon) => {
    const pooled = Array.from({ length: 10 }, (__, group) =>
      scores.reduce(
        (sum, { groups }) => {
          const one = groups[horizon]?.[group] ?? { said: 0, came: 0, count: 0 }
          return { said: sum.said + one.said, came: sum.came + one.came, count: sum.count + one.count }
        },
        { said: 0, came: 0, count: 0 },
      ),
    )
    const total = pooled.reduce((sum, { count }) => sum + count, 0)
    return (100 * pooled.reduce((sum, { said, came }) => sum + Math.abs(said - came), 0)) / Math.max(1, total)
  })
}
