import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { findProgram } from '../../scripts/programs.mjs'
import { freePort } from '../../server/db/embedded/postmaster.ts'

export const isPgBouncerInstalled = () => findProgram('pgbouncer') !== undefined

/** A PgBouncer in front of one database. */
export type PgBouncer = {
  /** The database URL through the pooler. */
  url: string
  /** A command of its console, such as `show pools`. */
  console<Row extends pg.QueryResultRow>(command: string): Promise<Row[]>
  stop(): Promise<void>
}

/** Starts PgBouncer with ops/pgbouncer/pgbouncer.ini, changing only addresses, paths and the pool size. */
export async function startPgBouncer(serverUrl: string, poolSize: number): Promise<PgBouncer> {
  const program = findProgram('pgbouncer')
  if (!program) throw new Error('There is no PgBouncer on this machine.')
  const target = new URL(serverUrl)
  const database = target.pathname.slice(1)
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'gya-pgbouncer-'))
  await chmod(folder, 0o755)
  const users = join(folder, 'userlist.txt')
  await writeFile(
    users,
    `"${decodeURIComponent(target.username)}" "${decodeURIComponent(target.password)}"\n"console" "console"\n`,
  )
  const given = await readFile(join(import.meta.dirname, '../../ops/pgbouncer/pgbouncer.ini'), 'utf8')
  const changes: [RegExp, string][] = [
    [/^gya = .*$/m, `${database} = host=${target.hostname} port=${target.port || 5432}`],
    [/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1'],
    [/^listen_port = .*$/m, `listen_port = ${port}\nadmin_users = console`],
    [/^auth_file = .*$/m, `auth_file = ${users}`],
    [/^default_pool_size = .*$/m, `default_pool_size = ${poolSize}`],
  ]
  for (const [pattern] of changes) if (!pattern.test(given)) throw new Error(`pgbouncer.ini lacks ${pattern}.`)
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    changes.reduce((text, [pattern, by]) => text.replace(pattern, by), given),
  )
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(program, ['-q', ...account, file], { stdio: 'ignore' })
  const end = () => child.kill('SIGTERM')
  process.once('exit', end)
  const ended = once(child, 'exit')
  const urlOf = (user: string, password: string, path: string) => `postgres://${user}:${password}@127.0.0.1:${port}/${path}`
  const admin = urlOf('console', 'console', 'pgbouncer')
  while (!(await ask(admin, 'show version').catch(() => null))) {
    if (child.exitCode !== null) throw new Error('PgBouncer did not start.')
    await setTimeout(25)
  }
  return {
    url: urlOf(target.username, target.password, database),
    console: (command) => ask(admin, command),
    stop: async () => {
      process.off('exit', end)
      // Immediately, without waiting for clients.
      child.kill('SIGQUIT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function ask<Row extends pg.QueryResultRow>(url: string, command: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(command)).rows
  } finally {
    await client.end()
  }
}
