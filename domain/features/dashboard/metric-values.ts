import { showDate } from '../../common/dates.ts'
import { definitionOf, type Metric, type MetricDefinition } from './metrics.ts'
import type { DateRange, Period } from './periods.ts'

/**
 * "Stats are rounded; change colours green for good, red for bad, orange for no change; fees shown with a pound sign."
 * Reports document, section 9. Values are rounded first and compared then, so that values that look equal count as
 * unchanged.
 */

/** A value of the response, amounts in pounds. */
export type MetricValue = { count?: number | undefined; sum?: number | undefined; avg?: number | null | undefined }

/** Unrounded value of a metric; null if unknown or without a mean. */
export function metricNumber(metric: Metric, value: MetricValue | undefined): number | null {
  const { measure } = definitionOf(metric)
  if (measure === 'count') return value?.count ?? null
  return (measure === 'fees' ? value?.sum : value?.avg) ?? null
}

/** Whole numbers and whole pounds; one decimal for mean percentages. */
const rounded = ({ measure }: MetricDefinition, figure: number): number =>
  measure === 'averagePercent' ? Math.round(figure * 10) / 10 : Math.round(figure)

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', maximumFractionDigits: 0 })
const shortPounds = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'GBP',
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
})
const oneDecimal = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** `14`, `£31,240`, `98.1 %`. */
export function showMetric(metric: Metric, figure: number): string {
  const definition = definitionOf(metric)
  const shown = rounded(definition, figure)
  if (definition.measure === 'count') return whole.format(shown)
  return definition.measure === 'averagePercent' ? `${oneDecimal.format(shown)} %` : pounds.format(shown)
}

/** Short form: pounds from ten thousand in thousands, `£31.2k`. */
export function showMetricShort(metric: Metric, figure: number): string {
  const { measure } = definitionOf(metric)
  const isLong = (measure === 'fees' || measure === 'averagePrice') && figure >= 10_000
  return isLong ? shortPounds.format(figure) : showMetric(metric, figure)
}

export type MetricChange = {
  /** `neutral`: changed, but neither direction is good or bad. */
  tone: 'better' | 'worse' | 'same' | 'neutral'
  direction: 'up' | 'down' | 'none'
  /** `3`, `12 %`, `0.7 pt`; `new` if the previous value is zero or too small for a percentage. */
  by: string
}

/** Change since the previous period; null if either value is unknown. */
export function metricChange(metric: Metric, now: number | null, before: number | null): MetricChange | null {
  if (now === null || before === null) return null
  const definition = definitionOf(metric)
  const [is, was] = [rounded(definition, now), rounded(definition, before)]
  if (is === was) return { tone: 'same', direction: 'none', by: '0' }
  const isUp = is > was
  return {
    tone: toneOf(definition, isUp),
    direction: isUp ? 'up' : 'down',
    by: sizeOf(definition, Math.abs(is - was), was),
  }
}

const toneOf = ({ better = 'higher' }: MetricDefinition, isUp: boolean): MetricChange['tone'] => {
  if (better === 'neither') return 'neutral'
  return isUp === (better === 'higher') ? 'better' : 'worse'
}

/** Larger changes are shown as `new`. */
const mostPercent = 999

function sizeOf({ measure }: MetricDefinition, difference: number, was: number): string {
  if (measure === 'count') return whole.format(difference)
  if (measure === 'averagePercent') return `${oneDecimal.format(difference)} pt`
  const percent = was === 0 ? null : Math.round((difference / was) * 100)
  if (percent === null || percent > mostPercent) return 'new'
  return percent === 0 ? '<1 %' : `${whole.format(percent)} %`
}

/** Text alternative to arrow and colour: `up 3, better`. */
export const describeChange = ({ tone, direction, by }: MetricChange): string => {
  if (tone === 'same') return 'no change'
  const size = by === 'new' ? 'new' : `${direction} ${by}`
  return tone === 'neutral' ? size : `${size}, ${tone}`
}

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

/** Newest period first. */
export function dashboardExportColumns(periods: readonly Period[]): readonly ExportColumn[] {
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
        const change = metricChange(line.metric, figure(line, periods[0]), figure(line, periods[1]))
        return change ? tones[change.tone] : ''
      },
    },
    { head: 'What it counts', cell: ({ metric }) => definitionOf(metric).definition },
  ]
}
