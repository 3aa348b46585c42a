import { londonDay, showDate, showDateTime } from '@gya/domain/common/dates.ts'
import { downloadReportCsv, readReport } from '@gya/domain/features/report/report.contract.ts'
import { defaultReportSort, type ReportSort, reportPageSize } from '@gya/domain/features/report/report-columns.ts'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import './report.css'
import '../common/step-bars.css'
import { callOptions, useCall } from '../../lib/api/use-call.ts'
import { useDownload } from '../../lib/api/use-download.ts'
import { useLocalStorage } from '../../lib/storage/use-local-storage.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { useListParams } from '../../lib/url-state/use-list-params.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useIsPhone } from '../../ui/layout/use-is-phone.ts'
import type { SortState } from '../../ui/table/table-column.ts'
import { useBranchOptions } from '../common/use-branch-options.ts'
import { KeyStats, ReportMarks } from './key-stats.tsx'
import { csvFailed, pdfFailed } from './report.messages.ts'
import { ReportCard } from './report-card.tsx'
import type { WireReportRow } from './report-columns.tsx'
import { ReportActions, ReportFilterBar, ReportSorting } from './report-controls.tsx'
import {
  clearedFilters,
  countActiveFilters,
  flagsText,
  noFilters,
  type ReportFilters,
  type ReportSortOption,
  reportQuery,
  reportSortOptions,
  useReportFilters,
} from './report-filters.ts'
import { ReportLegend } from './report-legend.tsx'
import { ReportTable } from './report-table.tsx'
import { UndoButtons } from './undo-buttons.tsx'

/** Loaded while the list is. */
const ReportEmailForm = lazy(async () => ({ default: (await import('./report-email-form.tsx')).ReportEmailForm }))

const isExchanged = ({ phase }: WireReportRow): boolean => phase === 'exchanged'

const rowClass = (row: WireReportRow): string | undefined =>
  row.mi.noticeGiven ? 'notice' : row.phase === 'exchanged' ? 'exch' : undefined

type Props = {
  companyId: string
  branchId?: string | undefined
  /** Places the parts on the page. */
  frame: (parts: { actions: ReactNode; report: ReactNode }) => ReactNode
}

/** Initially shows the last two years, active and sold. */
export function WorkflowReport({ companyId, branchId, frame }: Props) {
  const list = useListParams('report', reportSortOptions, { first: reportPageSize })
  const sortOption = list.sort ?? defaultReportSort
  const [by, direction] = sortOption.split(':') as [ReportSort, 'asc' | 'desc']
  const sort: SortState = { by, direction }
  const [financial, setFinancial] = useLocalStorage<boolean>('report.financial', true)
  const [expected, setExpected] = useLocalStorage<boolean>('report.expected', false)
  const [saleProgression, setSaleProgression] = useLocalStorage<boolean>('report.saleProgression', true)
  const to = useScopedPath()
  const phone = useIsPhone()
  const [now] = useState(() => new Date().toISOString())
  const today = londonDay(now)
  const [filters, setFilters] = useReportFilters(today)
  const { itemsPerPage, currentPage, textSearch } = list.query
  const query = reportQuery(filters, textSearch, branchId)
  const queries = useQueryClient()
  const input = { params: { companyId }, query: { ...query, sortOption, itemsPerPage, currentPage } }
  const report = useCall(readReport, input, { keep: true })
  const count = report.data?.paging.count
  const unfiltered = useCall(
    readReport,
    { params: { companyId }, query: { ...reportQuery(noFilters, undefined, branchId), ...oneRow } },
    { enabled: count === 0 },
  )
  const [folded, setFolded] = useLocalStorage<boolean>('report.exchangedFolded', true)
  const rows = report.data?.data
  const exchanged = rows?.filter(isExchanged).length ?? 0
  const hasOthers = (rows?.length ?? 0) > exchanged
  const isFolded = folded && exchanged > 0 && hasOthers
  const rowsShown = useMemo(() => (isFolded ? rows?.filter((row) => !isExchanged(row)) : rows), [rows, isFolded])
  const isEmpty = count === 0 && unfiltered.data?.paging.count === 0
  const clear = () => setFilters(clearedFilters(today), list.reset())
  const isCleared = countActiveFilters(filters, today) === 0 && list.q === ''
  const csv = useDownload(downloadReportCsv)
  const [emailError, setEmailError] = useState<string | null>(null)
  const exported = {
    ...query,
    sortOption,
    showFinancial: financial ? '1' : '0',
    showSaleProgression: saleProgression ? '1' : '0',
  } as const
  const csvQuery = { ...exported, showExpected: expected ? '1' : '0' } as const
  const openHref = useCallback(
    (row: WireReportRow) => to('/property/edit', { company: row.company, branch: row.branch, property: row._id }),
    [to],
  )
  const branches = useBranchOptions(companyId, branchId === undefined)
  const branchNames = useMemo(() => new Map(branches.map(({ value, label }) => [value, label])), [branches])
  const reading = useMemo(() => ({ today, now, openHref, branchNames }), [today, now, openHref, branchNames])
  const sections = useMemo(() => ({ financial, saleProgression, expected }), [financial, saleProgression, expected])
  const { queryKey } = callOptions(readReport, input)
  const rowsKey = JSON.stringify([queryKey, folded])
  // While another page loads, the rows are those of the page before.
  const loadedKey = useRef(rowsKey)
  if (report.data && !report.isPlaceholderData) loadedKey.current = rowsKey
  const replaceRow = (row: WireReportRow): boolean => {
    const isThere = queries.getQueryData<typeof report.data>(queryKey)?.data.some(({ _id }) => _id === row._id) ?? false
    queries.setQueryData<typeof report.data>(
      queryKey,
      (page) => page && { ...page, data: page.data.map((one) => (one._id === row._id ? row : one)) },
    )
    return isThere
  }
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const table = (
    <>
      <KeyStats companyId={companyId} query={query} />
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
          expected: { shown: expected, show: setExpected },
        }}
      >
        <ReportMarks
          companyId={companyId}
          query={query}
          chosen={filters.mark}
          onChoose={(mark) => setFilters({ ...filters, mark })}
        />
      </ReportFilterBar>
      {csv.failed !== null && (
        <Notice tone="bad" title={csvFailed}>
          {csv.failed}
        </Notice>
      )}
      {emailError !== null && (
        <Notice tone="bad" title={pdfFailed}>
          {emailError}
        </Notice>
      )}
      <div className="report-rows">
        <ReportTable
          companyId={companyId}
          rows={rowsShown}
          loaded={rows}
          rowsKey={loadedKey.current}
          readAt={report.dataUpdatedAt}
          sections={sections}
          reading={reading}
          rowClassName={rowClass}
          replaceRow={replaceRow}
          holdRefetch={() => void queries.cancelQueries({ queryKey })}
          onSaved={() => setSavedAt(londonTime(new Date().toISOString()))}
          sort={sort}
          onSort={(next) => list.setSort(`${next.by}:${next.direction}` as ReportSortOption)}
          paging={report.data?.paging}
          asked={Number(itemsPerPage)}
          onPage={list.setPage}
          onPageSize={list.setSize}
          busy={report.isPlaceholderData}
          error={report.data ? undefined : report.error?.message}
          onRetry={() => void report.refetch()}
          card={(row) => <ReportCard row={row} today={today} />}
          footEnd={
            <Suspense fallback={<span className="mailbox" />}>
              <ReportEmailForm companyId={companyId} query={{ ...exported, showPreSale: '1' }} onFailed={setEmailError} />
            </Suspense>
          }
          empty={
            isEmpty ? (
              <EmptyState
                title="No properties yet"
                actions={<LinkButton to={to(branchId ? '/property/manage' : '/company/properties')}>Properties</LinkButton>}
              >
                A property appears here once it has been added, and stays while its sale goes on.
              </EmptyState>
            ) : (
              <EmptyState
                title="No sales to show"
                actions={
                  <>
                    {!isCleared && <Button onClick={clear}>Clear filters</Button>}
                    <Button onClick={() => setFilters(noFilters, list.reset())}>Show all properties</Button>
                  </>
                }
              >
                {textSearch
                  ? `No address, postcode or name holds “${textSearch}” under these filters.`
                  : `There are properties, but none fits these filters: ${filtersText(filters)}.`}
              </EmptyState>
            )
          }
          above={
            <>
              <ReportSorting sort={sort} onSort={(next) => list.setSort(`${next.by}:${next.direction}` as ReportSortOption)} />
              {exchanged > 0 && hasOthers && (
                <Button
                  size="s"
                  variant="quiet"
                  icon={isFolded ? IconChevronRight : IconChevronDown}
                  aria-expanded={!isFolded}
                  onClick={() => setFolded(!folded)}
                >
                  {isFolded ? `Show ${exchanged} exchanged` : `Fold ${exchanged} exchanged`}
                </Button>
              )}
              <span className="spacer" />
              {!phone && <ReportLegend />}
            </>
          }
        />
      </div>
    </>
  )
  return frame({
    actions: (
      <>
        <UndoButtons savedAt={savedAt} />
        <ReportActions
          downloading={csv.pending}
          onClear={isEmpty ? null : clear}
          onDownload={() => void csv.download({ params: { companyId }, query: csvQuery, fileName: 'Workflow.csv' })}
        />
      </>
    ),
    report: table,
  })
}

/** "02:31pm" */
const londonTime = (instant: string): string => showDateTime(instant).slice(11)

const oneRow = { itemsPerPage: '1', currentPage: '0' }

const filtersText = (filters: ReportFilters): string => {
  const { from, until } = filters
  const added = [...(from ? [`from ${showDate(from)}`] : []), ...(until ? [`until ${showDate(until)}`] : [])]
  return [flagsText(filters).toLowerCase(), ...(added.length > 0 ? [`added ${added.join(' ')}`] : [])].join('; ')
}
