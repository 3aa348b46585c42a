import { join } from 'node:path'
import type pg from 'pg'
import { readConfig } from './config.ts'
import { applyCodeObjects } from './db/code-objects.ts'
import { defaultDataDir, openEmbeddedPostgres } from './db/embedded/embedded-postgres.ts'
import { applyMigration, findPending, migrate, openForMigrations } from './db/migrate.ts'
import { planMigrations } from './db/migration-plan.ts'
import { findPrimaryUrl } from './db/primary.ts'
import { readCodeObjects } from './db/schema-files.ts'
import { explainDatabaseErrors, StartError } from './startup-errors.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const usage = 'Usage: npm run migrate -- [--plan | --rehearse [--force]]'

/**
 * `npm run migrate`: applies pending migrations without starting the app. `--plan` prints what they will do to this database;
 * `--rehearse` runs them in one transaction, prints seconds and locks of each, and rolls back. A rehearsal locks tables meanwhile:
 * it refuses a database on which an app is running, unless `--force` is given.
 */
async function migrateDatabase(args: string[]): Promise<void> {
  if (args.some((arg) => !['--plan', '--rehearse', '--force'].includes(arg))) throw new StartError(usage)
  const { databaseUrl, databaseDirectUrl } = readConfig(process.env)
  const repository = join(import.meta.dirname, '..')
  const postgres = databaseUrl
    ? { url: databaseDirectUrl ?? databaseUrl, stop: async () => {} }
    : await openEmbeddedPostgres({ dataDir: defaultDataDir(process.env, repository), log: print })
  try {
    await explainDatabaseErrors(async () => {
      if (args.length === 0) return migrate(postgres.url, print, databaseDirectUrl !== undefined)
      const client = await openForMigrations(await findPrimaryUrl(postgres.url))
      try {
        await (args.includes('--plan') ? plan(client) : rehearse(client, args.includes('--force')))
      } finally {
        // Ends the transaction, which changes nothing.
        await client.end()
      }
    })
  } finally {
    await postgres.stop()
  }
}

async function plan(client: pg.Client): Promise<void> {
  await client.query('begin')
  const pending = await findPending(client)
  print(pending.length === 0 ? 'No migration is pending.' : (await planMigrations(client, pending)).join('\n'))
}

async function rehearse(client: pg.Client, force: boolean): Promise<void> {
  const { rows: sessions } = await client.query(
    'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = $1',
    ['client backend'],
  )
  if (sessions.length > 0 && !force)
    throw new StartError(
      `${sessions.length} sessions are open on this database: stop the app, rehearse on a copy, or add --force. Tables are locked meanwhile.`,
    )
  await client.query('begin')
  const pending = await findPending(client)
  const { rows: tables } = await client.query<{ oid: number }>(
    "select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  const existing = tables.map(({ oid }) => oid)
  for (const file of pending) await timed(client, existing, file.name, () => applyMigration(client, file))
  await timed(client, existing, 'functions, views and triggers', async () => applyCodeObjects(client, await readCodeObjects()))
  await client.query('rollback')
  print('Rolled back: nothing has changed.')
}

/** Runs a part of a rehearsal and prints its seconds and the locks that it holds on tables that exist already. */
async function timed(client: pg.Client, existing: readonly number[], name: string, work: () => Promise<void>): Promise<void> {
  const started = performance.now()
  await work()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const { rows } = await client.query<{ lock: string }>(
    `select distinct c.relname || ' ' || l.mode as lock from pg_locks l join pg_class c on c.oid = l.relation
     where l.pid = pg_backend_pid() and c.oid = any($1)
       and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'AccessExclusiveLock') order by 1`,
    [existing],
  )
  print(`${name}: ${seconds} s${rows.length === 0 ? '' : ` · locks so far: ${rows.map(({ lock }) => lock).join(', ')}`}`)
}

try {
  await migrateDatabase(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : ((error as Error).stack ?? String(error))}\n`)
  process.exitCode = error instanceof StartError ? error.exitCode : 1
}
