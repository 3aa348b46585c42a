/**
 * "The company's end-of-week day and time close its week: … a weekly summary goes by e-mail to its administrators at that
 * moment (once per company and week …)."
 */

import { type CompanyWeek, type EndOfWeek, lastClosedWeek } from '../../common/company-week.ts'
import { type DateOnly, daysBetween, type Instant } from '../../common/dates.ts'
import type { Metric } from './metrics.ts'

/** A summary is sent late after downtime, even over a long weekend, but not for older weeks. */
const maxDaysLate = 4

/** Days shared by two weeks from which they count as the same week. */
const mostOfAWeek = 4

type SummaryCompany = {
  endOfWeek: EndOfWeek
  createdon: Instant
  /** Last days of the weeks reported most recently; two are enough. */
  reported: readonly DateOnly[]
}

/**
 * The week to report now, or null. If a company moves the end of its week, a week that shares most of its days with a
 * reported one is not reported again, nor one that ends before it.
 */
export function weekToReport(now: Instant, { endOfWeek, createdon, reported }: SummaryCompany): CompanyWeek | null {
  const week = lastClosedWeek(now, endOfWeek)
  const closed = Date.parse(week.closes)
  if (closed <= Date.parse(createdon) || Date.parse(now) - closed > maxDaysLate * 86_400_000) return null
  return reported.some((last) => last > week.last || daysShared(last, week.last) >= mostOfAWeek) ? null : week
}

const daysShared = (one: DateOnly, other: DateOnly): number => 7 - Math.abs(daysBetween(one, other))

/** `short` is the heading of a narrow column. */
export type SummaryLine = { label: string; short?: string; count: Metric; fees?: Metric }

/** Flows of the week. */
export const weekEvents: readonly SummaryLine[] = [
  { label: 'Taken on', count: 'takeOn' },
  { label: 'Sales agreed', short: 'Agreed', count: 'salesAgreed', fees: 'feesSold' },
  { label: 'Fall-offs', count: 'fallOffs', fees: 'feesFallOff' },
  { label: 'Exchanges', count: 'exchanged', fees: 'feesExchanged' },
  { label: 'Completions', count: 'completedWeek', fees: 'feesCompletedWeek' },
]

/** Stocks at its end. */
export const weekEndState: readonly SummaryLine[] = [
  { label: 'Sales pipeline', short: 'Pipeline', count: 'salesPipeline', fees: 'feesPipeline' },
  { label: 'Moves in the week ahead', short: 'Moves ahead', count: 'movesWeek' },
]

/** Properties with at least one overdue step; each is in exactly one of the three. */
export const overdueAtWeekEnd: readonly SummaryLine[] = [
  { label: 'Pre for sale', count: 'warningsPreForSale' },
  { label: 'For sale', count: 'warningsForSale' },
  { label: 'Sold', count: 'warningsSold' },
]

export const summaryMetrics: readonly Metric[] = [...weekEvents, ...weekEndState, ...overdueAtWeekEnd].flatMap(
  ({ count, fees }) => (fees ? [count, fees] : [count]),
)
