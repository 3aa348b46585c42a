import { importLimits } from './import-limits.ts'

/** The result of the readers of CSV, XLSX and BLM. Empty rows are left out. */
export type TabularFile = {
  format: 'csv' | 'xlsx' | 'blm'
  /** `utf-8`, `utf-16le`, `utf-16be` or `windows-1252`; null for XLSX. */
  encoding: string | null
  delimiter: string | null
  /** The chosen sheet of a workbook, and all of them. */
  sheet: string | null
  sheets: string[]
  /** The column names of a BLM file; null: one of the first rows has them. */
  header: string[] | null
  /** Whether numbers that are days count from 1 January 1904, as in some workbooks. */
  isFrom1904: boolean
  notices: string[]
  /** May be read more than once. */
  rows: () => Iterable<TabularRow>
}

/** `rowNo` is the line as shown by a spreadsheet (for BLM: by a text editor); `problem` says why the cells cannot be used. */
export type TabularRow = { rowNo: number; cells: string[]; problem: string | null; warning?: string }

export const tooLongRow = `This line has more than ${importLimits.rowLength.toLocaleString('en-GB')} characters.`
