import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'

/**
 * A spreadsheet as a stream. Text that a spreadsheet program would run as a formula is neutralised; a line break within a
 * cell is quoted; the mark at the beginning says that it is UTF-8.
 */
export function csv(heads: readonly string[], lines: AsyncIterable<readonly (string | number)[]>): Readable {
  const made = stringify({
    bom: true,
    header: true,
    columns: [...heads],
    record_delimiter: '\r\n',
    quoted_match: /[\r\n]/,
    escape_formulas: true,
  })
  const source = Readable.from(lines)
  source.on('error', (error) => made.destroy(error))
  made.on('close', () => source.destroy())
  return source.pipe(made)
}

/** The lines of what is read a chunk of rows at a time. */
export async function* linesOf<Row>(
  chunks: AsyncIterable<Row[]>,
  lineOf: (row: Row) => (string | number)[],
): AsyncGenerator<(string | number)[]> {
  for await (const chunk of chunks) for (const row of chunk) yield lineOf(row)
}
