/**
 * A tab of the management dashboard as a spreadsheet: a line a metric in the order of the screen, a column a period. Amounts
 * are pounds as numbers and not rounded; a cell is empty where a figure is not known. What each counts stands at the end of
 * its line, as it is one click away on the screen.
 */
import { showDate } from '../../common/dates.ts'
import { definitionOf, type Metric, type MetricDefinition } from './metrics.ts'
import type { DateRange, Period } from './periods.ts'
import { type MetricValue, metricChange, metricFigure } from './stat.ts'

type Cell = string | number
export type ExportedMetric = {
  /** Whose figures: the branch's name, or that of the whole company. */
  whose: string
  group: string
  metric: Metric
  /** By period, amounts in pounds. */
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

/** The columns for these periods, the newest first. */
export function dashboardExportColumns(periods: readonly Period[]): readonly ExportColumn[] {
  const figure = ({ metric, values }: ExportedMetric, period: Period | undefined) =>
    period ? metricFigure(metric, values[period.key]) : null
  return [
    { head: 'Branch', cell: ({ whose }) => whose },
    { head: 'Group', cell: ({ group }) => group },
    { head: 'Stat', cell: ({ metric }) => definitionOf(metric).label },
    { head: 'Unit', cell: ({ metric }) => units[definitionOf(metric).measure] },
    ...periods.map((period) => ({ head: showPeriod(period), cell: (line: ExportedMetric) => figure(line, period) ?? '' })),
    {
      head: 'Change',
      cell: (line) => {
        const change = metricChange(line.metric, figure(line, periods[0]), figure(line, periods[1]))
        return change ? tones[change.tone] : ''
      },
    },
    { head: 'What it counts', cell: ({ metric }) => definitionOf(metric).definition },
  ]
}
