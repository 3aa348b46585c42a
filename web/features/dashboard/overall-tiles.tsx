import { type Metric, type MetricGroup, overallTiles } from '@gya/domain/features/dashboard/metrics.ts'
import { IconArrowNarrowDown, IconArrowNarrowUp, IconEqual } from '@tabler/icons-react'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { tileLabel } from './metric-labels.ts'
import { DefinitionButton, HowMetric, MetricChange, MetricValue, Sparkline } from './metric-value.tsx'
import { comparedValues, type MetricsData, metricValues } from './use-dashboard.ts'

type Props = { data: MetricsData; open: Metric; hrefOf: (metric: Metric) => string }

/** "Overall has grouped stat tiles". A metric opens its chart and list. */
export const OverallTiles = (props: Props) => (
  <div className="tiles">
    {overallTiles.map((group) => (
      <Tile key={group.title} group={group} {...props} />
    ))}
    <HowToRead />
  </div>
)

const Tile = ({ group: { title, metrics }, data, open, hrefOf }: Props & { group: MetricGroup }) => (
  <section className="tile" aria-label={title} aria-busy={!data || undefined}>
    <header>
      <h2>{title}</h2>
      <DefinitionButton of={title} metrics={metrics} />
    </header>
    <ul>
      {metrics.map((metric) => {
        const values = metricValues(data, metric)
        const compared = comparedValues(data, metric)
        return (
          <li key={metric}>
            <Link className="stat" to={hrefOf(metric)} keepScroll aria-current={metric === open || undefined}>
              <span className="sl">{tileLabel(metric)}</span> <Sparkline metric={metric} values={compared} />
              <b>
                <span className="vh">
                  <MetricValue metric={metric} value={values[0]} />
                </span>
              </b>{' '}
              <MetricChange metric={metric} values={compared} knownSince={data?.knownSince} />
            </Link>
            <HowMetric metric={metric} data={data} value={values[0]} />
          </li>
        )
      })}
    </ul>
  </section>
)

const HowToRead = () => (
  <aside className="tile legend" aria-label="How to read this">
    <header>
      <h2>How to read this</h2>
    </header>
    <ul>
      <li>
        <span className="chg better">
          <Icon of={IconArrowNarrowUp} size={14} />3
        </span>
        Better than the two weeks before
      </li>
      <li>
        <span className="chg worse">
          <Icon of={IconArrowNarrowDown} size={14} />3
        </span>
        Worse
      </li>
      <li>
        <span className="chg same">
          <Icon of={IconEqual} size={14} />0
        </span>
        No change
      </li>
    </ul>
  </aside>
)
