/**
 * "The company's end-of-week day and time close its week: … a weekly summary goes by e-mail to its administrators at that
 * moment (once per company and week …)." What it tells of a week, and which week is to be told.
 */
import { type DateOnly, daysBetween, type Instant } from '../../common/dates.ts'
import type { Metric } from './metrics.ts'
import { type CompanyWeek, type EndOfWeek, lastClosedWeek } from './periods.ts'

/** A server that was down when a week closed tells it late, over a long weekend even; older weeks are not told any more. */
const maxDaysLate = 4

/** Of the days of a week, how many make it the same week as another one. */
const mostOfAWeek = 4

type SummaryCompany = {
  endOfWeek: EndOfWeek
  createdon: Instant
  /** The last days of the weeks told most recently; two are enough. */
  reported: readonly DateOnly[]
}

/**
 * The week that a company is to be told now, or null. A company that moves the end of its week has its weeks cut anew: one
 * that shares most of its days with a week that was told is that week, and is not told again.
 */
export function weekToReport(now: Instant, { endOfWeek, createdon, reported: told }: SummaryCompany): CompanyWeek | null {
  const week = lastClosedWeek(now, endOfWeek)
  const closed = Date.parse(week.closes)
  if (closed <= Date.parse(createdon) || Date.parse(now) - closed > maxDaysLate * 86_400_000) return null
  return told.some((last) => daysShared(last, week.last) >= mostOfAWeek) ? null : week
}

const daysShared = (one: DateOnly, other: DateOnly): number => 7 - Math.abs(daysBetween(one, other))

/** `short` heads a narrow column. */
export type SummaryLine = { label: string; short?: string; count: Metric; fees?: Metric }

/** What happened in the week. */
export const weekEvents: readonly SummaryLine[] = [
  { label: 'Taken on', count: 'takeOn' },
  { label: 'Sales agreed', short: 'Agreed', count: 'salesAgreed', fees: 'feesSold' },
  { label: 'Fall-offs', count: 'fallOffs', fees: 'feesFallOff' },
  { label: 'Exchanges', count: 'exchanged', fees: 'feesExchanged' },
  { label: 'Completions', count: 'completedWeek', fees: 'feesCompletedWeek' },
]

/** How it stood at its end. */
export const weekEndState: readonly SummaryLine[] = [
  { label: 'Sales pipeline', short: 'Pipeline', count: 'salesPipeline', fees: 'feesPipeline' },
  { label: 'Moves in the week ahead', short: 'Moves ahead', count: 'movesWeek' },
]

/** Properties with at least one step overdue: each stands in one of the three. */
export const overdueAtWeekEnd: readonly SummaryLine[] = [
  { label: 'Pre for sale', count: 'warningsPreForSale' },
  { label: 'For sale', count: 'warningsForSale' },
  { label: 'Sold', count: 'warningsSold' },
]

export const summaryMetrics: readonly Metric[] = [...weekEvents, ...weekEndState, ...overdueAtWeekEnd].flatMap(
  ({ count, fees }) => (fees ? [count, fees] : [count]),
)
