import { createHash } from 'node:crypto'
import type { ReadManifest } from './archive-manifest.ts'
import { ArchiveRefusedError, type ArchiveZip, damaged, readLines } from './archive-zip.ts'
import { batched } from './insert-rows.ts'
import type { TableShape } from './restore-order.ts'
import { csvHeader, csvLines, type Row } from './write-archive.ts'

export type CheckedRows = { lines: string[]; rows: Row[]; columns: readonly string[]; from: number }

type Expected = { manifest: ReadManifest; sums: ReadonlyMap<string, string>; shape: TableShape }

/**
 * The rows of a table in batches. Each row is compared with its CSV line, so that an error can name the first line that differs. Throws
 * ArchiveRefusedError after the last row.
 */
export async function* readTable(zip: ArchiveZip, { manifest, sums, shape }: Expected): AsyncGenerator<CheckedRows> {
  const { name } = shape
  const jsonl = `tables/${name}.jsonl`
  const twin = await CsvTwin.open(zip, `tables/${name}.csv`)
  const hash = createHash('sha256')
  let columns: string[] | null = null
  let rows = 0
  let differs: number | null = null
  for await (const lines of batched(hashed(await zip.open(jsonl), hash, jsonl))) {
    const read = lines.map((line, at) => toRow(line, jsonl, rows + at + 1))
    columns ??= await columnsOfRows(twin, shape, read[0] ?? {}, jsonl)
    differs ??= await twin.firstDifference(columns, read, rows)
    // After a difference only the checksums matter.
    if (differs === null) {
      const strange = read.findIndex((row) => row[name === 'company' ? 'id' : 'company_id'] !== manifest.company._id)
      if (strange !== -1) throw damaged(jsonl, rows + strange + 1, 'this row belongs to another company.')
      yield { lines, rows: read, columns, from: rows + 1 }
    }
    rows += lines.length
  }
  if (!columns) await twin.readHeader(shape)
  const said = manifest.tables[name]
  const whole = hash.digest('hex')
  if (whole !== sums.get(jsonl) || whole !== said?.sha256Jsonl)
    throw damaged(jsonl, differs, 'its checksum is wrong: this is not what was exported.')
  const csv = await twin.end()
  if (differs !== null || csv !== sums.get(twin.name) || csv !== said.sha256Csv)
    throw damaged(twin.name, differs === null ? null : differs + 1, 'its checksum is wrong: this is not what was exported.')
  if (rows !== said.rows) throw damaged(jsonl, null, `this file has ${rows} rows instead of ${said.rows}.`)
}

async function* hashed(stream: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>, name: string) {
  async function* parts() {
    for await (const part of stream) {
      hash.update(part)
      yield part
    }
  }
  yield* readLines(parts(), name)
}

function toRow(line: string, file: string, number: number): Row {
  try {
    const row: unknown = JSON.parse(line)
    if (row !== null && typeof row === 'object' && !Array.isArray(row)) return row as Row
  } catch {}
  throw damaged(file, number, 'this line is not a row.')
}

/** Checks that the rows have the columns of the header. */
async function columnsOfRows(twin: CsvTwin, shape: TableShape, first: Row, file: string): Promise<string[]> {
  const columns = await twin.readHeader(shape)
  if (Object.keys(first).join() !== columns.join()) throw damaged(file, 1, 'the columns differ from the header.')
  return columns
}

/** The CSV of a table, compared byte for byte with the CSV generated from the JSON Lines. */
class CsvTwin {
  readonly name: string
  readonly #parts: AsyncIterator<Uint8Array>
  readonly #hash = createHash('sha256')
  #rest: Buffer = Buffer.alloc(0)
  #isOver = false

  constructor(name: string, stream: AsyncIterable<Uint8Array>) {
    this.name = name
    this.#parts = stream[Symbol.asyncIterator]()
  }

  static async open(zip: ArchiveZip, name: string): Promise<CsvTwin> {
    return new CsvTwin(name, await zip.open(name))
  }

  /** Throws ARCHIVE_NEWER for a column unknown to this version. */
  async readHeader({ name, columns, left, required }: TableShape): Promise<string[]> {
    let end = this.#rest.indexOf('\r\n')
    while (end === -1 && (await this.#more())) end = this.#rest.indexOf('\r\n')
    const header = end === -1 ? [] : this.#rest.subarray(0, end).toString().split(',')
    const known = new Set([...columns.map((column) => column.name), ...left])
    const unknown = header.find((column) => /^[a-z0-9_]+$/.test(column) && !known.has(column))
    if (unknown)
      throw new ArchiveRefusedError(
        'ARCHIVE_NEWER',
        `${this.name} has the column ${unknown}, which this version of GYA does not know.`,
        {
          file: this.name,
          line: 1,
        },
      )
    const missing = required.find((column) => !header.includes(column))
    const expected = Buffer.from(csvHeader(header))
    if (missing || !(await this.#take(expected.length)).equals(expected))
      throw damaged(this.name, 1, `this is not the header of ${name}${missing ? `: ${missing} is missing` : ''}.`)
    return header
  }

  /** The first row that differs from its CSV line; null if none does. `before`: the number of rows compared before. */
  async firstDifference(columns: readonly string[], rows: readonly Row[], before: number): Promise<number | null> {
    const expected = Buffer.from(csvLines(columns, rows))
    const actual = await this.#take(expected.length)
    if (actual.equals(expected)) return null
    let at = 0
    for (const [index, row] of rows.entries()) {
      const line = Buffer.from(csvLines(columns, [row]))
      if (!actual.subarray(at, at + line.length).equals(line)) return before + index + 1
      at += line.length
    }
    return before + rows.length
  }

  /** The checksum of the whole file. */
  async end(): Promise<string> {
    while (await this.#more()) this.#rest = Buffer.alloc(0)
    return this.#hash.digest('hex')
  }

  async #take(length: number): Promise<Buffer> {
    const parts: Buffer[] = []
    let missing = length
    do {
      const part = this.#rest.subarray(0, missing)
      this.#rest = this.#rest.subarray(part.length)
      parts.push(part)
      missing -= part.length
    } while (missing > 0 && (await this.#more()))
    return Buffer.concat(parts)
  }

  async #more(): Promise<boolean> {
    if (this.#isOver) return false
    const next = await this.#parts.next().catch(() => {
      throw damaged(this.name, null, 'it cannot be unpacked.')
    })
    this.#isOver = next.done === true
    if (this.#isOver) return false
    this.#hash.update(next.value as Uint8Array)
    this.#rest = Buffer.concat([this.#rest, next.value as Uint8Array])
    return true
  }
}
