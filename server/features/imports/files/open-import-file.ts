import { open, readFile, stat } from 'node:fs/promises'
import type { RowIssue } from '@gya/domain/features/imports/read-row.ts'
import { type ColumnSummary, columnNamesOf, columnSummaries } from './column-summary.ts'
import { fileKindOf } from './file-kind.ts'
import { notAllowed, tooLarge, unreadable } from './import-file-error.ts'
import { importLimits } from './import-limits.ts'
import { readBlm } from './read-blm.ts'
import { readCsv, tooManyRows, wrongDelimiter } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'
import { readZipIndex } from './read-zip.ts'
import type { TabularFile } from './tabular-file.ts'
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
 * Reads a file in the current thread; `readImportFile` uses a worker thread with limited memory. A first pass collects the columns and
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
  return typeof kind === 'object'
    ? notAllowed(kind.refusal)
    : tooLarge('This file is larger than 50 MB. Split it into several files.')
}

async function openZipFile(path: string, size: number, options: ImportFileOptions): Promise<OpenedImportFile> {
  if (size > importLimits.zipBytes) throw tooLarge('This ZIP is larger than 1 GB. Split it into several.')
  const { index, files } = await readZipIndex(path)
  const { head, rows } = summarise(await readTable(index, options))
  return { head: { ...head, format: 'zip', index: head.format, files }, rows }
}

async function readTable(bytes: Buffer, { sheet }: ImportFileOptions): Promise<TabularFile> {
  const kind = await fileKindOf(bytes)
  if (typeof kind === 'object') throw notAllowed(kind.refusal)
  if (kind === 'csv') return readCsv(bytes)
  if (kind === 'blm') return readBlm(bytes)
  if (kind === 'xlsx') return readXlsx(bytes, sheet)
  throw notAllowed('This is a ZIP within a ZIP. Unpack it first.')
}

const noRows = (): Error => unreadable('There are no rows in this file.')

/** "From 50 % broken lines the file is refused": connect design, section 1.6. */
function summarise(file: TabularFile): OpenedImportFile {
  const names = columnNamesOf(file.header)
  if (names.length > importLimits.columns)
    throw unreadable(`This file has ${names.length} columns. The most is ${importLimits.columns}.`)
  const summaries = columnSummaries(names)
  let rowCount = 0
  let broken = 0
  for (const { rowNo, cells, problem } of file.rows()) {
    rowCount += 1
    if (rowCount > importLimits.rows) throw tooManyRows()
    if (problem === null) summaries.add(rowNo, cells)
    else broken += 1
  }
  if (rowCount === 0) throw noRows()
  if (broken * 2 >= rowCount)
    throw file.delimiter === null ? unreadable('Half of the records of this file are broken.') : wrongDelimiter(file.delimiter)
  const { format, encoding, delimiter, sheet, sheets, notices } = file
  return {
    head: { format, index: null, files: [], encoding, delimiter, sheet, sheets, columns: summaries.columns(), rowCount, notices },
    rows: () => importRows(file),
  }
}

function* importRows(file: TabularFile): Generator<ImportFileRow> {
  for (const { rowNo, cells, problem } of file.rows())
    yield { rowNo, cells, issues: problem === null ? [] : [{ level: 'error', column: '', value: '', message: problem }] }
}
