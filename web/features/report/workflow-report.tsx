import { londonDay, showDate, showTime } from '@gya/domain/common/dates.ts'
import { downloadReportCsv, readReport } from '@gya/domain/features/report/report.contract.ts'
import {
  defaultReportSort,
  type ReportColumnId,
  type ReportGroup,
  type ReportSort,
  reportColumns,
  reportPageSize,
  standardReportColumns,
} from '@gya/domain/features/report/report-columns.ts'
import { isExchangedPhase } from '@gya/domain/features/timeline/phase.ts'
import { orderOfAll } from '@gya/domain/features/views/views.rules.ts'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
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
import { useLazyOnInteraction } from '../../ui/use-lazy-on-interaction.ts'
import { useBranchOptions } from '../common/use-branch-options.ts'
import { useListView, useSavedView } from '../common/views/use-list-view.tsx'
import { KeyStats, ReportMarks } from './key-stats.tsx'
import { csvFailed, pdfFailed } from './report.messages.ts'
import { ReportCard } from './report-card.tsx'
import { columnWidths, type WireReportRow } from './report-columns.tsx'
import { ReportActions, ReportFilterBar, ReportLegend, ReportSorting, UndoButtons } from './report-controls.tsx'
import { ReportEmailForm } from './report-email-form.tsx'
import {
  clearedFilters,
  countActiveFilters,
  defaultFilters,
  filtersOfView,
  flagsText,
  noFilters,
  type ReportFilters,
  type ReportSortOption,
  reportQuery,
  reportSortOptions,
  useReportFilters,
  writeFilters,
} from './report-filters.ts'
import { ReportTable } from './report-table.tsx'

const loadPrint = () => import('./report-print.tsx')

const isExchanged = ({ phase }: WireReportRow): boolean => isExchangedPhase(phase)

const rowClass = (row: WireReportRow): string | undefined =>
  row.mi.noticeGiven ? 'notice' : isExchanged(row) ? 'exch' : undefined

type Props = {
  companyId: string
  branchId?: string | undefined
  /** Arranges the parts on the page. */
  frame: (parts: { actions: ReactNode; report: ReactNode }) => ReactNode
}

/** Initially shows the last two years, active and sold. */
export function WorkflowReport({ companyId, branchId, frame }: Props) {
  const [now] = useState(() => new Date().toISOString())
  const today = londonDay(now)
  const saved = useSavedView(companyId, 'report', filtersOfView)
  const list = useListParams('report', reportSortOptions, { first: reportPageSize }, saved.sort)
  const [filters, setFilters] = useReportFilters(today, saved.filters)
  const sortOption = list.sort ?? defaultReportSort
  const [by, direction] = sortOption.split(':') as [ReportSort, 'asc' | 'desc']
  const sort: SortState = { by, direction }
  const [financial, setFinancial] = useLocalStorage<boolean>('report.financial', true)
  const [saleProgression, setSaleProgression] = useLocalStorage<boolean>('report.saleProgression', true)
  const standard = useMemo(() => {
    const hidden = [...(financial ? [] : idsOfGroup.financial), ...(saleProgression ? [] : idsOfGroup.saleProcess)]
    return standardReportColumns.filter((id) => !hidden.includes(id))
  }, [financial, saleProgression])
  const view = useListView({
    saved,
    path: branchId === undefined ? '/company/report' : '/branch/report',
    branchId,
    standard,
    widthsOf: columnWidths,
    params: list,
    filters: {
      shown: filters,
      base: saved.filters ?? defaultFilters(today),
      set: setFilters,
      write: writeFilters,
      stored: () => reportQuery(filters, undefined, undefined),
    },
    sort: { shown: sortOption, base: saved.sort ?? defaultReportSort },
  })
  const { columns, frozen, isStandard } = view
  /** On Standard the switch hides a section; in a view it hides or adds the section's columns. */
  const section = (group: keyof typeof idsOfGroup, stored: boolean, store: (shown: boolean) => void) => ({
    shown: isStandard ? stored : idsOfGroup[group].some((id) => columns.includes(id)),
    show: (isShown: boolean) => {
      if (isStandard) return store(isShown)
      const chosen = columns.filter((id) => !idsOfGroup[group].includes(id))
      const wanted = new Set<string>(isShown ? [...chosen, ...idsOfGroup[group]] : chosen)
      view.setColumns(orderOfAll('report', columns).filter((id) => wanted.has(id)))
    },
  })
  const to = useScopedPath()
  const phone = useIsPhone()
  const { itemsPerPage, currentPage, textSearch } = list.query
  const query = reportQuery(filters, textSearch, branchId)
  const queries = useQueryClient()
  const input = { params: { companyId }, query: { ...query, sortOption, itemsPerPage, currentPage } }
  const report = useCall(readReport, input, { keep: true, enabled: saved.isReady })
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
    ...(isStandard
      ? ({ showFinancial: financial ? '1' : '0', showSaleProgression: saleProgression ? '1' : '0' } as const)
      : { columns: columns.join(',') }),
  }
  const printCode = useLazyOnInteraction(loadPrint, true)
  const [isPrinting, setPrinting] = useState(false)
  const openHref = useCallback(
    (row: WireReportRow) => to('/property/edit', { company: row.company, branch: row.branch, property: row._id }),
    [to],
  )
  const branches = useBranchOptions(companyId, branchId === undefined || columns.includes('branch'))
  const branchNames = useMemo(() => new Map(branches.map(({ value, label }) => [value, label])), [branches])
  const reading = useMemo(() => ({ today, now, openHref, branchNames }), [today, now, openHref, branchNames])
  const layout = useMemo(() => ({ ids: columns, frozen }), [columns, frozen])
  const { queryKey } = callOptions(readReport, input)
  const rowsKey = JSON.stringify([queryKey, folded])
  // While another page loads, the rows of the previous page are shown.
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
      <KeyStats companyId={companyId} query={query} isReady={saved.isReady} />
      <ReportFilterBar
        companyId={companyId}
        branchId={branchId}
        today={today}
        filters={filters}
        onChange={setFilters}
        search={list}
        groups={{
          financial: section('financial', financial, setFinancial),
          saleProgression: section('saleProcess', saleProgression, setSaleProgression),
        }}
        withExpected={columns.includes('expectedExchange')}
        withNegotiator={columns.includes('negotiator')}
        withChecks={columns.includes('checks')}
      >
        <ReportMarks
          companyId={companyId}
          query={query}
          isReady={saved.isReady}
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
      {view.gone}
      <div ref={view.frame} className="report-rows">
        <ReportTable
          companyId={companyId}
          rows={rowsShown}
          loaded={rows}
          rowsKey={loadedKey.current}
          readAt={report.dataUpdatedAt}
          layout={layout}
          views={view.bar}
          reading={reading}
          rowClassName={rowClass}
          replaceRow={replaceRow}
          holdRefetch={() => void queries.cancelQueries({ queryKey })}
          onSaved={() => setSavedAt(showTime(new Date().toISOString()))}
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
            <ReportEmailForm
              companyId={companyId}
              query={isStandard ? { ...exported, showPreSale: '1' } : exported}
              onFailed={setEmailError}
            />
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
      {printCode && rows && count !== undefined && (
        <printCode.ReportPrint
          companyId={companyId}
          query={{ ...query, sortOption }}
          ids={columns}
          onPage={{ rows, count }}
          isPrinting={isPrinting}
          setPrinting={setPrinting}
        />
      )}
    </>
  )
  return frame({
    actions: (
      <>
        <UndoButtons savedAt={savedAt} />
        <ReportActions
          downloading={csv.pending}
          onClear={isEmpty ? null : clear}
          onPrint={() => setPrinting(true)}
          onDownload={() => void csv.download({ params: { companyId }, query: exported })}
        />
      </>
    ),
    report: table,
  })
}

/** Ids of the columns that a switch shows or hides. */
const idsOf = (group: ReportGroup): readonly ReportColumnId[] =>
  reportColumns.filter((column) => column.group === group).map(({ id }) => id)
const idsOfGroup = { financial: idsOf('financial'), saleProcess: idsOf('saleProcess') }

const oneRow = { itemsPerPage: '1', currentPage: '0' }

const filtersText = (filters: ReportFilters): string => {
  const { from, until } = filters
  const added = [...(from ? [`from ${showDate(from)}`] : []), ...(until ? [`until ${showDate(until)}`] : [])]
  return [flagsText(filters).toLowerCase(), ...(added.length > 0 ? [`added ${added.join(' ')}`] : [])].join('; ')
}
