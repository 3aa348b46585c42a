import type { DateOnly } from '../../common/dates.ts'
import { oneDecimal, roundedMetric, wholeNumber } from './metric-values.ts'
import { definitionOf, type Metric, type MetricDefinition } from './metrics.ts'

/**
 * The change of a metric since the previous period: "change colours green for good, red for bad, orange for no change."
 * [reports §9](docs/design/reports.md#9). Values are rounded first and compared then, so that values that look equal count as unchanged.
 */
export type MetricChange = {
  /** `neutral`: changed, but neither direction is good or bad. */
  tone: 'better' | 'worse' | 'same' | 'neutral'
  direction: 'up' | 'down' | 'none'
  /** `3`, `12 %`, `0.7 pt`; `new` if the previous value is zero or too small for a percentage. */
  by: string
}

/**
 * The value that another one is compared with. Zero in a period that ended before the oldest day kept of the company is not known: a growth
 * from it would be a growth from nothing. Happenings that an import dated there are known.
 */
export const comparedValue = (value: number | null, period: { last: DateOnly } | undefined, knownSince: DateOnly | null) =>
  value === 0 && period !== undefined && knownSince !== null && period.last < knownSince ? null : value

/** Change since the previous period; null if either value is unknown. */
export function metricChange(metric: Metric, now: number | null, before: number | null): MetricChange | null {
  if (now === null || before === null) return null
  const definition = definitionOf(metric)
  const [is, was] = [roundedMetric(definition, now), roundedMetric(definition, before)]
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
  if (measure === 'count') return wholeNumber.format(difference)
  if (measure === 'averagePercent') return `${oneDecimal.format(difference)} pt`
  const percent = was === 0 ? null : Math.round((difference / was) * 100)
  if (percent === null || percent > mostPercent) return 'new'
  return percent === 0 ? '<1 %' : `${wholeNumber.format(percent)} %`
}

/** Text alternative to arrow and colour: `up 3, better`. */
export const describeChange = ({ tone, direction, by }: MetricChange): string => {
  if (tone === 'same') return 'no change'
  const size = by === 'new' ? 'new' : `${direction} ${by}`
  return tone === 'neutral' ? size : `${size}, ${tone}`
}
