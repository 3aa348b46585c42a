import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import './history-panel.css'
import { addDays, type DateOnly, type Instant, londonDay, showTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { IconArrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { today } from '../../lib/today.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { EventFilterFields } from '../common/event-filter-fields.tsx'
import { type EventFilters, noEventFilters, queryOfEventFilters } from '../common/event-filters.ts'

/** The entries of one London day. */
export type Day<Entry> = { day: DateOnly; entries: Entry[] }

/** Groups entries, sorted newest first, by London day. */
export function groupByDay<Entry extends { at: Instant }>(entries: readonly Entry[]): Day<Entry>[] {
  const days: Day<Entry>[] = []
  for (const entry of entries) {
    const day = londonDay(entry.at)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}

const longDate = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Such as "Monday 9 November 2026", with Today or Yesterday before it. */
export function dayLabel(day: DateOnly, today: DateOnly): string {
  const words = longDate.format(new Date(`${day}T12:00:00Z`)).replace(',', '')
  if (day === today) return `Today, ${words}`
  return day === addDays(today, -1) ? `Yesterday, ${words}` : words
}

type Entry = Wire<typeof readHistory, 'response'>['data'][number]

const pageSize = 25

const queryOf = (filters: EventFilters, page: number) => ({
  itemsPerPage: String(pageSize),
  currentPage: String(page),
  ...(filters.group ? { group: filters.group } : {}),
  ...queryOfEventFilters(filters),
})

const Fact = ({ fact: { what, from, to } }: { fact: Entry['facts'][number] }) => (
  <li>
    <span className="mut">{what}</span>
    {from !== undefined && <span className="was">{from}</span>}
    {from !== undefined && to !== undefined && (
      <>
        <Icon of={IconArrowRight} size={12} />
        <span className="vh">became</span>
      </>
    )}
    {to !== undefined && <span>{to}</span>}
  </li>
)

const EntryLine = ({ entry }: { entry: Entry }) => (
  <li className="entry">
    <time dateTime={entry.at}>{showTime(entry.at)}</time>
    <div>
      <p>
        <b>{entry.words}</b> <span className="mut">{entry.author?.name ?? 'By itself'}</span>
      </p>
      {entry.facts.length > 0 && (
        <ul className="event-facts">
          {entry.facts.map((fact) => (
            <Fact key={`${fact.what}|${fact.from}|${fact.to}`} fact={fact} />
          ))}
        </ul>
      )}
      {entry.remarks.map((remark) => (
        <p key={remark} className="mut">
          {remark}
        </p>
      ))}
    </div>
  </li>
)

const Entries = ({ entries }: { entries: readonly Entry[] }) => (
  <>
    {groupByDay(entries).map(({ day, entries: ofDay }) => (
      <section key={day}>
        <h3>{dayLabel(day, today())}</h3>
        <ol>
          {ofDay.map((entry) => (
            <EntryLine key={entry._id} entry={entry} />
          ))}
        </ol>
      </section>
    ))}
  </>
)

type Props = { params: PropertyParams; address: string; until?: string | undefined; onClose: () => void }

/** "The history shown on the property" ([domain, Record](docs/design/domain.md#record)), newest first. */
export function HistoryPanel({ params, address, until, onClose }: Props) {
  const [filters, setFilters] = useState<EventFilters>({ ...noEventFilters, days: { from: null, until: until ?? null } })
  const [page, setPage] = useState(0)
  const changeFilters = (change: Partial<EventFilters>) => {
    setFilters((before) => ({ ...before, ...change }))
    setPage(0)
  }
  const { data, error, refetch, isPlaceholderData } = useCall(
    readHistory,
    { params, query: queryOf(filters, page) },
    { keep: true },
  )
  const isFiltered = JSON.stringify(filters) !== JSON.stringify(noEventFilters)
  return (
    <Dialog open side title="History" onClose={onClose}>
      <div className="history">
        <p className="mut">Everything that happened to {address}, the newest first.</p>
        <div className="narrowing">
          <EventFilterFields filters={filters} people={data?.people} onChange={changeFilters} />
        </div>
        {error && !data && (
          <ErrorState title="The history could not be read." onRetry={() => void refetch()}>
            {error.message}
          </ErrorState>
        )}
        {!data && !error && <HistorySkeleton />}
        {data && (
          <div className={isPlaceholderData ? 'dim' : undefined} aria-busy={isPlaceholderData}>
            <p className="vh" role="status">
              {data.paging.count === 1 ? '1 entry' : `${data.paging.count} entries`}
            </p>
            {data.paging.count === 0 ? (
              <EmptyState
                title="Nothing was found."
                actions={isFiltered && <Button onClick={() => changeFilters(noEventFilters)}>Clear filters</Button>}
              >
                No entry of this property matches these filters.
              </EmptyState>
            ) : (
              <Entries entries={data.data} />
            )}
            {data.paging.totalPages > 1 && (
              <Pager currentPage={data.paging.currentPage} totalPages={data.paging.totalPages} onPage={setPage} />
            )}
          </div>
        )}
      </div>
    </Dialog>
  )
}

const HistorySkeleton = () => (
  <div role="status" aria-label="Loading, please wait.">
    {[72, 88, 64, 80, 70].map((width) => (
      <Skeleton key={width} width={`${width}%`} height={36} />
    ))}
  </div>
)
