import { type Instant, londonDay, showDate, showTime } from '@gya/domain/common/dates.ts'
import { actionItemGroupLabels } from '@gya/domain/features/today/action-item.model.ts'
import { IconCircleCheck, IconClockPause, IconHome } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import type { TodayParams } from './today-params.ts'
import type { Today } from './today-rows.ts'

/** "at 14:30" today, "on 12/11/2025" later. */
const whenWords = (at: Instant, today: string): string =>
  londonDay(at) === today ? `at ${showTime(at)}` : `on ${showDate(londonDay(at))}`

type Props = {
  params: TodayParams
  counts: Today['counts']
  today: string
  onChange: (changed: Partial<TodayParams>) => void
}

/** Shown instead of an empty list: the reason and the next steps. */
export function TodayEmpty({ params, counts, today, onChange }: Props) {
  const { state, groups, q, who } = params
  const isFiltered = groups.length > 0 || q !== ''
  const showAll = () => onChange({ groups: [], q: '', page: 0 })
  if (isFiltered && (state !== 'now' || counts.now > 0 || q !== ''))
    return (
      <EmptyState title="Nothing fits" actions={<Button onClick={showAll}>Show all</Button>}>
        {q === ''
          ? `Nothing is under ${groups.map((group) => actionItemGroupLabels[group]).join(' or ')} now.`
          : `No address, name or text here holds “${q}”.`}
      </EmptyState>
    )
  if (state === 'waiting')
    return (
      <EmptyState title="Nothing is waiting" icon={IconClockPause}>
        Items that are snoozed, chased or promised are listed here until they are due again.
      </EmptyState>
    )
  if (who === 'me' && counts.sales === 0 && counts.waiting === 0)
    return (
      <EmptyState
        title="No sales are yours yet."
        icon={IconHome}
        actions={<Button onClick={() => onChange({ who: 'nobody', branchId: undefined, page: 0 })}>See Nobody’s</Button>}
      >
        A sale is yours when you are its sales progressor.
      </EmptyState>
    )
  const { waiting, nextWaiting } = counts
  return (
    <EmptyState
      title={waiting === 0 ? 'Nothing to do now.' : nothingNow(waiting, nextWaiting, today)}
      icon={IconCircleCheck}
      actions={waiting > 0 && <Button onClick={() => onChange({ state: 'waiting', page: 0 })}>Open waiting</Button>}
    />
  )
}

/** "Nothing to do now. 21 are waiting; the next comes back at 14:30." */
const nothingNow = (waiting: number, next: Instant | null, today: string): string => {
  const many = waiting === 1 ? '1 is waiting' : `${waiting} are waiting`
  if (next === null) return `Nothing to do now. ${many}.`
  return `Nothing to do now. ${many}; ${waiting === 1 ? 'it' : 'the next'} comes back ${whenWords(next, today)}.`
}

const widths = [38, 52, 44, 61, 36, 55, 47, 58]

/** Skeleton rows while the list is loading. */
export const TodaySkeleton = () => (
  <div className="today-scroll" role="status" aria-label="Loading, please wait.">
    {widths.map((width, index) => (
      <div key={width} className={index % 4 === 0 ? 'group-head' : 'today-row skel'}>
        <span />
        <span />
        <Skeleton width={index % 4 === 0 ? 160 : 110} />
        <Skeleton width={`${width}%`} />
      </div>
    ))}
  </div>
)
