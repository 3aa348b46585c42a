import type { Readable } from 'node:stream'
import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { ReportRow } from '@gya/domain/features/report/report.model.ts'
import { exportCell, type VisibleGroups, visibleColumns } from '@gya/domain/features/report/report-export.ts'
import { csvRows, csvStream } from '../../platform/csv.ts'

/** The report as a spreadsheet: a head, then a line a property, written as the rows are read. */
export function reportCsv(rows: AsyncIterable<ReportRow[]>, shown: VisibleGroups, today: DateOnly): Readable {
  const columns = visibleColumns(shown)
  return csvStream(
    columns.map(({ head }) => head),
    csvRows(rows, (row) => columns.map((column) => exportCell(row, column, today))),
  )
}
