import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** `isLine`: the database takes texts of one line only. */
export type DumpColumn = { name: string; type: string; isLine: boolean }

/** Rows per `fetch`, which accepts no parameter. */
const chunk = 2000

/** Columns in the order of the schema. */
export async function columnsOf(db: Db, table: string, without: readonly string[]): Promise<DumpColumn[]> {
  const { rows } = await sql<DumpColumn>`
    select attname::text as name, format_type(atttypid, atttypmod) as type, exists (
      select from pg_constraint k where k.conrelid = attrelid and attnum = any(k.conkey) and k.conname like '%\\_lines'
    ) as "isLine"
    from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(db)
  return rows.filter(({ name }) => !without.includes(name))
}

/** Columns of the primary key, which order the rows. */
export async function keyOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select a.attname::text as name from pg_index i
    join lateral unnest(i.indkey) with ordinality as k (attnum, position) on true
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
    where i.indrelid = ${table}::regclass and i.indisprimary order by k.position`.execute(db)
  return rows.map(({ name }) => name)
}

/** Instants in UTC with microseconds, bytes as base64; everything else as PostgreSQL writes it in JSON. */
const selected = ({ name, type }: DumpColumn) => {
  const column = sql.ref(name)
  if (type === 'timestamp with time zone')
    return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as ${column}`
  return type === 'bytea' ? sql`encode(${column}, 'base64') as ${column}` : column
}

/**
 * The rows of one company as JSON texts, in batches, ordered by the primary key. They are read with a cursor: all batches belong to one
 * snapshot, and memory use is constant.
 */
export async function* dumpTable(
  db: Db,
  table: string,
  columns: readonly DumpColumn[],
  companyId: string,
): AsyncGenerator<string[]> {
  const owner = sql.ref(table === 'company' ? 'id' : 'company_id')
  const order = sql.join((await keyOf(db, table)).map((name) => sql.ref(name)))
  await sql`
    declare archive_rows no scroll cursor for
    select row_to_json(r)::text as json from (
      select ${sql.join(columns.map(selected))} from ${sql.table(table)}
      where ${owner} = ${sql.lit(companyId)} order by ${order}
    ) r`.execute(db)
  for (;;) {
    const { rows } = await sql<{ json: string }>`fetch 2000 from archive_rows`.execute(db)
    if (rows.length > 0) yield rows.map(({ json }) => json)
    if (rows.length < chunk) break
  }
  await sql`close archive_rows`.execute(db)
}
