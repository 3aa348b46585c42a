import { type DashboardTab, definitionOf, type Metric, metricsOf, viewNames } from '@gya/domain/features/dashboard/metrics.ts'
import type { MouseEvent } from 'react'
import { Link } from '../../ui/navigation/link.tsx'
import { lastTwoWeeks } from './dashboard.messages.ts'
import { DefinitionButton, HowMetric, MetricChange, MetricValue, Sparkline } from './metric-value.tsx'
import { comparedValues, type MetricsData, metricValues } from './use-dashboard.ts'

type MetricTableProps = {
  tab: DashboardTab
  data: MetricsData
  open: Metric
  hrefOf: (change: { metric: Metric; period?: string }) => string
}

/** A click anywhere on a row opens its metric, as in every table. */
const openRow = (event: MouseEvent<HTMLElement>): void => {
  const target = event.target as HTMLElement
  if (target.closest('a, button, .pop') || window.getSelection()?.toString()) return
  target.closest('tr')?.querySelector<HTMLElement>('[data-row-link]')?.click()
}

/** The metrics of a tab with both periods. A metric opens its chart and list; the earlier value opens the list of that period. */
export const MetricTable = ({ tab, data, open, hrefOf }: MetricTableProps) => (
  <section className="panel stat-list" aria-labelledby="stat-list" aria-busy={!data || undefined}>
    <h2 id="stat-list" className="vh">
      {viewNames[tab]}
    </h2>
    <table className="tbl list">
      <thead>
        <tr>
          <th scope="col">{viewNames[tab]}</th>
          <th scope="col" className="sparks">
            <span className="vh">Trend</span>
          </th>
          <th scope="col" className="num">
            {lastTwoWeeks}
          </th>
          <th scope="col" className="num was">
            Before
          </th>
          <th scope="col" className="num">
            Change
          </th>
          <th scope="col" className="defines">
            <span className="vh">Definition</span>
          </th>
        </tr>
      </thead>
      <tbody onClick={openRow} onKeyDown={undefined}>
        {metricsOf(tab).map((metric) => (
          <MetricRow key={metric} metric={metric} data={data} isOpen={metric === open} hrefOf={hrefOf} />
        ))}
      </tbody>
    </table>
  </section>
)

const MetricRow = ({
  metric,
  data,
  isOpen,
  hrefOf,
}: Pick<MetricTableProps, 'data' | 'hrefOf'> & { metric: Metric; isOpen: boolean }) => {
  const { label } = definitionOf(metric)
  const values = metricValues(data, metric)
  const compared = comparedValues(data, metric)
  const before = data?.periods[1]
  return (
    <tr className={isOpen ? 'sel' : undefined} data-opens="">
      <th scope="row">
        <Link className="open" to={hrefOf({ metric })} keepScroll data-row-link aria-current={isOpen || undefined}>
          {label}
        </Link>
      </th>
      <td className="sparks">
        <Sparkline metric={metric} values={compared} />
      </td>
      <td className="num now">
        <HowMetric metric={metric} data={data} value={values[0]} />
      </td>
      <td className="num was">
        {before ? (
          <Link to={hrefOf({ metric, period: before.key })} keepScroll>
            <span className="vh">{label}, the two weeks before: </span>
            <MetricValue metric={metric} value={values[1]} />
          </Link>
        ) : (
          <MetricValue metric={metric} value={values[1]} />
        )}
      </td>
      <td className="num">
        <MetricChange metric={metric} values={compared} knownSince={data?.knownSince} />
      </td>
      <td className="defines">
        <DefinitionButton of={label} metrics={[metric]} />
      </td>
    </tr>
  )
}
