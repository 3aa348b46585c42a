import { medianOf } from '../../../common/median.ts'
import { countedDaysBetween, defaultClosedDays } from '../counted-days.ts'
import { dayOfChance, fromCumulative, horizonDays } from '../distributions.ts'
import { chanceOfFalling, competingChances, fallHazard } from '../falling-through.ts'
import { forecastPeriod, type Unit } from '../forecast-period.ts'
import { type Learned, learn, tablesFor } from '../learning.ts'
import type { LinkFacts } from '../link-standing.ts'
import { fallenLink, readyOfLinks } from '../ready-of-links.ts'
import { historyOf, type SaleFacts, standingOf } from '../sale-facts.ts'
import { type KeptCount, spreadOf, wideningOf } from '../score.ts'
import { exchangeChances, readyChances } from '../step-network.ts'
import { linksAt } from './known-on-day.ts'
import { dateOf, lastTicked, type Recording, recordedFacts, recordSale } from './recorded-sale.ts'
import { type SimulatedSale, type Simulation, scoredDays, simulateCompany } from './simulated-company.ts'
import { countedDays } from './simulated-days.ts'

/** Accuracy of forecasts from what an agency records; shares in percent, errors in counted days, of sales that exchanged. */
export type RecordedScore = {
  forecasts: number
  half: number
  eight: number
  /** Mean of forecast minus actual: positive is too late. */
  bias: number
  error: number
  errorOfMedian: number
  errorOfSameStep: number
  /** Share that fell through: forecast and actual, of all and of five groups of equal size by forecast chance. */
  falls: { said: number; came: number }
  fallsByFifths: readonly { said: number; came: number }[]
  /** Share of months whose count was within the range, and the factor by which past weeks widen it. */
  monthsHeld: number
  widening: number
  /** Mean count of a month. */
  monthSaid: number
  monthCame: number
}

/** A sale of a simulated company, with what the company knows at the start of a day. Days are numbers. */
export type ScoredSale = Pick<SimulatedSale, 'agreedOn' | 'exchangedOn' | 'fallsOn' | 'partners'> & {
  /** Null: not known yet. */
  factsAt: (day: number) => SaleFacts | null
  linksAt: (day: number) => LinkFacts[]
}
type Forecast = {
  sale: ScoredSale
  index: number
  ifItHolds: Float64Array
  byDay: Float64Array
  falls: number
  sameStep: number
}
type Learnt = { learned: Learned; median: number; sameStep: ReadonlyMap<number, number> }
type Month = { units: Unit[]; came: number }

const counted = (from: number, until: number): number => countedDaysBetween(dateOf(from), dateOf(until), defaultClosedDays)
const exchanges = ({ exchangedOn, fallsOn }: ScoredSale): boolean => exchangedOn < fallsOn
const monthDays = 30
const weeksOfWidening = 4
const learnEvery = 28
const asAtEvery = 9

export function scoreRecorded(simulation: Simulation, recording: Recording, every = asAtEvery): RecordedScore {
  const first = Math.round(simulation.yearsBefore * 365)
  const arrays = countedDays(first + scoredDays + 2000)
  const sales = simulateCompany(simulation).map((sale, index): ScoredSale => {
    const recorded = recordSale(sale, simulation.seed * 100_003 + index, first - 1, recording)
    return { ...sale, factsAt: (day) => recordedFacts(sale, recorded, day), linksAt: (day) => linksAt(sale, day, arrays) }
  })
  return scoreSales(sales, first, every)
}

/** Forecasts the open sales on days of the year that begins with `first`, and compares them with what happened. */
export function scoreSales(sales: readonly ScoredSale[], first: number, every = asAtEvery): RecordedScore {
  const tally = newTally()
  let learnt: Learnt | null = null
  let learnedOn = Number.NEGATIVE_INFINITY
  for (let day = first; day < first + scoredDays; day += every) {
    if (learnt === null || day - learnedOn >= learnEvery) {
      learnt = learnAt(sales, day)
      learnedOn = day
    }
    const found = learnt
    const open = sales.flatMap((sale, index) => {
      const facts = isOpen(sale, day) ? sale.factsAt(day) : null
      return facts === null ? [] : [forecastOf(sales, { sale, index, facts }, { day, learnt: found })]
    })
    for (const one of open) tally.addSale(one, day, found.median)
    tally.addDay(open, day)
  }
  return tally.score()
}

const isOpen = ({ agreedOn, exchangedOn, fallsOn }: ScoredSale, day: number): boolean =>
  agreedOn < day && Math.min(exchangedOn, fallsOn) >= day

function learnAt(sales: readonly ScoredSale[], day: number): Learnt {
  const facts = sales.flatMap((sale) => (sale.agreedOn < day - 730 ? [] : (sale.factsAt(day) ?? [])))
  const learned = learn(facts.map((one) => historyOf(one, dateOf(day), defaultClosedDays)))
  const exchanged = facts.filter(({ outcome }) => outcome === 'exchanged')
  const days = (from: string, until: string): number => countedDaysBetween(from, until, defaultClosedDays)
  const recent = exchanged.filter(({ endedOn }) => (endedOn ?? '') >= dateOf(day - 365))
  const remaining = exchanged.flatMap(({ steps, endedOn }) =>
    steps.flatMap(({ key, completedOn }) =>
      completedOn === null || endedOn === null ? [] : [{ key, days: days(completedOn, endedOn) }],
    ),
  )
  const sameStep = new Map<number, number>()
  for (const [key, rows] of Map.groupBy(remaining, (row) => row.key))
    sameStep.set(key, medianOf(rows.map((row) => row.days)) ?? 0)
  return { learned, median: medianOf(recent.map(({ agreedOn, endedOn }) => days(agreedOn, endedOn ?? ''))) ?? 100, sameStep }
}

type OpenSale = { sale: ScoredSale; index: number; facts: SaleFacts }
type On = { day: number; learnt: Learnt }

function forecastOf(sales: readonly ScoredSale[], { sale, index, facts }: OpenSale, on: On): Forecast {
  const { day, learnt } = on
  const { learned } = learnt
  const today = dateOf(day)
  const standing = standingOf(facts.steps, today, defaultClosedDays, facts.agreedOn)
  const outside = sale.linksAt(day)
  const own: Float64Array[] = []
  for (const other of sale.partners) {
    const partner = sales[other]
    const known = partner?.factsAt(day) ?? null
    if (!partner || !known) continue
    if (known.outcome === 'fell') outside.push(fallenLink(counted(partner.fallsOn, day)))
    if (known.outcome !== 'open') continue
    const { steps, agreedOn, traits } = known
    own.push(readyChances(standingOf(steps, today, defaultClosedDays, agreedOn), tablesFor(learned, traits), 3))
    // The linked sale waits for its own links.
    outside.push(...partner.linksAt(day))
  }
  const links = [...own, ...readyOfLinks(outside, { standing, learned, own })]
  const { inChain } = facts.traits
  const ifItHolds = exchangeChances(standing, tablesFor(learned, facts.traits), { links, inChain })
  const rates = inChain ? learned.falls.inChain : learned.falls.alone
  const chances = competingChances(fromCumulative(ifItHolds), fallHazard(rates, counted(sale.agreedOn, day), 1))
  const last = lastTicked(facts.steps)
  const since = last === null ? counted(sale.agreedOn, day) : countedDaysBetween(last.on, today, defaultClosedDays)
  const usual = last === null ? learnt.median : (learnt.sameStep.get(last.key) ?? learnt.median)
  return {
    sale,
    index,
    ifItHolds,
    byDay: chances.exchanged,
    falls: chanceOfFalling(chances),
    sameStep: Math.max(7, usual - since),
  }
}

function newTally() {
  const sum = { forecasts: 0, exchanged: 0, half: 0, eight: 0, bias: 0, error: 0, ofMedian: 0, ofSameStep: 0 }
  const falls: { said: number; came: boolean }[] = []
  const weeks: KeptCount[] = []
  const months: Month[] = []

  function addSale({ sale, ifItHolds, falls: said, sameStep }: Forecast, day: number, median: number): void {
    sum.forecasts++
    falls.push({ said, came: !exchanges(sale) })
    if (!exchanges(sale)) return
    const days = counted(day, sale.exchangedOn)
    const [half, eight] = [dayOfChance(ifItHolds, 0.5) ?? horizonDays, dayOfChance(ifItHolds, 0.8) ?? horizonDays]
    sum.exchanged++
    sum.half += Number(days <= half)
    sum.eight += Number(days <= eight)
    sum.bias += half - days
    sum.error += Math.abs(half - days)
    sum.ofMedian += Math.abs(Math.max(median - counted(sale.agreedOn, day), 14) - days)
    sum.ofSameStep += Math.abs(sameStep - days)
  }

  function addDay(open: readonly Forecast[], day: number): void {
    const chanceUntil = (byDay: Float64Array, days: number): number =>
      days <= 0 ? 0 : (byDay[Math.min(horizonDays, counted(day, day + days)) - 1] ?? 0)
    const period = (from: number, until: number): Month => ({
      units: unitsOf(open, ({ byDay }) => chanceUntil(byDay, until) - chanceUntil(byDay, from)),
      came: open.filter(({ sale }) => exchanges(sale) && sale.exchangedOn >= day + from && sale.exchangedOn < day + until).length,
    })
    const { units, came } = period(0, 7 * weeksOfWidening)
    weeks.push({ said: units.reduce((total, { chance, sales }) => total + chance * sales, 0), spread: spreadOf(units), came })
    for (const month of [0, 1, 2]) months.push(period(month * monthDays, (month + 1) * monthDays))
  }

  function score(): RecordedScore {
    const widening = wideningOf(weeks)
    const percent = (count: number, of = sum.exchanged): number => (100 * count) / Math.max(1, of)
    const held = months.filter(({ units, came }) => {
      const { low, high } = forecastPeriod(units, widening).countRange
      return low <= came && came <= high
    })
    const share = (group: typeof falls) => ({
      said: percent(
        group.reduce((total, { said }) => total + said, 0),
        group.length,
      ),
      came: percent(group.filter(({ came }) => came).length, group.length),
    })
    const sorted = falls.toSorted((a, b) => a.said - b.said)
    const cut = (fifth: number): number => Math.round((fifth * sorted.length) / 5)
    const mean = (values: readonly number[]): number =>
      values.reduce((total, value) => total + value, 0) / Math.max(1, values.length)
    return {
      forecasts: sum.forecasts,
      half: percent(sum.half),
      eight: percent(sum.eight),
      bias: sum.bias / sum.exchanged,
      error: sum.error / sum.exchanged,
      errorOfMedian: sum.ofMedian / sum.exchanged,
      errorOfSameStep: sum.ofSameStep / sum.exchanged,
      falls: share(falls),
      fallsByFifths: [0, 1, 2, 3, 4].map((fifth) => share(sorted.slice(cut(fifth), cut(fifth + 1)))),
      monthsHeld: percent(held.length, months.length),
      widening,
      monthSaid: mean(months.map(({ units }) => units.reduce((total, { chance, sales }) => total + chance * sales, 0))),
      monthCame: mean(months.map(({ came }) => came)),
    }
  }
  return { addSale, addDay, score }
}

/** Two open sales of one chain are one unit. */
function unitsOf(open: readonly Forecast[], chanceOf: (one: Forecast) => number): Unit[] {
  const byIndex = new Map(open.map((one) => [one.index, one]))
  return open.flatMap((one): Unit[] => {
    const other = byIndex.get(one.sale.partners[0] ?? -1)
    if (!other) return [{ chance: chanceOf(one), sales: 1, fee: 0 }]
    return other.index < one.index ? [] : [{ chance: (chanceOf(one) + chanceOf(other)) / 2, sales: 2, fee: 0 }]
  })
}
