/**
 * Stands in for the application in tests of the embedded PostgreSQL. It is a process of its own, so that it can be killed. Arguments: data
 * folder, and optionally a uid to switch to. Prints one line of JSON per event; `write` on standard input makes it commit rows and report
 * each acknowledged row.
 */
import { createInterface } from 'node:readline'
import pg from 'pg'
import { StartError } from '../../../startup-errors.ts'
import { defaultDataDir, startEmbeddedPostgres } from '../embedded-postgres.ts'

const [folder = '', uid] = process.argv.slice(2)
const print = (event: Record<string, unknown>) => process.stdout.write(`${JSON.stringify(event)}\n`)

if (uid) {
  process.setgroups?.([])
  process.setgid?.(Number(uid))
  process.setuid?.(Number(uid))
}
const dataDir = folder === 'default' ? defaultDataDir({}, process.cwd()) : folder

try {
  const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => print({ log: line }) })
  const stop = () => void postgres.stop().then(() => process.exit(0))
  process.on('SIGINT', stop).on('SIGTERM', stop)
  print({ ready: postgres.url, adopted: postgres.adopted, dataDir })
  const pool = new pg.Pool({ connectionString: postgres.url })
  pool.on('error', () => {})
  createInterface(process.stdin).on('line', () => void commitRows(pool).catch((error) => print({ log: String(error) })))
} catch (error) {
  print({ refused: error instanceof StartError ? error.message : `not a StartError: ${String(error)}` })
  process.exit(1)
}

async function commitRows(pool: pg.Pool): Promise<void> {
  await pool.query('create table if not exists kept (n bigint primary key)')
  for (let n = 1; ; n++) {
    await pool.query('insert into kept values ($1)', [n])
    print({ committed: n })
  }
}
