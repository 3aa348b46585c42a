import { showDate } from '@gya/domain/common/dates.ts'
import { showPeriod } from '@gya/domain/features/dashboard/dashboard-export.ts'
import { definitionOf, type Metric, metricDays } from '@gya/domain/features/dashboard/metrics.ts'
import type { WirePeriod } from './use-figures.ts'

const dayAndMonth = (day: string): string => showDate(day).slice(0, 5)

/** A stock without days of its own is how things stand when the period ends. */
const isPointInTime = (metric: Metric): boolean => {
  const { kind, span } = definitionOf(metric)
  return kind === 'stock' && span === undefined
}

/** The days of a column: `08/11 –` and `21/11`, or the one day at whose end things are so. */
export function columnLabel(metric: Metric, period: WirePeriod): string[] {
  const { first, last } = metricDays(metric, period)
  return isPointInTime(metric) ? [dayAndMonth(last)] : [`${dayAndMonth(first)} –`, dayAndMonth(last)]
}

/** `08/11/2026 – 21/11/2026`, or `at the end of 21/11/2026`. */
export function periodLabel(metric: Metric, period: WirePeriod): string {
  const days = metricDays(metric, period)
  return isPointInTime(metric) ? `at the end of ${showDate(days.last)}` : showPeriod(days)
}
