import { addressLine } from '@gya/domain/common/address-line.ts'
import { londonDay, showDateTime } from '@gya/domain/common/dates.ts'
import { showPounds, showPoundsAndPence } from '@gya/domain/common/money.ts'
import { showCount, showNumber } from '@gya/domain/common/show-count.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { exportCell } from '@gya/domain/features/report/export-cell.ts'
import { readReport } from '@gya/domain/features/report/report.contract.ts'
import { describeFilters } from '@gya/domain/features/report/report.rules.ts'
import { type ReportColumn, reportColumnsOf } from '@gya/domain/features/report/report-columns.ts'
import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../../lib/api/call-api.ts'
import { asApiError } from '../../lib/api/report-failure.ts'
import { Paper, PaperProgress } from '../../ui/print/paper.tsx'
import { useAreaOptions, useBranchOptions } from '../common/use-branch-options.ts'
import { useStaffOptions } from '../common/use-staff-options.ts'
import { columnWidths, selectColumnId, stepCellOf, type WireReportRow } from './report-columns.tsx'

/** As many rows are printed, read in pages. */
const [mostRows, pageRows] = [500, 100]

/** Of columns beside each other, in pixels of the screen's table, whose type is larger. */
const paperWidth = 1670

type Query = Omit<Wire<typeof readReport, 'query'>, 'itemsPerPage' | 'currentPage'>
type Rows = { rows: readonly WireReportRow[]; count: number }

/** All rows under the filters, at most `mostRows`. A row that moves to another page while they are read is there once. */
function useAllRows(companyId: string, query: Query, isOff: boolean) {
  const [read, setRead] = useState<Rows>({ rows: [], count: 0 })
  const [isWhole, setIsWhole] = useState(false)
  const [error, setError] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const [asked] = useState(query)
  useEffect(() => {
    if (isOff) return
    const stop = new AbortController()
    const readAll = async () => {
      const rows = new Map<string, WireReportRow>()
      for (let page = 0; page * pageRows < mostRows; page++) {
        const { data, paging } = await callApi(readReport, {
          params: { companyId },
          query: { ...asked, itemsPerPage: String(pageRows), currentPage: String(page) },
          signal: stop.signal,
        })
        for (const row of data) rows.set(row._id, row)
        if (stop.signal.aborted) return
        setRead({ rows: [...rows.values()], count: paging.count })
        if (paging.nextPage === null) break
      }
      setIsWhole(true)
    }
    setError(undefined)
    readAll().catch((failure: unknown) => {
      if (!stop.signal.aborted) setError(asApiError(failure).message)
    })
    return () => stop.abort()
  }, [attempt, companyId, asked, isOff])
  return { ...read, isWhole, error, retry: () => setAttempt((before) => before + 1) }
}

const financial: Record<string, (mi: WireReportRow['mi']) => string> = {
  askingPrice: ({ currentAskingPrice: price }) => (price === null ? '' : showPounds(price)),
  agreedPrice: ({ agreedPrice: price }) => (price === null ? '' : showPounds(price)),
  feePercent: ({ agencyFeePercent: percent }) => percent?.toFixed(2) ?? '',
  expectedFee: ({ expectedFee: fee }) => (fee === null ? '' : showPoundsAndPence(fee)),
}

const flag = (value: '0' | '1' | undefined): boolean | undefined => (value === undefined ? undefined : value === '1')

export type ReportPaperProps = {
  companyId: string
  query: Query
  /** Columns of the view, in order. */
  ids: readonly string[]
  /** The browser's own menu prints the rows on the page; without it, all are read. */
  loaded?: Rows | undefined
  onClose: () => void
}

/** The report in A4 landscape: all rows of the filters, with the columns that fit. [seat §11](docs/design/seat.md#11). */
export function ReportPaper({ companyId, query, ids, loaded, onClose }: ReportPaperProps) {
  const [now] = useState(() => new Date().toISOString())
  const today = londonDay(now)
  const all = useAllRows(companyId, query, loaded !== undefined)
  const branches = useBranchOptions(companyId, true)
  const areas = useAreaOptions(companyId, true)
  const staff = useStaffOptions(companyId)
  const isNaming = useIsFetching() > 0
  // Later reads of the page below do not take the paper away.
  const isReady = useRef(loaded !== undefined)
  if (all.isWhole && !isNaming) isReady.current = true
  if (!isReady.current)
    return (
      <PaperProgress
        progress={all.count === 0 ? '' : `${showNumber(all.rows.length)} of ${showCount(all.count, 'sale')}`}
        error={all.error}
        onRetry={all.retry}
        onClose={onClose}
      />
    )
  const { rows, count } = loaded ?? all
  const branchNames = new Map(branches.map(({ value, label }) => [value, label]))
  const widths = columnWidths([selectColumnId, ...ids]).slice(1)
  const sums = widths.map((_, place) => widths.slice(0, place + 1).reduce((sum, width) => sum + width, 0))
  const fitting = Math.max(1, sums.filter((sum) => sum <= paperWidth).length)
  const columns = reportColumnsOf(ids.slice(0, fitting))
  const more = ids.length - fitting
  const names = (chosen: string | undefined, options: readonly { value: string; label: string }[]) =>
    chosen?.split(',').map((id) => options.find(({ value }) => value === id)?.label ?? '…')
  const filters = describeFilters({
    searchText: query.searchText,
    dateStart: query.dateStart,
    dateEnd: query.dateEnd,
    expectedFrom: query.expectedFrom,
    expectedUntil: query.expectedUntil,
    mark: query.mark,
    checksOpen: flag(query.checksOpen),
    active: flag(query.active),
    sold: flag(query.sold),
    complete: flag(query.complete),
    expectedMissing: flag(query.expectedMissing),
    branches: names(query.branchIds ?? query.areaIds, query.branchIds ? branches : areas),
    staff: names(query.bStaffIds, staff),
    negotiators: names(query.negotiatorIds, staff),
    chains: query.chainStatus?.split(',').map(Number),
  })
  const shown = rows.length === count ? showCount(count, 'sale') : `${showNumber(rows.length)} of ${showCount(count, 'sale')}`
  const cell = (row: WireReportRow, column: ReportColumn) => {
    if (column.group === 'saleProcess') {
      const { tone, text } = stepCellOf(row, column, today)
      if (tone !== 'over' && tone !== 'amber') return text
      return <span className="paper-late">! {text}</span>
    }
    if (column.id === 'address') return <b>{addressLine(row.address)}</b>
    return financial[column.id]?.(row.mi) ?? exportCell(row, column, { today, branchNames })
  }
  const side = ({ group }: ReportColumn) => (group === 'financial' ? 'paper-right' : undefined)
  return (
    <Paper layout="table" isPrinting={loaded !== undefined} onDone={onClose}>
      <h1>Workflow report</h1>
      <table>
        <colgroup>
          {columns.map(({ id }, place) => (
            <col key={id} style={{ width: `${(100 * (widths[place] ?? 0)) / (sums[fitting - 1] ?? 1)}%` }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={side(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tfoot>
          <tr>
            <td colSpan={columns.length}>
              {[
                ...filters,
                loaded && rows.length < count
                  ? `${shown}: use Print`
                  : rows.length < count
                    ? `${shown}: CSV has them all`
                    : shown,
                showDateTime(now),
                ...(more > 0 ? [`${showCount(more, 'more column')} ${more === 1 ? 'does' : 'do'} not fit: CSV has them`] : []),
              ].join(' · ')}
            </td>
          </tr>
        </tfoot>
        <tbody>
          {rows.map((row) => (
            <tr key={row._id}>
              {columns.map((column) => (
                <td key={column.id} className={side(column)}>
                  {cell(row, column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Paper>
  )
}
