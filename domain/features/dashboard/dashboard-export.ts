import { type DateOnly, showDate } from '../../common/dates.ts'
import { comparedValue, metricChange } from './metric-change.ts'
import { type MetricValue, metricNumber } from './metric-values.ts'
import { definitionOf, type Metric, type MetricDefinition } from './metrics.ts'
import type { DateRange, Period } from './periods.ts'

/**
 * A dashboard tab as a spreadsheet: one row per metric in screen order, one column per period. Amounts are unrounded
 * pounds; unknown values are empty.
 */

type Cell = string | number
export type ExportedMetric = {
  /** Name of the branch, or of the company. */
  whose: string
  group: string
  metric: Metric
  /** Values by period, amounts in pounds. */
  values: Readonly<Record<string, MetricValue>>
}
type ExportColumn = { head: string; cell: (line: ExportedMetric) => Cell }

const units: Record<MetricDefinition['measure'], string> = {
  count: 'Number',
  fees: '£',
  averagePrice: '£ on average',
  averagePercent: '% on average',
}

const tones = { better: 'Better', worse: 'Worse', same: 'No change', neutral: 'Changed' } as const

/** `08/11/2025 – 21/11/2025`. */
export const showPeriod = ({ first, last }: DateRange): string => `${showDate(first)} – ${showDate(last)}`

/** Newest period first. `knownSince`: see `comparedValue`. */
export function dashboardExportColumns(periods: readonly Period[], knownSince: DateOnly | null): readonly ExportColumn[] {
  const figure = ({ metric, values }: ExportedMetric, period: Period | undefined) =>
    period ? metricNumber(metric, values[period.key]) : null
  return [
    { head: 'Branch', cell: ({ whose }) => whose },
    { head: 'Group', cell: ({ group }) => group },
    { head: 'Stat', cell: ({ metric }) => definitionOf(metric).label },
    { head: 'Unit', cell: ({ metric }) => units[definitionOf(metric).measure] },
    ...periods.map((period) => ({ head: showPeriod(period), cell: (line: ExportedMetric) => figure(line, period) ?? '' })),
    {
      head: 'Change',
      cell: (line) => {
        const change = metricChange(
          line.metric,
          figure(line, periods[0]),
          comparedValue(figure(line, periods[1]), periods[1], knownSince),
        )
        return change ? tones[change.tone] : ''
      },
    },
    { head: 'What it counts', cell: ({ metric }) => definitionOf(metric).definition },
  ]
}
