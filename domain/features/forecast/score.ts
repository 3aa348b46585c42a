import { type DateOnly, showDate } from '../../common/dates.ts'
import type { Range } from './forecast-period.ts'

/**
 * How right kept forecasts were. Pure: what was said and what came go in, shares and words come out. Forecast design, section 9,
 * and `widening` of section 8.
 */

/** "Scored at N = 4, 8, 12 weeks, only weeks whose N weeks have passed." */
export const scoredHorizons = [4, 8, 12] as const
export type ScoredHorizon = (typeof scoredHorizons)[number]

/** "Refused under 26 scored weeks or 50 exchanges." */
export const fewestScoredWeeks = 26
export const fewestScoredExchanges = 50
/** "Groups under 20 are drawn hollow and not in the sentence." */
const fewestInGroup = 20
/** Of the normal distribution, for an interval that holds 8 times in 10. */
const quantile = 1.2816

/** 80 % Wilson interval of a share. */
export function wilson(came: number, count: number): Range {
  if (count === 0) return { low: 0, high: 1 }
  const share = came / count
  const square = quantile ** 2 / count
  const middle = share + square / 2
  const half = quantile * Math.sqrt((share * (1 - share)) / count + square / (4 * count))
  return { low: Math.max(0, (middle - half) / (1 + square)), high: Math.min(1, (middle + half) / (1 + square)) }
}

/** Forecasts of one group of said chances: the sum of what was said, how many came, how many there were. */
export type GroupSums = { group: number; said: number; came: number; count: number }
export type CalibrationGroup = {
  /** The group holds said chances from `from` to `from` + 0.1. */
  from: number
  said: number
  came: number
  count: number
  cameCount: number
  low: number
  high: number
  /** Enough forecasts to be judged by. */
  enough: boolean
}

/** "Sales in ten groups of said chance: said mean, came share, count, 80 % Wilson interval." Empty groups are left out. */
export const calibrationOf = (sums: readonly GroupSums[]): CalibrationGroup[] =>
  sums
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => a.group - b.group)
    .map(({ group, said, came, count }) => ({
      from: group / 10,
      said: said / count,
      came: came / count,
      count,
      cameCount: came,
      ...wilson(came, count),
      enough: count >= fewestInGroup,
    }))

const percent = (share: number): number => Math.round(100 * share)

/** The finding of the calibration chart: the mean difference of forecasts and outcomes, and the group with the largest one. */
export function calibrationInWords(groups: readonly CalibrationGroup[], weeks: ScoredHorizon): string {
  const judged = groups.filter(({ enough }) => enough)
  const total = judged.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return `No group of chances has ${fewestInGroup} forecasts yet.`
  const gap = judged.reduce((sum, { said, came, count }) => sum + Math.abs(said - came) * count, 0) / total
  const points = percent(gap) === 1 ? '1 point' : `${percent(gap)} points`
  const off = judged.filter(({ said, low, high }) => said < low || said > high)
  const worst = off.toSorted((a, b) => Math.abs(b.said - b.came) - Math.abs(a.said - a.came))[0]
  const finding = `Forecasts made ${weeks} weeks before and actual exchanges differ by ${points} on average.`
  if (!worst) return `${finding} No group differs by more than chance explains.`
  const more = worst.came > worst.said ? 'more' : 'fewer'
  return `${finding} Where ${percent(worst.said)} in 100 were forecast, ${more} exchanged: ${worst.cameCount} of ${worst.count}.`
}

export type Unscored = { enough: false; have: number; need: number; words: string }

/**
 * "Refused under 26 scored weeks or 50 exchanges: 'Scored from March on: 19 of 50 exchanges so far.'" Null: enough.
 * `scoredFrom`: the day on which the 26th week has been scored; null before anything was kept.
 */
export function tooFewToScore(
  { weeks, exchanges }: { weeks: number; exchanges: number },
  scoredFrom: DateOnly | null,
): Unscored | null {
  if (weeks < fewestScoredWeeks) {
    const soFar = `${weeks} of ${fewestScoredWeeks} weeks so far.`
    const words =
      scoredFrom === null
        ? 'No forecast has been stored yet. They are stored once a week and scored after 26 weeks.'
        : `Scored from ${showDate(scoredFrom)} on: ${soFar}`
    return { enough: false, have: weeks, need: fewestScoredWeeks, words }
  }
  if (exchanges >= fewestScoredExchanges) return null
  return {
    enough: false,
    have: exchanges,
    need: fewestScoredExchanges,
    words: `Scored from ${fewestScoredExchanges} exchanges on: ${exchanges} of ${fewestScoredExchanges} so far.`,
  }
}

/** Mean days between said and came, of the same forecasts by two methods. */
export type DaysOut = { ours: number; other: number; forecasts: number }

/** "If a naive method is better the screen says so in the same words and place." */
export function daysOutInWords({ ours, other }: DaysOut, method: string): string {
  const [a, b] = [Math.round(ours), Math.round(other)]
  const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`)
  const how = a === b ? 'as much as' : a < b ? 'less than' : 'more than'
  return `The forecast was out by ${days(a)} on average, ${how} ${method}: ${days(b)}.`
}

const [fewestLately, leastHeld, mostHeld] = [fewestScoredExchanges, 0.7, 0.9]

/**
 * "If over the last 52 weeks the 8-in-10 day held less than 70 % or more than 90 %, an amber line stands on every tab." Null
 * where it held, or where there is too little to say so.
 */
export function lateWarning({ due, came }: { due: number; came: number }): string | null {
  if (due < fewestLately) return null
  const share = came / due
  return share < leastHeld || share > mostHeld
    ? `Recently, ${percent(share)} of 100 sales exchanged by their 8-in-10 date.`
    : null
}

/** What was said of a kept week’s count and its spread, and what came. */
export type KeptCount = { said: number; spread: number; came: number }

/**
 * By how much ranges were too narrow: "clamp(root mean square of (came − said)/sd over the last 52 kept weeks, 1, 2), 1 under
 * 26".
 */
export function wideningOf(weeks: readonly KeptCount[]): number {
  const counted = weeks.filter(({ spread }) => spread > 0)
  if (counted.length < fewestScoredWeeks) return 1
  const squares = counted.reduce((sum, { said, spread, came }) => sum + ((came - said) / spread) ** 2, 0)
  return Math.min(2, Math.max(1, Math.sqrt(squares / counted.length)))
}

/** Standard deviation of the number of sales that exchange. */
export const spreadOf = (units: readonly { chance: number; sales: number }[]): number =>
  Math.sqrt(units.reduce((sum, { chance, sales }) => sum + chance * (1 - chance) * sales ** 2, 0))

/** The chance of an exchange up to a day, `days` after a kept week, between the whole weeks that are kept. */
export function chanceByDay(byWeek: readonly number[], days: number): number {
  if (days <= 0) return byWeek[0] ?? 0
  const [week, rest] = [Math.floor(days / 7), (days % 7) / 7]
  const last = byWeek.length - 1
  const from = byWeek[Math.min(week, last)] ?? 0
  return from + rest * ((byWeek[Math.min(week + 1, last)] ?? 0) - from)
}
