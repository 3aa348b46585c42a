import { open, readFile, stat } from 'node:fs/promises'
import type { RowIssue } from '@gya/domain/features/imports/read-row.ts'
import { type ColumnSummary, columnNamesOf, columnSummaries } from './column-summary.ts'
import { nulWords } from './decode-text.ts'
import { fileKindOf } from './file-kind.ts'
import { findTable } from './find-table.ts'
import { noRows, notAllowed, tooLarge, tooManyRows, unreadable } from './import-file-error.ts'
import { importLimits } from './import-limits.ts'
import { readBlm } from './read-blm.ts'
import { delimiterName, readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'
import { readZipIndex } from './read-zip.ts'
import { type TabularFile, type TabularRow, tooLongRow } from './tabular-file.ts'
import type { ZipEntry } from './zip-entries.ts'

export type ImportFileOptions = { sheet?: string | undefined }

export type ImportFileHead = {
  format: 'csv' | 'xlsx' | 'blm' | 'zip'
  /** Only for a ZIP: the format of the table in it, and the other files. */
  index: 'csv' | 'xlsx' | 'blm' | 'zip' | null
  files: ZipEntry[]
  encoding: string | null
  delimiter: string | null
  sheet: string | null
  sheets: string[]
  columns: ColumnSummary[]
  rowCount: number
  /** Messages about the file as a whole. */
  notices: string[]
}

/** A broken line has one error in `issues`; its cells are only displayed. */
export type ImportFileRow = { rowNo: number; cells: string[]; issues: RowIssue[] }

export type OpenedImportFile = { head: ImportFileHead; rows: () => Iterable<ImportFileRow> }

/**
 * Reads a file in the current process; `readImportFile` uses a child process with limited memory. A first pass collects the columns and
 * finds errors of the whole file; rows are read in a second pass, on demand.
 */
export async function openImportFile(path: string, options: ImportFileOptions = {}): Promise<OpenedImportFile> {
  const { size } = await stat(path)
  if (size === 0) throw noRows()
  const start = await startOf(path)
  if (isZip(start) && size > importLimits.fileBytes) return openZipFile(path, size, options)
  if (size > importLimits.fileBytes) throw await refusalOfSize(start)
  const bytes = await readFile(path)
  return (await fileKindOf(bytes)) === 'zip' ? openZipFile(path, size, options) : summarise(await readTable(bytes, options))
}

const startBytes = 64 * 1024

async function startOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const isZip = (start: Buffer): boolean => start.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))

async function refusalOfSize(start: Buffer): Promise<Error> {
  const kind = await fileKindOf(start)
  return typeof kind === 'object' ? notAllowed(kind.refusal) : tooLargeFile()
}

const tooLargeFile = (): Error => tooLarge('This file is larger than 50 MB. Split it into several files.')

async function openZipFile(path: string, size: number, options: ImportFileOptions): Promise<OpenedImportFile> {
  if (size > importLimits.zipBytes) throw tooLarge('This ZIP is larger than 1 GB. Split it into several.')
  const archive = await readZipIndex(path)
  if (archive === null) {
    if (size > importLimits.fileBytes) throw tooLargeFile()
    return summarise(await readXlsx(await readFile(path), options.sheet))
  }
  const { head, rows } = summarise(await readTable(archive.index, options))
  return { head: { ...head, format: 'zip', index: head.format, files: archive.files }, rows }
}

async function readTable(bytes: Buffer, { sheet }: ImportFileOptions): Promise<TabularFile> {
  const kind = await fileKindOf(bytes)
  if (typeof kind === 'object') throw notAllowed(kind.refusal)
  if (kind === 'csv') return readCsv(bytes)
  if (kind === 'blm') return readBlm(bytes)
  if (kind === 'xlsx') return readXlsx(bytes, sheet)
  throw notAllowed('This is a ZIP within a ZIP. Unpack it first.')
}

function summarise(file: TabularFile): OpenedImportFile {
  const { header, rows, notices } = findTable(file)
  if (header.length > importLimits.columns)
    throw unreadable(`This file has more than ${importLimits.columns} columns. Leave out those that are not needed.`)
  const names = columnNamesOf(header.map(storable))
  const summaries = columnSummaries(names, file.isFrom1904)
  let rowCount = 0
  let firstBroken: TabularRow | null = null
  let broken = 0
  let textLength = 0
  for (const row of rows()) {
    rowCount += 1
    textLength += lengthOf(row)
    if (rowCount > importLimits.rows) throw tooManyRows()
    if (textLength > importLimits.textLength) throw tooMuchText()
    if (row.problem === null) summaries.add(row.rowNo, row.cells)
    else {
      firstBroken ??= row
      broken += 1
    }
  }
  if (rowCount === 0) throw noRows()
  if (firstBroken !== null && broken * 2 >= rowCount) throw halfBroken(file, firstBroken)
  const { format, encoding, delimiter, sheet, sheets } = file
  return {
    head: {
      format,
      index: null,
      files: [],
      encoding,
      delimiter,
      sheet,
      sheets,
      columns: summaries.columns(),
      rowCount,
      notices,
    },
    rows: () => importRows(rows()),
  }
}

const lengthOf = ({ cells }: TabularRow): number => cells.reduce((sum, cell) => sum + cell.length, 0)

const tooMuchText = (): Error =>
  unreadable(`This file has more than ${importLimits.textLength / 1_000_000} million characters. Split it into several files.`)

/** "From 50 % broken lines the file is refused": [connect §1.6](docs/design/connect.md#1.6). */
function halfBroken({ delimiter }: TabularFile, { rowNo, problem }: TabularRow): Error {
  const isOfWidth = problem?.startsWith('This line has') && problem !== tooLongRow
  const question = delimiter === null || !isOfWidth ? '' : ` Is the delimiter really ${delimiterName(delimiter)}?`
  return unreadable(`Half of the lines of this file are broken. Line ${rowNo}: ${problem}${question}`)
}

const shownLength = 200

function* importRows(rows: Iterable<TabularRow>): Generator<ImportFileRow> {
  for (const row of rows) {
    const isTooLong = lengthOf(row) > importLimits.rowLength
    const problem = row.problem ?? (isTooLong ? tooLongRow : null)
    const issue = (level: RowIssue['level'], message: string): RowIssue => ({ level, column: '', value: '', message })
    yield {
      rowNo: row.rowNo,
      cells: row.cells.map((cell) => storable(isTooLong ? cell.slice(0, shownLength) : cell)),
      issues: [
        ...(problem === null ? [] : [issue('error', problem)]),
        ...(row.warning === undefined ? [] : [issue('warning', row.warning)]),
      ],
    }
  }
}

/** The database stores neither NUL nor lone surrogates, which a workbook may contain. */
function storable(cell: string): string {
  if (cell.includes('\0')) throw unreadable(nulWords)
  return cell.isWellFormed() ? cell : cell.toWellFormed()
}
