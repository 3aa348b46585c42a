import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { readChecksum } from '../../server/infra/files/file-store.ts'
import { StartError } from '../../server/startup-errors.ts'

export const TableChecksum = z.strictObject({ rows: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })
export type TableChecksums = Record<string, z.infer<typeof TableChecksum>>

/** Text output must not depend on settings of server, database or user. */
const textSettings = `
  set statement_timeout = 0; set lock_timeout = '1min'; set idle_in_transaction_session_timeout = 0;
  set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set search_path = public`

/** A connection with deterministic text output and without a statement timeout. */
export async function connectForChecksums(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, keepAlive: true })
  await client.connect()
  await client.query(textSettings)
  return client
}

/** All tables of the app and its job queue, without those of extensions. */
export const ourRelations = `
  select n.nspname as schema, c.relname as name, c.relkind as kind
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_toast%' and n.nspname not like 'pg\\_temp%'
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/**
 * Row count and SHA-256 of every table in the current transaction. The checksum is independent of row order: it hashes the
 * sorted row hashes, in 256 partitions because a value is limited to 1 GB.
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

/** Differences between two sets of checksums, one sentence each. */
export function differences(expected: TableChecksums, found: TableChecksums): string[] {
  return [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort().flatMap((table) => {
    const [before, after] = [expected[table], found[table]]
    if (!before) return [`The table ${table} was not in the backup.`]
    if (!after) return [`The table ${table} is missing.`]
    if (before.rows !== after.rows) return [`The table ${table} has ${after.rows} rows and had ${before.rows}.`]
    return before.sha256 === after.sha256 ? [] : [`The table ${table} has other content.`]
  })
}

const Sum = z.strictObject({ bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })

/** `manifest.json` of a backup; a restore is compared with it. */
const Manifest = z.strictObject({
  format: z.literal(1),
  takenOn: z.iso.datetime(),
  postgres: z.string(),
  /** Applied migrations, which are the schema version. */
  migrations: z.array(z.string()).min(1),
  tables: z.record(z.string(), TableChecksum),
  database: Sum,
  /** Of `files.sha256`, in the format of sha256sum. */
  list: Sum,
  files: z.strictObject({ count: z.int().min(0), bytes: z.int().min(0) }),
  /** Referenced keys that were missing from the store when the backup was taken. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

export const manifestPath = (folder: string) => join(folder, 'manifest.json')
export const dumpPath = (folder: string) => join(folder, 'database.dump')
export const fileListPath = (folder: string) => join(folder, 'files.sha256')
export const filePath = (folder: string, key: string) => join(folder, 'files', key)

/** Length and SHA-256 of a local file. */
export const fileChecksum = (path: string) => readChecksum(createReadStream(path))

/** A line of `files.sha256`. */
export type Listed = { key: string; sha256: string }

export const listLine = ({ key, sha256 }: Listed): string => `${sha256}  files/${key}\n`

/**
 * Verifies all checksums of a backup. Throws StartError that names what is missing or damaged; `found` is called for every
 * intact file.
 */
export async function checkBackup(folder: string): Promise<{ manifest: Manifest; files: Listed[] }> {
  const manifest = await readManifest(folder)
  await checkFile(folder, 'database.dump', manifest.database.sha256)
  await checkFile(folder, 'files.sha256', manifest.list.sha256)
  const files = (await readFile(fileListPath(folder), 'utf8')).split('\n').filter(Boolean).map(readLine)
  for (const { key, sha256 } of files) await checkFile(folder, `files/${key}`, sha256)
  return { manifest, files }
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestPath(folder), 'utf8').catch(() => {
    throw new StartError(`${folder} is not a backup: it has no manifest.json.`)
  })
  try {
    return Manifest.parse(JSON.parse(text))
  } catch (error) {
    throw new StartError(`The backup is broken: manifest.json cannot be read.`, { cause: error })
  }
}

function readLine(line: string): Listed {
  const [, sha256, key] = /^([0-9a-f]{64}) {2}files\/([\w-]+(?:\/[\w-]+)*)$/.exec(line) ?? []
  if (!sha256 || !key) throw new StartError('The backup is broken: files.sha256 cannot be read.')
  return { key, sha256 }
}

async function checkFile(folder: string, name: string, expected: string): Promise<void> {
  const found = await fileChecksum(join(folder, name)).catch((error: { code?: string; message: string }) => {
    throw new StartError(`The backup is broken: ${name} ${error.code === 'ENOENT' ? 'is missing' : error.message}.`)
  })
  if (found.sha256 !== expected) throw new StartError(`The backup is broken: ${name} differs from what was written.`)
}
