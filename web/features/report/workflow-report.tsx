import { londonDay } from '@gya/domain/common/dates.ts'
import { downloadReportCsv, readReport } from '@gya/domain/features/report/report.contract.ts'
import { defaultReportSort, type ReportSort, reportPageSize, reportSorts } from '@gya/domain/features/report/report-columns.ts'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import '../../ui/report.css'
import '../../ui/steps.css'
import { useDownload } from '../../platform/download.ts'
import { useListAddress } from '../../platform/list-address.ts'
import { useTo } from '../../platform/place.ts'
import { useRemembered } from '../../platform/remembered.ts'
import { useCall } from '../../platform/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { ReportLegend } from '../../ui/report-legend.tsx'
import type { SortState } from '../../ui/table-column.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { KeyStats } from './key-stats.tsx'
import { csvFailed, pdfFailed } from './report.messages.ts'
import { ReportActions } from './report-actions.tsx'
import { ReportCard } from './report-card.tsx'
import { screenColumns, type WireReportRow } from './report-columns.tsx'
import { ReportFilterBar } from './report-filter-bar.tsx'
import { askedBy, clearedFilters } from './report-filters.ts'
import { ReportMailBox } from './report-mail-box.tsx'
import { ReportSorting } from './report-sorting.tsx'
import { useReportFilters } from './use-report-filters.ts'

const rowClass = (row: WireReportRow): string | undefined =>
  row.mi.noticeGiven ? 'notice' : row.phase === 'exchanged' ? 'exch' : undefined

/** Sorts as the address writes them, the first one first. */
const sortOptions = [
  defaultReportSort,
  ...reportSorts.flatMap((sort) => [`${sort}:asc`, `${sort}:desc`]).filter((sort) => sort !== defaultReportSort),
]

type Props = {
  companyId: string
  branchId?: string | undefined
  /** Where the page shows the report's actions; it is handed what they do. */
  frame: (parts: { actions: ReactNode; report: ReactNode }) => ReactNode
}

/** The workflow report of a company, or of one of its branches: the first visit shows the last two years, active and sold. */
export function WorkflowReport({ companyId, branchId, frame }: Props) {
  const list = useListAddress('report', sortOptions, { first: reportPageSize })
  const sortOption = list.sort ?? defaultReportSort
  const [by, direction] = sortOption.split(':') as [ReportSort, 'asc' | 'desc']
  const sort: SortState = { by, direction }
  const [financial, setFinancial] = useRemembered<boolean>('report.financial', true)
  const [saleProgression, setSaleProgression] = useRemembered<boolean>('report.saleProgression', true)
  const to = useTo()
  const phone = useIsPhone()
  const [now] = useState(() => new Date().toISOString())
  const today = londonDay(now)
  const [filters, setFilters] = useReportFilters(today)
  const { itemsPerPage, currentPage, textSearch } = list.asked
  const asked = askedBy(filters, textSearch, branchId)
  const report = useCall(
    readReport,
    { params: { companyId }, query: { ...asked, sortOption: sortOption as never, itemsPerPage, currentPage } },
    { keep: true },
  )
  const csv = useDownload(downloadReportCsv)
  const [notSent, setNotSent] = useState<string | null>(null)
  const exported = {
    ...asked,
    sortOption: sortOption as never,
    showFinancial: financial ? '1' : '0',
    showSaleProgression: saleProgression ? '1' : '0',
  } as const
  const openHref = useCallback(
    (row: WireReportRow) => to('/property/edit', { company: row.company, branch: row.branch, property: row._id }),
    [to],
  )
  const columns = useMemo(
    () => screenColumns({ financial, saleProgression }, { today, now, openHref }),
    [financial, saleProgression, today, now, openHref],
  )
  const table = (
    <>
      <KeyStats companyId={companyId} asked={asked} />
      <ReportFilterBar
        companyId={companyId}
        branchId={branchId}
        today={today}
        filters={filters}
        onChange={setFilters}
        search={list}
        groups={{
          financial: { shown: financial, show: setFinancial },
          saleProgression: { shown: saleProgression, show: setSaleProgression },
        }}
      />
      {csv.failed !== null && (
        <Notice tone="bad" title={csvFailed}>
          {csv.failed}
        </Notice>
      )}
      {notSent !== null && (
        <Notice tone="bad" title={pdfFailed}>
          {notSent}
        </Notice>
      )}
      <PagedTable
        label="Workflow"
        look="wf"
        columns={columns}
        rows={report.data?.data}
        rowKey={(row) => row._id}
        rowHref={openHref}
        rowClassName={rowClass}
        sort={sort}
        onSort={(next) => list.setSort(`${next.by}:${next.direction}`)}
        paging={report.data?.paging}
        onPage={list.setPage}
        onPageSize={list.setSize}
        busy={report.isPlaceholderData}
        error={report.data ? undefined : report.error?.message}
        onRetry={() => void report.refetch()}
        card={(row) => <ReportCard row={row} today={today} />}
        footEnd={<ReportMailBox companyId={companyId} asked={{ ...exported, showPreSale: '1' }} onFailed={setNotSent} />}
        empty={
          <EmptyState
            title="No sales to show"
            actions={<Button onClick={() => setFilters(clearedFilters(today))}>Clear filters</Button>}
          >
            {textSearch ? `No address, postcode or name holds “${textSearch}” under these filters.` : emptyWords}
          </EmptyState>
        }
        above={
          <>
            <ReportSorting sort={sort} onSort={(next) => list.setSort(`${next.by}:${next.direction}`)} />
            <span className="spacer" />
            {!phone && <ReportLegend />}
          </>
        }
      />
    </>
  )
  return frame({
    actions: (
      <ReportActions
        downloading={csv.pending}
        onClear={() => setFilters(clearedFilters(today))}
        onDownload={() => void csv.download({ params: { companyId }, query: exported, fileName: 'Workflow.csv' })}
      />
    ),
    report: table,
  })
}

const emptyWords =
  'A property appears here when it fits the filters above: by default those that are active, have an accepted offer and were taken on in the last two years.'
