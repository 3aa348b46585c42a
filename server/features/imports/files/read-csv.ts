import { CsvError, type CsvErrorCode, parse } from 'csv-parse/sync'
import { decodeText } from './decode-text.ts'
import { unreadable } from './import-file-error.ts'
import { importLimits } from './import-limits.ts'
import type { TabularFile, TabularRow } from './tabular-file.ts'

const delimiters = [',', ';', '\t', '|'] as const
type Delimiter = (typeof delimiters)[number]

export const delimiterNames: Record<Delimiter, string> = { ',': 'a comma', ';': 'a semicolon', '\t': 'a tab', '|': 'a bar' }

/** Maximum length of a record in bytes, which limits the work after an unclosed quote. */
const maxRecordBytes = 400_000
/** Records per chunk, and the number of lines with a broken quote after which a file is refused. */
const partRecords = 500
const maxBrokenLines = 1000

/** A byte range of complete records, or one broken line. */
type Part = { start: number; end: number; firstRowNo: number; isBroken: boolean }

export function readCsv(bytes: Buffer): TabularFile {
  const { encoding, utf8 } = decodeText(bytes)
  const delimiter = findDelimiter(utf8)
  const parts = findParts(utf8, delimiter)
  const records = (): Iterable<TabularRow> => recordsOf(utf8, parts, delimiter)
  const [first] = records()
  const header = first?.cells ?? []
  return {
    format: 'csv',
    encoding,
    delimiter,
    sheet: null,
    sheets: [],
    header,
    notices: [],
    rows: () => rowsAfterHeader(records(), header.length),
  }
}

const csvOptions = (delimiter: string) =>
  ({ delimiter, relax_column_count: true, skip_empty_lines: true, max_record_size: maxRecordBytes }) as const

/** "Comma, semicolon, tab or bar, told from the first 20 lines": the separator that gives most lines the same number of values. */
function findDelimiter(utf8: Buffer): Delimiter {
  const lines = utf8
    .subarray(0, 256 * 1024)
    .toString('utf8')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, 20)
  const scored = delimiters.map((delimiter) => {
    const widths = lines.map((line) => widthOf(line, delimiter))
    const common = mostFrequent(widths)
    const agreeing = widths.filter((width) => width === common).length
    return { delimiter, score: common > 1 ? agreeing / widths.length + Math.min(common, 99) / 1000 : 0 }
  })
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).delimiter
}

function widthOf(line: string, delimiter: string): number {
  const [record] = parseLine(line, delimiter) ?? []
  return record?.length ?? line.split(delimiter).length
}

/** Parses a single line, with quotes inside values taken literally; null if a quote is not closed. */
function parseLine(line: string, delimiter: string): string[][] | null {
  try {
    return parse(line, { ...csvOptions(delimiter), relax_quotes: true })
  } catch {
    return null
  }
}

function mostFrequent(numbers: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  return [...counts].reduce(
    (best, next) => (next[1] > best[1] || (next[1] === best[1] && next[0] > best[0]) ? next : best),
    [0, 0],
  )[0]
}

class TooManyRows extends Error {}

/**
 * Finds the offsets of records in one pass, without storing the records. A line with a broken quote is recorded as broken, and reading
 * continues with the next line.
 */
function findParts(utf8: Buffer, delimiter: Delimiter): Part[] {
  const parts: Part[] = []
  let from = 0
  let rowNo = 1
  let broken = 0
  while (from < utf8.length) {
    const { wholeUntil, rowsRead, failure } = scan(utf8, from, rowNo, delimiter, parts)
    if (failure === null) break
    from += wholeUntil
    rowNo += rowsRead
    while (utf8[from] === 0x0a || utf8[from] === 0x0d) {
      rowNo += utf8[from] === 0x0a ? 1 : 0
      from += 1
    }
    const end = lineEnd(utf8, from)
    parts.push({ start: from, end, firstRowNo: rowNo, isBroken: true })
    from = end
    rowNo += 1
    broken += 1
    if (broken > maxBrokenLines) throw wrongDelimiter(delimiter)
  }
  return parts
}

type Scan = { wholeUntil: number; rowsRead: number; failure: CsvErrorCode | null }

function scan(utf8: Buffer, from: number, rowNo: number, delimiter: Delimiter, parts: Part[]): Scan {
  let wholeUntil = 0
  let rowsRead = 0
  let records = 0
  let part: Part | null = null
  const close = (): void => {
    if (part) parts.push({ ...part, end: from + wholeUntil })
    part = null
  }
  try {
    parse(utf8.subarray(from), {
      ...csvOptions(delimiter),
      on_record: (
        _record: string[],
        { bytes, empty_lines: empty, records: count }: { bytes: number; empty_lines: number; records: number },
      ) => {
        if (rowNo + count + empty > importLimits.rows * 3) throw new TooManyRows()
        part ??= { start: from + wholeUntil, end: 0, firstRowNo: rowNo + rowsRead, isBroken: false }
        wholeUntil = bytes
        rowsRead = count + empty
        records += 1
        if (records % partRecords === 0) close()
        return null
      },
    })
    close()
    return { wholeUntil, rowsRead, failure: null }
  } catch (error) {
    if (error instanceof TooManyRows) throw tooManyRows()
    if (!(error instanceof CsvError)) throw error
    close()
    return { wholeUntil, rowsRead, failure: error.code }
  }
}

export const tooManyRows = (): Error =>
  unreadable(`This file has more than ${importLimits.rows.toLocaleString('en-GB')} rows. Split it into several files.`)

export const wrongDelimiter = (delimiter: string): Error =>
  unreadable(`Half of the lines of this file are broken. Is the delimiter really ${delimiterNames[delimiter as Delimiter]}?`)

function lineEnd(utf8: Buffer, from: number): number {
  const at = utf8.indexOf(0x0a, from)
  return at === -1 ? utf8.length : at + 1
}

function* recordsOf(utf8: Buffer, parts: readonly Part[], delimiter: string): Generator<TabularRow> {
  for (const { start, end, firstRowNo, isBroken } of parts) {
    const bytes = utf8.subarray(start, end)
    if (isBroken) yield brokenRow(bytes.toString('utf8').trimEnd(), firstRowNo, delimiter)
    else {
      const records = parse(bytes, { ...csvOptions(delimiter), info: true }) as unknown as {
        record: string[]
        info: { records: number; empty_lines: number }
      }[]
      for (const { record, info } of records)
        yield { rowNo: firstRowNo + info.records + info.empty_lines - 1, cells: record, problem: null }
    }
  }
}

function brokenRow(line: string, rowNo: number, delimiter: string): TabularRow {
  const parsed = parseLine(line, delimiter)
  const cells = parsed?.[0] ?? line.split(delimiter)
  return { rowNo, cells, problem: parsed?.length === 1 ? null : 'A quotation mark of this line is not closed.' }
}

function* rowsAfterHeader(records: Iterable<TabularRow>, width: number): Generator<TabularRow> {
  let isHeader = true
  for (const row of records) {
    if (isHeader) isHeader = false
    else if (row.cells.some((cell) => cell.trim() !== '')) yield withWidth(row, width)
  }
}

/** "Wrong number of fields: that line is an error with its number." Empty values after the last column do not count. */
function withWidth(row: TabularRow, width: number): TabularRow {
  const { length } = row.cells
  const isFitting = length === width || (length > width && row.cells.slice(width).every((cell) => cell.trim() === ''))
  const problem = row.problem ?? (isFitting ? null : `This line has ${length} values, the header ${width}.`)
  return { ...row, cells: isFitting ? row.cells.slice(0, width) : row.cells, problem }
}
