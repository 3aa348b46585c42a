import { Readable } from 'node:stream'
import { type Options, stringify } from 'csv-stringify/sync'

type Line = readonly (string | number)[]

// Escapes text that spreadsheet programs would run as a formula, and quotes line breaks and the spaces around a text.
const csvOptions: Options = { record_delimiter: '\r\n', quoted_match: /[\r\n]|^\s|\s$/, escape_formulas: true }

/**
 * A CSV file as a stream, with a UTF-8 byte order mark. The headings are sent before the first rows are read, the rows
 * chunk by chunk, so that the event loop stays responsive.
 */
export const csvStream = (
  heads: readonly string[],
  lines: AsyncIterable<Line[]>,
  options: Pick<Options, 'escape_formulas'> = {},
): Readable => Readable.from(csvText(heads, lines, { ...csvOptions, ...options }), { objectMode: false })

async function* csvText(heads: readonly string[], chunks: AsyncIterable<Line[]>, options: Options): AsyncGenerator<string> {
  yield stringify([heads], { ...options, bom: true })
  for await (const lines of chunks) if (lines.length > 0) yield stringify(lines, options)
}

/** Maps chunks of rows to chunks of CSV lines. */
export async function* csvRows<Row>(chunks: AsyncIterable<Row[]>, lineOf: (row: Row) => Line): AsyncGenerator<Line[]> {
  for await (const chunk of chunks) yield chunk.map(lineOf)
}
