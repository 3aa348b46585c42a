import { CsvError, type CsvErrorCode, parse } from 'csv-parse/sync'
import { decodeText } from './decode-text.ts'
import { tooManyRows, unreadable } from './import-file-error.ts'
import { importLimits } from './import-limits.ts'
import { type TabularFile, type TabularRow, tooLongRow } from './tabular-file.ts'

const delimiters = [',', ';', '\t', '|'] as const
type Delimiter = (typeof delimiters)[number]

const delimiterNames: Record<Delimiter, string> = { ',': 'a comma', ';': 'a semicolon', '\t': 'a tab', '|': 'a bar' }

export const delimiterName = (delimiter: string): string => delimiterNames[delimiter as Delimiter]

/** Records per chunk, and the number of lines with a broken quote after which a file is refused. */
const partRecords = 500
const maxBrokenLines = 1000

/** A byte range of complete records, or one broken line. */
type Part = { start: number; end: number; firstRowNo: number; isBroken: boolean }

export function readCsv(bytes: Buffer): TabularFile {
  const { encoding, utf8 } = decodeText(bytes)
  const named = separatorLine(utf8)
  const delimiter = named?.delimiter ?? findDelimiter(utf8)
  const parts = findParts(utf8, delimiter, named?.end ?? 0)
  return {
    format: 'csv',
    encoding,
    delimiter,
    sheet: null,
    sheets: [],
    header: null,
    isFrom1904: false,
    notices: [],
    rows: () => filledRowsOf(utf8, parts, delimiter),
  }
}

/** The first line `sep=;`, with which Excel marks the delimiter of a file. `end`: the offset after it. */
function separatorLine(utf8: Buffer): { delimiter: Delimiter; end: number } | null {
  const [line, delimiter] = /^"?sep=([,;\t|])"?[ ,;\t|]*(?:\r\n|\n|\r|$)/i.exec(utf8.subarray(0, 100).toString('latin1')) ?? []
  return line === undefined ? null : { delimiter: delimiter as Delimiter, end: line.length }
}

const csvOptions = (delimiter: string) =>
  ({
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: importLimits.rowLength,
    // Spaces before and after a quoted value. A tab may be the delimiter of an empty value.
    trim: delimiter !== '\t',
  }) as const

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
    // Lines of one value are titles above the table.
    const common = mostFrequent(widths.filter((width) => width > 1))
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
    return parse(line, { ...csvOptions(delimiter), relax_quotes: true, trim: false })
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
function findParts(utf8: Buffer, delimiter: Delimiter, start: number): Part[] {
  const parts: Part[] = []
  const longLines = findLongLines(utf8)
  let from = start
  let rowNo = start === 0 ? 1 : 2
  let broken = 0
  const addBroken = (end: number): void => {
    parts.push({ start: from, end, firstRowNo: rowNo, isBroken: true })
    from = end
    rowNo += 1
    broken += 1
    if (broken > maxBrokenLines) throw tooManyBrokenLines()
  }
  while (from < utf8.length) {
    const long = longLines.find((line) => line.start >= from)
    const { wholeUntil, rowsRead, failure } = scan(utf8.subarray(0, long?.start), from, rowNo, delimiter, parts)
    rowNo += rowsRead
    if (failure !== null) {
      from += wholeUntil
      while (utf8[from] === 0x0a || utf8[from] === 0x0d) {
        rowNo += utf8[from] === 0x0a ? 1 : 0
        from += 1
      }
      addBroken(lineEnd(utf8, from))
    } else if (long) {
      from = long.start
      addBroken(long.end)
    } else break
  }
  return parts
}

/** Lines that are longer than a row may be. They are not given to the parser, which stores each of their values. */
function findLongLines(utf8: Buffer): { start: number; end: number }[] {
  const lines: { start: number; end: number }[] = []
  let start = 0
  for (let at = 0; at <= utf8.length && lines.length <= maxBrokenLines; at += 1) {
    if (at < utf8.length && utf8[at] !== 0x0a && utf8[at] !== 0x0d) continue
    if (at - start > importLimits.rowLength) lines.push({ start, end: Math.min(at + 1, utf8.length) })
    start = at + 1
  }
  return lines
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

const tooManyBrokenLines = (): Error =>
  unreadable(`More than ${maxBrokenLines.toLocaleString('en-GB')} lines of this file have a quotation mark that is not closed.`)

/** Old files of macOS end lines with a carriage return alone. */
function lineEnd(utf8: Buffer, from: number): number {
  const feed = utf8.indexOf(0x0a, from)
  const at = feed === -1 ? utf8.indexOf(0x0d, from) : feed
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
  if (line.length > importLimits.rowLength) {
    const cells = line.slice(0, importLimits.rowLength).split(delimiter).slice(0, importLimits.columns)
    return { rowNo, cells, problem: tooLongRow }
  }
  const parsed = parseLine(line, delimiter)
  const cells = parsed?.[0] ?? line.split(delimiter).slice(0, importLimits.columns)
  return { rowNo, cells, problem: parsed?.length === 1 ? null : 'A quotation mark of this line is not closed.' }
}

function* filledRowsOf(utf8: Buffer, parts: readonly Part[], delimiter: string): Generator<TabularRow> {
  for (const row of recordsOf(utf8, parts, delimiter))
    if (row.problem !== null || row.cells.some((cell) => cell.trim() !== '')) yield row
}
