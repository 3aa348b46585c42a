import { spawn } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { StartError } from '../../server/start-error.ts'

/**
 * Runs pg_dump or pg_restore, as PATH or PG_BIN has it, on a database. The address goes by the environment: everybody on
 * the machine can read the arguments of a process. Throws StartError where it is not there or ends with a failure.
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

/** The variables of libpq that say the same as a URL. */
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
