import type { Readable } from 'node:stream'
import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { ReportRow } from '@gya/domain/features/report/report.model.ts'
import { columnsShown, exportCell, type ReportGroupsShown } from '@gya/domain/features/report/report-export.ts'
import { csv, linesOf } from '../../platform/csv.ts'

/** The report as a spreadsheet: a head, then a line a property, written as the rows are read. */
export function reportCsv(rows: AsyncIterable<ReportRow[]>, shown: ReportGroupsShown, today: DateOnly): Readable {
  const columns = columnsShown(shown)
  return csv(
    columns.map(({ head }) => head),
    linesOf(rows, (row) => columns.map((column) => exportCell(row, column, today))),
  )
}
