import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '../../server/config.ts'
import { defaultDataDir } from '../../server/db/embedded/embedded-postgres.ts'
import { findPrimaryUrl } from '../../server/db/primary.ts'
import { folderStore } from '../../server/infra/files/folder-store.ts'
import { s3Store } from '../../server/infra/files/s3-store.ts'
import { StartError } from '../../server/startup-errors.ts'

const repository = join(import.meta.dirname, '../..')

/** The database and file store that the app would use with this environment. */
export async function openEnvironment(env: Record<string, string | undefined>) {
  const config = readConfig(env)
  if (!config.databaseUrl)
    throw new StartError(
      'DATABASE_URL is not set. The PostgreSQL that comes with GYA is backed up by copying the whole data folder while the app is stopped: see docs/operation.md.',
    )
  const folder = join(defaultDataDir(env, repository), 'files')
  // Session locks and snapshots do not pass a transaction pooler.
  const url = await findPrimaryUrl(config.databaseDirectUrl ?? config.databaseUrl)
  return { url, files: config.s3 ? s3Store(config.s3) : folderStore(folder) }
}

/** Runs a command; a StartError is printed as one line with exit code 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    process.stderr.write(`${error instanceof StartError ? error.message : ((error as Error).stack ?? String(error))}\n`)
    process.exitCode = 1
  }
}

/**
 * Runs pg_dump or pg_restore from PATH or PG_BIN. The connection is passed in the environment, because all users of the machine
 * can read process arguments. Throws StartError if the program is missing or fails.
 */
export async function runTool(tool: 'pg_dump' | 'pg_restore', url: string, args: readonly string[]): Promise<void> {
  const child = spawn(tool, args, { env: { ...process.env, ...libpqVariables(url) }, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await Promise.race([
    once(child, 'close'),
    once(child, 'error').then(([error]) => Promise.reject(error as Error)),
  ]).catch((error: Error) => {
    throw new StartError(`${tool} cannot be run (${error.message}): install PostgreSQL's client programs.`, { cause: error })
  })
  if (code !== 0) throw new StartError(`${tool} failed.`)
}

/** A database URL as libpq environment variables. */
export function libpqVariables(url: string): Record<string, string> {
  const client = new pg.Client({ connectionString: url })
  const options = new URL(url).searchParams
  const { host, port, user, database } = client
  const password = typeof client.password === 'string' ? client.password : ''
  return {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user ?? '',
    PGDATABASE: database ?? '',
    ...(password ? { PGPASSWORD: password } : {}),
    ...(options.has('sslmode') ? { PGSSLMODE: options.get('sslmode') ?? '' } : {}),
    ...(options.has('sslrootcert') ? { PGSSLROOTCERT: options.get('sslrootcert') ?? '' } : {}),
  }
}
