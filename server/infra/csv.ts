import { Readable } from 'node:stream'
import { type Options, stringify } from 'csv-stringify/sync'

type Line = readonly (string | number)[]

// Text that a spreadsheet program would run as a formula is neutralised; a line break within a cell is quoted.
const csvOptions: Options = { record_delimiter: '\r\n', quoted_match: /[\r\n]/, escape_formulas: true }

/**
 * A spreadsheet as a stream, after the mark that says it is UTF-8. Its head is sent at once, before the first lines are
 * read; the lines then chunk by chunk, between which the server answers others.
 */
export const csvStream = (heads: readonly string[], lines: AsyncIterable<Line[]>): Readable =>
  Readable.from(csvText(heads, lines), { objectMode: false })

async function* csvText(heads: readonly string[], chunks: AsyncIterable<Line[]>): AsyncGenerator<string> {
  yield stringify([heads], { ...csvOptions, bom: true })
  for await (const lines of chunks) if (lines.length > 0) yield stringify(lines, csvOptions)
}

/** The lines of what is read a chunk of rows at a time. */
export async function* csvRows<Row>(chunks: AsyncIterable<Row[]>, lineOf: (row: Row) => Line): AsyncGenerator<Line[]> {
  for await (const chunk of chunks) yield chunk.map(lineOf)
}
