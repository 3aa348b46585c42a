import { showDate } from '@gya/domain/common/dates.ts'
import { showPeriod } from '@gya/domain/features/dashboard/dashboard-export.ts'
import { daysShown, definitionOf, type Metric } from '@gya/domain/features/dashboard/metrics.ts'
import type { WirePeriod } from './use-figures.ts'

const dayAndMonth = (day: string): string => showDate(day).slice(0, 5)

/** A stock without days of its own is how things stand when the period ends. */
const isOfOneDay = (metric: Metric): boolean => {
  const { kind, span } = definitionOf(metric)
  return kind === 'stock' && span === undefined
}

/** The days of a column: `08/11 –` and `21/11`, or the one day at whose end things are so. */
export function columnDays(metric: Metric, period: WirePeriod): string[] {
  const { first, last } = daysShown(metric, period)
  return isOfOneDay(metric) ? [dayAndMonth(last)] : [`${dayAndMonth(first)} –`, dayAndMonth(last)]
}

/** `08/11/2026 – 21/11/2026`, or `at the end of 21/11/2026`. */
export function daysInWords(metric: Metric, period: WirePeriod): string {
  const days = daysShown(metric, period)
  return isOfOneDay(metric) ? `at the end of ${showDate(days.last)}` : showPeriod(days)
}
