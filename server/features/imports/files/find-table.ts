import { findHeader, headerRows } from '@gya/domain/features/imports/find-header.ts'
import { noRows, unreadable } from './import-file-error.ts'
import type { TabularFile, TabularRow } from './tabular-file.ts'

/** The column names of a file and the rows below them, each with as many cells. */
export type Table = { header: string[]; rows: () => Iterable<TabularRow>; notices: string[] }

/** Finds the column names, which may stand below rows with titles. */
export function findTable(file: TabularFile): Table {
  if (file.header !== null) return { header: file.header, rows: file.rows, notices: file.notices }
  const first = [...Iterator.from(file.rows()).take(headerRows)]
  const at = findHeader(first.map(({ cells }) => cells))
  const row = first[at]
  if (row === undefined) throw noRows()
  if (row.problem !== null) throw unreadable(`The names of the columns cannot be read. Line ${row.rowNo}: ${row.problem}`)
  const isSheet = file.format === 'xlsx'
  const header = isSheet ? row.cells.slice(0, row.cells.findLastIndex(isFilled) + 1) : row.cells
  // Programs print the names of the columns on each page.
  const isHeader = ({ cells }: TabularRow): boolean => header.length > 1 && header.every((name, of) => name === cells[of])
  const all = () => Iterator.from(file.rows()).drop(at + 1)
  const below = () => all().filter((one) => !isHeader(one))
  const again = all()
    .filter(isHeader)
    .map(({ rowNo }) => rowNo)
    .toArray()
  const fitted = isSheet ? padded : withWidth
  return {
    header,
    rows: () => below().map((one) => fitted(one, header.length)),
    notices: [
      ...file.notices,
      ...(at === 0 ? [] : [aboveNotice(at, row.rowNo)]),
      ...(again.length === 0 ? [] : [`The names of the columns stand in line ${again[0]} again. Such lines are left out.`]),
      ...(isSheet ? beyondNotices(below(), header.length) : []),
    ],
  }
}

const aboveNotice = (count: number, rowNo: number): string =>
  `${count === 1 ? '1 row above the header is' : `${count} rows above the header are`} left out. The names of the columns are in line ${rowNo}.`

const isFilled = (cell: string): boolean => cell.trim() !== ''

const padded = (row: TabularRow, width: number): TabularRow => ({
  ...row,
  cells: Array.from({ length: width }, (_cell, at) => row.cells[at] ?? ''),
})

/**
 * Missing last cells are read as empty, with a warning, except in a line of one value, which is not a row of the table. Empty values
 * after the last column do not count.
 */
function withWidth(row: TabularRow, width: number): TabularRow {
  const { length } = row.cells
  if (row.problem !== null || length === width) return row
  if (length > width && !row.cells.slice(width).some(isFilled)) return { ...row, cells: row.cells.slice(0, width) }
  const values = `This line has ${length} ${length === 1 ? 'value' : 'values'}, the header ${width}`
  if (length > width || (length === 1 && width > 2)) return { ...row, problem: `${values}.` }
  return { ...padded(row, width), warning: `${values}: the last are taken as empty.` }
}

/** Values of a sheet without a column name above them. */
function beyondNotices(rows: Iterable<TabularRow>, width: number): string[] {
  for (const { rowNo, cells } of rows)
    if (cells.slice(width).some(isFilled))
      return [`Values to the right of the last column name are not read. The first is in line ${rowNo}.`]
  return []
}
