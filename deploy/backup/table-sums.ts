import pg from 'pg'
import { z } from 'zod'

export const TableChecksum = z.strictObject({ rows: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })
export type TableChecksums = Record<string, z.infer<typeof TableChecksum>>

/** How values are written as text must not hang on the settings of a server, a database or a user. */
const textSettings = `
  set statement_timeout = 0; set lock_timeout = '1min'; set idle_in_transaction_session_timeout = 0;
  set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set search_path = public`

/** A connection whose rows read as text the same everywhere, and whose statements take as long as they need. */
export async function connectForChecksums(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, keepAlive: true })
  await client.connect()
  await client.query(textSettings)
  return client
}

/** Every table that is ours: those of the product and those of its job queue, but none of an extension. */
export const ourRelations = `
  select n.nspname as schema, c.relname as name, c.relkind as kind
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_toast%' and n.nspname not like 'pg\\_temp%'
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/**
 * Rows and SHA-256 of every table, as the transaction that the client is in sees it. The sum is that of the sums of the
 * rows in order, so it does not matter in which order they lie; in 256 parts, because one value holds at most 1 GB.
 */
export async function checksumTables(client: pg.Client): Promise<TableChecksums> {
  const { rows: tables } = await client.query<{ schema: string; name: string }>(
    `${ourRelations} and c.relkind = 'r' order by 1, 2`,
  )
  const sums: TableChecksums = {}
  for (const { schema, name } of tables) {
    const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
    const { rows } = await client.query<{ rows: string; sha256: string }>(`
      select coalesce(sum(rows), 0) as rows, encode(sha256(coalesce(string_agg(sum, ''::bytea order by part), ''::bytea)), 'hex') as sha256
      from (
        select get_byte(row, 0) as part, count(*) as rows, sha256(string_agg(row, ''::bytea order by row)) as sum
        from (select sha256(convert_to(t::text, 'UTF8')) as row from ${table} t) each_row group by 1) each_part`)
    const [sum] = rows
    if (sum) sums[`${schema}.${name}`] = { rows: Number(sum.rows), sha256: sum.sha256 }
  }
  return sums
}

/** What differs between two sums of tables, a sentence each; nothing where they are the same. */
export function differences(expected: TableChecksums, found: TableChecksums): string[] {
  return [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort().flatMap((table) => {
    const [before, after] = [expected[table], found[table]]
    if (!before) return [`The table ${table} was not in the backup.`]
    if (!after) return [`The table ${table} is missing.`]
    if (before.rows !== after.rows) return [`The table ${table} has ${after.rows} rows and had ${before.rows}.`]
    return before.sha256 === after.sha256 ? [] : [`The table ${table} has other content.`]
  })
}
