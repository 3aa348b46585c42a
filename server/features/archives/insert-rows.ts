import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DumpColumn } from './dump-table.ts'
import type { restoredColumns } from './restored-columns.ts'

type Restored = ReturnType<(typeof restoredColumns)[string]>

type Target = {
  table: string
  /** `pg_temp` while an archive is verified. */
  schema: 'public' | 'pg_temp'
  columns: readonly DumpColumn[]
  restored?: Restored
  /** Columns that stay empty for now, because they refer to rows that are inserted later. */
  empty?: readonly string[]
}

/**
 * The value of a column in a row of the archive: `j` is the row as JSON, `r` as a record. Archives of versions that stored line breaks in
 * names and addresses are restored without them.
 */
function valueOf({ name, type, isLine }: DumpColumn) {
  if (type === 'bytea') return sql`decode(e.j ->> ${sql.lit(name)}, 'base64')`
  return isLine ? sql`as_line(${sql.ref(`r.${name}`)})` : sql.ref(`r.${name}`)
}

/** Inserts the rows of an archive, given as JSON texts. */
export async function insertRows(
  db: Db,
  { table, schema, columns, restored = {}, empty = [] }: Target,
  lines: readonly string[],
): Promise<void> {
  if (lines.length === 0) return
  const written = columns.filter(({ name }) => !(name in restored) && !empty.includes(name))
  const names = [...written.map(({ name }) => name), ...Object.keys(restored)].map((name) => sql.ref(name))
  const values = [...written.map(valueOf), ...Object.values(restored)]
  await sql`
    insert into ${sql.id(schema, table)} (${sql.join(names)})
    select ${sql.join(values)}
    from json_array_elements(${`[${lines.join(',')}]`}::json) as e (j)
    cross join lateral json_populate_record(null::${sql.id('public', table)}, e.j) r`.execute(db)
}

/** Sets the columns that `insertRows` left empty. */
export async function fillColumns(
  db: Db,
  { table, key, columns }: { table: string; key: readonly string[]; columns: readonly string[] },
  lines: readonly string[],
): Promise<void> {
  if (lines.length === 0) return
  const set = columns.map((name) => sql`${sql.ref(name)} = r.${sql.id(name)}`)
  const same = key.map((name) => sql`t.${sql.id(name)} = r.${sql.id(name)}`)
  await sql`
    update ${sql.id('public', table)} t set ${sql.join(set)}
    from json_populate_recordset(null::${sql.id('public', table)}, ${`[${lines.join(',')}]`}::json) r
    where ${sql.join(same, sql` and `)}`.execute(db)
}

const rowsAtOnce = 1000
const bytesAtOnce = 4 * 1024 * 1024

/** Splits rows into batches for one statement each. */
export async function* batched(chunks: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  let batch: string[] = []
  let bytes = 0
  for await (const lines of chunks)
    for (const line of lines) {
      batch.push(line)
      bytes += line.length
      if (batch.length === rowsAtOnce || bytes > bytesAtOnce) {
        yield batch
        batch = []
        bytes = 0
      }
    }
  if (batch.length > 0) yield batch
}
