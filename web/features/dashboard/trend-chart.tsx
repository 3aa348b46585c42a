import { showMetric, showMetricShort } from '@gya/domain/features/dashboard/metric-values.ts'
import { definitionOf, type Metric } from '@gya/domain/features/dashboard/metrics.ts'
import { Fragment } from 'react'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { gridLines } from './chart-geometry.ts'
import { columnLabel, periodLabel } from './metric-labels.ts'
import { type MetricsData, metricValues, type WirePeriod } from './use-dashboard.ts'

type Props = {
  metric: Metric
  data: MetricsData
  /** Key of the listed period. */
  open: string | undefined
  hrefOf: (period: string) => string
}

const columnClasses = ['now', 'before']

/** A column chart of six periods. Each column is a link with a text label, so the chart needs no text alternative. */
export const TrendChart = ({ metric, data, open, hrefOf }: Props) => {
  const values = metricValues(data, metric)
  const lines = gridLines(values)
  const top = lines.at(-1) || 1
  return (
    <section className="panel trend-panel" aria-labelledby="trend" aria-busy={!data || undefined}>
      <header>
        <h2 id="trend">{definitionOf(metric).label}</h2>
        <span className="mut t12">six periods of two weeks</span>
      </header>
      <p className="what">{definitionOf(metric).definition}</p>
      {data ? (
        <div className="trend">
          <div className="axis" aria-hidden="true">
            {lines.map((line) => (
              <span key={line} style={{ bottom: `${(100 * line) / top}%` }}>
                {showMetricShort(metric, line)}
              </span>
            ))}
          </div>
          <div className="plot">
            <div className="lines" aria-hidden="true">
              {lines.map((line) => (
                <i key={line} style={{ bottom: `${(100 * line) / top}%` }} />
              ))}
            </div>
            <ol>
              {data.periods
                .map((period, index) => (
                  <Column
                    key={period.key}
                    metric={metric}
                    period={period}
                    value={values[index] ?? null}
                    top={top}
                    look={columnClasses[index]}
                    isOpen={period.key === open}
                    to={hrefOf(period.key)}
                  />
                ))
                .toReversed()}
            </ol>
          </div>
        </div>
      ) : (
        <div className="trend waiting">
          <Skeleton width="100%" height={180} />
        </div>
      )}
    </section>
  )
}

type ColumnProps = {
  metric: Metric
  period: WirePeriod
  value: number | null
  top: number
  look: string | undefined
  isOpen: boolean
  to: string
}

const Column = ({ metric, period, value, top, look, isOpen, to }: ColumnProps) => (
  <li className={look}>
    <Link to={to} keepScroll aria-current={isOpen || undefined}>
      <span className="column">
        <span className="fig" aria-hidden="true">
          {value === null ? '–' : showMetricShort(metric, value)}
        </span>
        <i style={{ height: `${(100 * (value ?? 0)) / top}%` }} />
      </span>
      <span className="days" aria-hidden="true">
        {columnLabel(metric, period).map((day) => (
          <Fragment key={day}>
            <span>{day}</span>{' '}
          </Fragment>
        ))}
      </span>
      <span className="vh">
        {periodLabel(metric, period)}: {value === null ? 'not known' : showMetric(metric, value)}
      </span>
    </Link>
  </li>
)
