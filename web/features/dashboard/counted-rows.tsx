import type { DateOnly } from '@gya/domain/common/dates.ts'
import { definitionOf } from '@gya/domain/features/dashboard/metrics.ts'
import { SegmentedField } from '../../ui/segmented-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Counted, CountedTable } from './counted-table.tsx'
import { lastTwoWeeks } from './dashboard.messages.ts'
import { daysInWords } from './days-in-words.ts'
import { rowsInWords } from './row-nouns.ts'
import { type Figures, periodOf } from './use-figures.ts'

type Props = Counted & { figures: Figures; onPeriod: (period: DateOnly) => void }

/** What a stat counts in a period, as many rows as it says. */
export function CountedRows({ whose, metric, period, figures, onPeriod }: Props) {
  const [now, before] = figures?.periods ?? []
  const shown = period === undefined ? undefined : periodOf(figures, period)
  const count = shown && figures?.data[metric]?.[shown.key]?.count
  return (
    <section className="panel counted" aria-labelledby="counted">
      <header>
        <div role="status">
          <h2 id="counted">{figures ? heading(metric, count, shown !== undefined) : <Skeleton width={88} />}</h2>
          <p className="mut t12">
            {definitionOf(metric).label}
            {shown && <span className="tnum">, {daysInWords(metric, shown)}</span>}
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
      <CountedTable
        key={`${whose.branchId} ${metric} ${period}`}
        counted={{ whose, metric, period }}
        isKept={shown === undefined || count !== undefined}
      />
    </section>
  )
}

/** Of a period that is none of the six, an old link's, the foot of the list says how many rows it has. */
const heading = (metric: Counted['metric'], count: number | undefined, isShown: boolean): string => {
  if (count === undefined) return isShown ? 'Not known' : 'Listed'
  return rowsInWords(metric, count)
}
