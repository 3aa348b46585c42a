import { definitionOf, type Metric, type MetricDefinition } from './metrics.ts'

/** Values of metrics and how they are shown: "Stats are rounded; fees shown with a pound sign." [reports §9](docs/design/reports.md#9). */

/** A value of the response, amounts in pounds. */
export type MetricValue = { count?: number | undefined; sum?: number | undefined; avg?: number | null | undefined }

/** Unrounded value of a metric; null if unknown or without a mean. */
export function metricNumber(metric: Metric, value: MetricValue | undefined): number | null {
  const { measure } = definitionOf(metric)
  if (measure === 'count') return value?.count ?? null
  return (measure === 'fees' ? value?.sum : value?.avg) ?? null
}

/** Whole numbers and whole pounds; one decimal for mean percentages. */
export const roundedMetric = ({ measure }: MetricDefinition, figure: number): number =>
  measure === 'averagePercent' ? Math.round(figure * 10) / 10 : Math.round(figure)

export const wholeNumber = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', maximumFractionDigits: 0 })
const shortPounds = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'GBP',
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
})
export const oneDecimal = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** `14`, `£31,240`, `98.1 %`. */
export function showMetric(metric: Metric, figure: number): string {
  const definition = definitionOf(metric)
  const shown = roundedMetric(definition, figure)
  if (definition.measure === 'count') return wholeNumber.format(shown)
  return definition.measure === 'averagePercent' ? `${oneDecimal.format(shown)} %` : pounds.format(shown)
}

/** Short form: pounds from ten thousand in thousands, `£31.2k`. */
export function showMetricShort(metric: Metric, figure: number): string {
  const { measure } = definitionOf(metric)
  const isLong = (measure === 'fees' || measure === 'averagePrice') && figure >= 10_000
  return isLong ? shortPounds.format(figure) : showMetric(metric, figure)
}
