import type { DateOnly } from '@gya/domain/common/dates.ts'
import { definitionOf } from '@gya/domain/features/dashboard/metrics.ts'
import { SegmentedField } from '../../ui/segmented-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MetricPropertiesTable, type MetricSelection } from './counted-table.tsx'
import { lastTwoWeeks } from './dashboard.messages.ts'
import { periodLabel } from './days-in-words.ts'
import { rowCountLabel } from './row-nouns.ts'
import { type MetricsData, periodOf } from './use-figures.ts'

type MetricPropertiesProps = MetricSelection & { figures: MetricsData; onPeriod: (period: DateOnly) => void }

/** What a stat counts in a period, as many rows as it says. */
export function MetricProperties({ whose, metric, period, figures, onPeriod }: MetricPropertiesProps) {
  const [now, before] = figures?.periods ?? []
  const shown = period === undefined ? undefined : periodOf(figures, period)
  const count = shown && figures?.data[metric]?.[shown.key]?.count
  return (
    <section className="panel counted" aria-labelledby="counted">
      <header>
        <div role="status">
          <h2 id="counted">{figures ? listHeading(metric, count, shown !== undefined) : <Skeleton width={88} />}</h2>
          <p className="mut t12">
            {definitionOf(metric).label}
            {shown && <span className="tnum">, {periodLabel(metric, shown)}</span>}
          </p>
        </div>
        <span className="spacer" />
        {now && before && (
          <SegmentedField
            label="Period"
            hideLabel
            options={[
              { value: now.key, label: lastTwoWeeks },
              { value: before.key, label: 'Before' },
            ]}
            value={period}
            onChange={onPeriod}
          />
        )}
      </header>
      <MetricPropertiesTable
        key={`${whose.branchId} ${metric} ${period}`}
        counted={{ whose, metric, period }}
        isKept={shown === undefined || count !== undefined}
      />
    </section>
  )
}

/** Of a period that is none of the six, an old link's, the foot of the list says how many rows it has. */
const listHeading = (metric: MetricSelection['metric'], count: number | undefined, isShown: boolean): string => {
  if (count === undefined) return isShown ? 'Not known' : 'Listed'
  return rowCountLabel(metric, count)
}
