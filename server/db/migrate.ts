import { createHash } from 'node:crypto'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { StartError } from '../startup-errors.ts'
import { applyCodeObjects } from './code-objects.ts'
import { findPrimaryUrl } from './primary.ts'
import { readCodeObjects, readMigrations, type SchemaFile } from './schema-files.ts'
import { setRoleSettings } from './transaction-pooler.ts'

const lockKey = 4_729_001

/**
 * Migrations of large tables and the wait for another starting process must not time out. A transaction pooler refuses these parameters.
 */
const options = '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0'

/**
 * SHA-256 of the names of the 120 migrations from before version 0.1.0, joined by line breaks. A database with all of them has the
 * schema of the baseline.
 */
const migrationsBeforeBaseline = '4df9cd3552e4562ac311184ef6ee413b5dced924b655d847d058d4de900fe638'

/**
 * Applies the pending migrations and the changed code objects (`code/*.sql`) in one transaction, under an advisory lock for concurrent
 * starts. Throws StartError, before it writes anything, if the database was made by a build before 0.1.0, was changed by a newer
 * version, or has a migration that is missing here or differs. Then migrates the job queue's schema. `url` leads to PostgreSQL
 * without a transaction pooler; `hasPooler`: the app itself goes through one.
 */
export async function migrate(url: string, log: (line: string) => void = () => {}, hasPooler = false): Promise<void> {
  const connectionString = await findPrimaryUrl(url)
  const client = await openForMigrations(connectionString)
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query('begin')
    const pending = await findPending(client)
    for (const [index, file] of pending.entries()) {
      log(`Migrating the database, ${index + 1} of ${pending.length}: ${file.name}`)
      await applyMigration(client, file)
    }
    await applyCodeObjects(client, await readCodeObjects())
    await client.query('commit')
    await runMigrations({ connectionString })
    if (hasPooler) await setRoleSettings(client)
  } finally {
    await client.end()
  }
}

export async function openForMigrations(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, options, connectionTimeoutMillis: 10_000 })
  await client.connect()
  return client
}

/** Runs a migration in the current transaction and records it. */
export async function applyMigration(client: pg.ClientBase, { name, text, sha256 }: SchemaFile): Promise<void> {
  await client.query(text)
  await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256])
}

/**
 * The migrations that this database lacks, in order. Makes the tables that record them, and takes a database with all migrations from
 * before the baseline as one with the baseline. Throws StartError if the database does not fit the files.
 */
export async function findPending(client: pg.ClientBase, files?: readonly SchemaFile[]): Promise<readonly SchemaFile[]> {
  const migrations = files ?? (await readMigrations())
  await adoptEarlierDatabase(client, migrations)
  await client.query(`
    create table if not exists schema_migration (
      name text primary key,
      sha256 bytea not null,
      applied_on timestamptz not null default now()
    );
    create table if not exists schema_code (
      name text primary key,
      sha256 bytea not null,
      applied_on timestamptz not null default now()
    )`)
  const { rows } = await client.query<{ name: string; sha256: Buffer; day: string }>(
    `select name, sha256, to_char(applied_on at time zone 'Europe/London', 'DD/MM/YYYY') as day from schema_migration order by name`,
  )
  const last = migrations.at(-1)?.name ?? ''
  for (const { name, sha256, day } of rows) {
    if (name > last)
      throw refusal(`This database was changed by a newer version of GYA (${name}). Start that version, or restore a backup.`)
    if (!migrations.find((file) => file.name === name)?.sha256.equals(sha256))
      throw refusal(`Migration ${name} is not the file that was applied here on ${day}. Restore it, or write a new migration.`)
  }
  return migrations.filter(({ name }) => !rows.some((row) => row.name === name))
}

async function adoptEarlierDatabase(client: pg.ClientBase, [baseline]: readonly SchemaFile[]): Promise<void> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = to_regclass('public.schema_migration') and attnum > 0 and not attisdropped`,
  )
  if (columns.length === 0 || columns.some(({ name }) => name === 'sha256')) return
  const { rows } = await client.query<{ name: string }>('select name from schema_migration')
  const names = rows.map(({ name }) => name).sort()
  if (createHash('sha256').update(names.join('\n')).digest('hex') !== migrationsBeforeBaseline)
    throw refusal('This database was made by an earlier build than 0.1.0. Start 0.1.0 once, then this version.')
  await client.query('delete from schema_migration')
  await client.query('alter table schema_migration add column sha256 bytea not null')
  await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [baseline?.name, baseline?.sha256])
}

const refusal = (sentence: string) => new StartError(sentence, { exitCode: 78 })
