import { addDays, type DateOnly, daysBetween } from '../../common/dates.ts'
import { showCount } from '../../common/show-count.ts'
import { showMetric } from '../dashboard/metric-values.ts'
import { definitionOf, type Metric } from '../dashboard/metrics.ts'
import type { DateRange } from '../dashboard/periods.ts'
import { firstOfMonth } from './week-periods.ts'

/** Targets by month, and the pace towards them: [seat §4](docs/design/seat.md#4). */

export const targetMetrics = [
  'takeOn',
  'salesAgreed',
  'feesSold',
  'exchanged',
  'feesExchanged',
] as const satisfies readonly Metric[]
export type TargetMetric = (typeof targetMetrics)[number]

/** What the rows of people are paced by (`paceMetricOf`): another target of a person would measure nothing. */
export const personTargetMetrics = ['feesSold', 'feesExchanged'] as const satisfies readonly TargetMetric[]

/** The targets that can be set. */
export const targetMetricsOf = ({ userId }: { userId?: string | null | undefined }): readonly TargetMetric[] =>
  userId ? personTargetMetrics : targetMetrics

/** In pounds where the metric counts fees. */
export const maxPerMonth = (metric: TargetMetric): number => (countsFees(metric) ? 10_000_000 : 10_000)
export const countsFees = (metric: Metric): boolean => definitionOf(metric).measure === 'fees'

/** Months that are read or shown at once. */
export const maxTargetMonths = 24

/** A number from a month on, until the next that is given; 0: none. `fromMonth` is a first day. */
export type GivenTarget = { fromMonth: DateOnly; perMonth: number }

/** "a month takes the one before until changed." */
export function perMonthAt(given: readonly GivenTarget[], month: DateOnly): number {
  const before = given.filter(({ fromMonth }) => fromMonth <= month).toSorted((a, b) => (a.fromMonth < b.fromMonth ? -1 : 1))
  return before.at(-1)?.perMonth ?? 0
}

/** Counts to one decimal, fees to the pound. */
const rounded = (metric: Metric, figure: number): number =>
  countsFees(metric) ? Math.round(figure) : Math.round(figure * 10) / 10

/** "for each day of the period up to today, that month's number ÷ its days". Null: none of these months has a target. */
export function targetToDate(metric: Metric, given: readonly GivenTarget[], period: DateRange, today: DateOnly): number | null {
  const last = period.last < today ? period.last : today
  let sum = 0
  for (let month = firstOfMonth(period.first); month <= last; month = firstOfMonth(month, 1)) {
    const end = addDays(firstOfMonth(month, 1), -1)
    const days = daysBetween(period.first > month ? period.first : month, end < last ? end : last) + 1
    sum += (perMonthAt(given, month) * days) / (daysBetween(month, end) + 1)
  }
  return sum === 0 ? null : rounded(metric, sum)
}

/** What was done less the target to date, as both are shown. */
export const paceOf = (metric: Metric, value: number | null, target: number | null): number | null =>
  value === null || target === null ? null : rounded(metric, rounded(metric, value) - target)

export type PaceTone = 'on' | 'ahead' | 'behind'
export type PaceWords = { tone: PaceTone; words: string }

const onPaceCount = 0.5
const onPaceShare = 0.025

/** "counts within 0.5 and fees within 2.5 % are 'on pace', else '0.8 ahead', '£6,694 behind'." */
export function describePace(metric: Metric, pace: number | null, target: number | null): PaceWords | null {
  if (pace === null || target === null) return null
  const by = Math.abs(pace)
  if (by <= (countsFees(metric) ? target * onPaceShare : onPaceCount)) return { tone: 'on', words: 'on pace' }
  const tone = pace > 0 ? 'ahead' : 'behind'
  return { tone, words: `${showTarget(metric, by)} ${tone}` }
}

/** In place of the pace of several branches of which some have no target: what all did is not measured against the targets of some. */
export const noTargetOf = (branches: readonly string[]): string =>
  `no target: ${branches.length > 2 ? showCount(branches.length, 'branch', 'branches') : branches.join(', ')}`

/** In place of the pace of somebody whose target is of more branches than the page has. */
export const targetOfMore = (branches: number): string => `target is of ${showCount(branches, 'branch', 'branches')}`

/** `4.2`, `£16,800`. */
export const showTarget = (metric: Metric, target: number): string =>
  countsFees(metric) ? showMetric(metric, target) : target.toFixed(1)
