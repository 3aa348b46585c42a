import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { StartError } from '../startup-errors.ts'
import { findPrimaryUrl } from './primary.ts'
import { setRoleSettings } from './transaction-pooler.ts'

const folder = join(import.meta.dirname, 'migrations')
const lockKey = 4_729_001

/**
 * Migrations of large tables and the wait for another starting process must not time out. A transaction pooler refuses these parameters.
 */
const options = '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0'

/**
 * Applies the pending migrations: SQL files in name order, forward only, one transaction each, under an advisory lock for
 * concurrent starts. Throws StartError on a database of a newer version, before it writes anything. Then migrates the job queue's schema. `url` leads to PostgreSQL without a transaction pooler;
 * `hasPooler`: the app itself goes through one.
 */
export async function migrate(url: string, log: (line: string) => void = () => {}, hasPooler = false): Promise<void> {
  const connectionString = await findPrimaryUrl(url)
  const client = new pg.Client({ connectionString, options, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(
      'create table if not exists schema_migration (name text primary key, applied_on timestamptz not null default now())',
    )
    const applied = new Set(
      (await client.query<{ name: string }>('select name from schema_migration')).rows.map((row) => row.name),
    )
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    const newer = [...applied].filter((name) => !files.includes(name)).sort()[0]
    if (newer !== undefined)
      throw new StartError(
        `This database was changed by a newer version of GYA (${newer}). Start that version, or restore a backup.`,
        { exitCode: 78 },
      )
    const pending = files.filter((file) => !applied.has(file))
    for (const [index, name] of pending.entries()) {
      log(`Migrating the database, ${index + 1} of ${pending.length}: ${name}`)
      await client.query('begin')
      await client.query(await readFile(join(folder, name), 'utf8'))
      await client.query('insert into schema_migration (name) values ($1)', [name])
      await client.query('commit')
    }
    await runMigrations({ connectionString })
    if (hasPooler) await setRoleSettings(client)
  } finally {
    await client.end()
  }
}
