import { type DateOnly, showDate } from '../../common/dates.ts'
import type { Range } from './forecast-period.ts'

/**
 * Scores stored forecasts against actual exchanges. [forecast §9](docs/design/forecast.md#9), and `widening` of section 8.
 */

/** Weeks ahead at which forecasts are scored, once that many weeks have passed. */
export const scoredHorizons = [4, 8, 12] as const
export type ScoredHorizon = (typeof scoredHorizons)[number]

/** With fewer forecasts there is no score. */
export const fewestScoredWeeks = 26
export const fewestScoredExchanges = 50
/** Smaller groups are drawn hollow and not mentioned in the sentence. */
const fewestInGroup = 20
/** Normal quantile of an 80 % interval. */
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

/** A group of forecasts by chance: the sum of the chances, the number that exchanged, the number of forecasts. */
export type GroupSums = { group: number; said: number; came: number; count: number }
export type CalibrationGroup = {
  /** The group has forecast chances from `from` to `from` + 0.1. */
  from: number
  said: number
  came: number
  count: number
  cameCount: number
  low: number
  high: number
  /** At least 20 forecasts. */
  enough: boolean
}

/** Mean chance, share that exchanged and 80 % Wilson interval of each group; empty groups are left out. */
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
 * Why there is no score yet; null if there is enough. `scoredFrom`: the day on which the 26th week can be scored; null before the first
 * forecast is stored.
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

/** Mean absolute error in days of two methods on the same forecasts. */
export type DaysOut = { ours: number; other: number; forecasts: number }

/** Compares the forecast with a simpler method, in the same words whichever is better. */
export function daysOutInWords({ ours, other }: DaysOut, method: string): string {
  const [a, b] = [Math.round(ours), Math.round(other)]
  const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`)
  const how = a === b ? 'as much as' : a < b ? 'less than' : 'more than'
  return `The forecast was out by ${days(a)} on average, ${how} ${method}: ${days(b)}.`
}

const [fewestLately, leastHeld, mostHeld] = [fewestScoredExchanges, 0.7, 0.9]

/**
 * Warning if fewer than 70 % or more than 90 % of sales exchanged by their 8-in-10 date in the last 52 weeks; otherwise, or with too few
 * sales, null.
 */
export function lateWarning({ due, came }: { due: number; came: number }): string | null {
  if (due < fewestLately) return null
  const share = came / due
  return share < leastHeld || share > mostHeld
    ? `Recently, ${percent(share)} of 100 sales exchanged by their 8-in-10 date.`
    : null
}

/** The forecast count of a week with its standard deviation, and the actual count. */
export type KeptCount = { said: number; spread: number; came: number }

const mostWidened = 2

/**
 * Factor by which ranges are widened: the root mean square of (actual − forecast) / sd, each at most 2; 1 under 26 weeks. Without that limit,
 * a single wrong week, as after an import, would hold it at 2 for a year.
 */
export function wideningOf(weeks: readonly KeptCount[]): number {
  const counted = weeks.filter(({ spread }) => spread > 0)
  if (counted.length < fewestScoredWeeks) return 1
  const squares = counted.reduce(
    (sum, { said, spread, came }) => sum + Math.min(mostWidened, Math.abs(came - said) / spread) ** 2,
    0,
  )
  return Math.max(1, Math.sqrt(squares / counted.length))
}

/** Standard deviation of the number of sales that exchange. */
export const spreadOf = (units: readonly { chance: number; sales: number }[]): number =>
  Math.sqrt(units.reduce((sum, { chance, sales }) => sum + chance * (1 - chance) * sales ** 2, 0))

/** The chance of an exchange within `days`, interpolated between the stored whole weeks. */
export function chanceByDay(byWeek: readonly number[], days: number): number {
  if (days <= 0) return byWeek[0] ?? 0
  const [week, rest] = [Math.floor(days / 7), (days % 7) / 7]
  const last = byWeek.length - 1
  const from = byWeek[Math.min(week, last)] ?? 0
  return from + rest * ((byWeek[Math.min(week + 1, last)] ?? 0) - from)
}
