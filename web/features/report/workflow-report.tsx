import { addYears, londonDay } from '@gya/domain/common/dates.ts'
import { readReport } from '@gya/domain/features/report/report.contract.ts'
import { defaultReportSort, type ReportSort, reportColumns, reportPageSize } from '@gya/domain/features/report/report-columns.ts'
import { IconArrowNarrowDown, IconArrowNarrowUp, IconArrowsExchange, IconBell } from '@tabler/icons-react'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import '../../ui/report.css'
import '../../ui/steps.css'
import { useTo } from '../../platform/place.ts'
import { useRemembered } from '../../platform/remembered.ts'
import { useCall } from '../../platform/use-call.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import type { SortState } from '../../ui/table-column.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { ReportCard } from './report-card.tsx'
import { screenColumns, type WireReportRow } from './report-columns.tsx'

const sortNames: Record<string, string> = {
  saleProgress: 'sale progress',
  ...Object.fromEntries(reportColumns.map(({ sort, head }) => [sort, head.toLowerCase()])),
}

const rowClass = (row: WireReportRow): string | undefined =>
  row.mi.noticeGiven ? 'notice' : row.phase === 'exchanged' ? 'exch' : undefined

/** The place in the report that the address keeps: sort and page. */
function useReportAddress() {
  const search = useRouterState({ select: (state) => state.location.search as Record<string, string | undefined> })
  const navigate = useNavigate()
  const set = (changed: Record<string, string | undefined>) =>
    void navigate({ to: '.', search: { ...search, ...changed } as never, replace: true })
  const [by, direction] = (search.sort ?? defaultReportSort).split(':') as [ReportSort, 'asc' | 'desc']
  return {
    sort: { by, direction } satisfies SortState,
    page: Number(search.page ?? 0),
    onSort: (next: SortState) => set({ sort: `${next.by}:${next.direction}`, page: undefined }),
    onPage: (page: number) => set({ page: page === 0 ? undefined : String(page) }),
  }
}

/** The workflow report of a company, or of one of its branches: the first visit shows the last two years, active and sold. */
export function WorkflowReport({ companyId, branchId }: { companyId: string; branchId?: string | undefined }) {
  const { sort, page, onSort, onPage } = useReportAddress()
  const [size, setSize] = useRemembered<number>('report.size', reportPageSize)
  const [financial, setFinancial] = useRemembered<boolean>('report.financial', true)
  const [saleProgression, setSaleProgression] = useRemembered<boolean>('report.saleProgression', true)
  const to = useTo()
  const phone = useIsPhone()
  const [now] = useState(() => new Date().toISOString())
  const today = londonDay(now)
  const report = useCall(
    readReport,
    {
      params: { companyId },
      query: {
        ...(branchId ? { branchIds: branchId } : {}),
        active: '1',
        sold: '1',
        complete: '0',
        dateStart: addYears(today, -2),
        sortOption: `${sort.by}:${sort.direction}`,
        itemsPerPage: String(size),
        currentPage: String(page),
      },
    },
    { keep: true },
  )
  const openHref = useCallback(
    (row: WireReportRow) => to('/property/edit', { company: row.company, branch: row.branch, property: row._id }),
    [to],
  )
  const columns = useMemo(
    () => screenColumns({ financial, saleProgression }, { today, now, openHref }),
    [financial, saleProgression, today, now, openHref],
  )
  return (
    <>
      <div className="filters">
        <div className="toggles" role="group" aria-label="Sections">
          <SwitchField label="Sale progression" checked={saleProgression} onChange={setSaleProgression} />
          <SwitchField label="Financial" checked={financial} onChange={setFinancial} />
        </div>
      </div>
      <PagedTable
        label="Workflow"
        look="wf"
        columns={columns}
        rows={report.data?.data}
        rowKey={(row) => row._id}
        rowHref={openHref}
        rowClassName={rowClass}
        sort={sort}
        onSort={onSort}
        paging={report.data?.paging}
        onPage={onPage}
        onPageSize={(next) => {
          setSize(next)
          onPage(0)
        }}
        busy={report.isPlaceholderData}
        error={report.data ? undefined : report.error?.message}
        onRetry={() => void report.refetch()}
        card={(row) => <ReportCard row={row} today={today} />}
        empty={
          <EmptyState title="No sales to show">
            The report shows active properties taken on in the last two years with an accepted offer. Accept an offer on a
            property and it appears here.
          </EmptyState>
        }
        above={
          <>
            <span>
              Sorted by <b>{sortNames[sort.by] ?? sort.by}</b>{' '}
              <Icon of={sort.direction === 'desc' ? IconArrowNarrowDown : IconArrowNarrowUp} size={14} />
              <span className="vh">{sort.direction === 'desc' ? 'descending' : 'ascending'}</span>
            </span>
            <span className="spacer" />
            {!phone && <Legend />}
          </>
        }
      />
    </>
  )
}

const Legend = () => (
  <>
    <span className="key">
      <i className="f24" />
      Updated in 24 hours
    </span>
    <span className="key">
      <i className="f168" />
      In 7 days
    </span>
    <span className="key">
      <i className="nt" />
      <span className="flag notice">
        <Icon of={IconBell} size={14} />
      </span>
      On notice
    </span>
    <span className="key">
      <i className="ex" />
      <span className="flag exch">
        <Icon of={IconArrowsExchange} size={14} />
      </span>
      Exchanged
    </span>
  </>
)
