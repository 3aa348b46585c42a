import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { postgresBin } from '../../scripts/programs.mjs'
import { freePort } from '../../server/db/embedded/postmaster.ts'

/** A PostgreSQL server in a folder. `make` creates a database owned by the application's user, who is not a superuser. */
export type DebianPostgres = { make(database: string): Promise<string>; stop(): Promise<void> }

export async function startDebianPostgres(folder: string): Promise<DebianPostgres> {
  const account = serverAccount()
  const data = join(folder, 'postgres')
  mkdirSync(data)
  chmodSync(folder, 0o711)
  if (account) chownSync(data, account.uid, account.gid)
  const as = { ...account, cwd: data }
  execFileSync(
    join(postgresBin, 'initdb'),
    ['-D', data, '-U', 'admin', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
    {
      ...as,
      stdio: 'ignore',
    },
  )
  const port = await freePort()
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', max_connections: '60' }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(postgresBin, 'postgres'), ['-D', data, '-p', String(port), ...args], { ...as, stdio: 'ignore' })
  const admin = `postgres://admin@127.0.0.1:${port}/postgres`
  await waitForServer(admin, server)
  await onServer(admin, `create role gya login password 'no secret here'`)
  return {
    make: async (database) => {
      await onServer(admin, `create database ${database} owner gya`)
      return `postgres://gya:no%20secret%20here@127.0.0.1:${port}/${database}`
    },
    stop: async () => {
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
    },
  }
}

/** PostgreSQL refuses to run as root: use the account of Debian's package. */
function serverAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function waitForServer(url: string, server: ChildProcess): Promise<void> {
  while (server.exitCode === null)
    try {
      return await onServer(url, 'select 1')
    } catch {
      await wait(50)
    }
  throw new Error('PostgreSQL did not start.')
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
