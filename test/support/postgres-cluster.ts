import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync } from 'node:fs'
import { appendFile, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { postgresBin } from '../../scripts/programs.mjs'
import { freePort } from '../../server/db/embedded/postmaster.ts'

/** Servers of Debian's PostgreSQL in folders: a primary and standbys that follow it by streaming replication. */
export type PostgresServer = {
  port: number
  /** Address for the application's user, who is not a superuser. */
  urlOf(database: string): string
  /** Runs a statement as superuser, on a connection of its own. */
  query<Row extends pg.QueryResultRow>(statement: string, database?: string): Promise<Row[]>
  /** Starts a server that was stopped or killed. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Immediate shutdown: nothing is written, like a crash. */
  kill(): Promise<void>
  /** Stops its processes without ending their connections, like a machine that hangs; `thaw` resumes them. */
  freeze(): void
  thaw(): void
}

export type PrimaryServer = PostgresServer & {
  /** Creates a database owned by the application's user. */
  make(database: string): Promise<string>
  /** A hot standby of this server, copied with pg_basebackup. Resolves when it accepts connections. */
  addStandby(name: string): Promise<StandbyServer>
  /** After a failover: becomes a standby of the new primary, using ops/failover/follow.sh. */
  rejoin(primary: PostgresServer): Promise<void>
}

export type StandbyServer = PrimaryServer & {
  /** Received changes are not applied until `resumeReplay`. */
  pauseReplay(): Promise<void>
  resumeReplay(): Promise<void>
  /** Resolves when everything that the primary had written at the time of the call is visible here. */
  catchUp(): Promise<void>
  /** Becomes a primary. */
  promote(): Promise<void>
  /** Starts streaming from another server, after a promotion. */
  follow(primary: PostgresServer): Promise<void>
}

type Settings = Record<string, string>

const testSettings: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  max_connections: '100',
  shared_buffers: '32MB',
  // A standby that was down can still catch up.
  wal_keep_size: '512MB',
  // Needed by pg_rewind.
  wal_log_hints: 'on',
  wal_retrieve_retry_interval: '100ms',
}

/** Starts a new server in `folder`, which exists. */
export async function startPrimary(folder: string, settings: Settings = {}): Promise<PrimaryServer> {
  chmodSync(folder, 0o711)
  const data = dataFolder(folder, 'primary')
  const options = ['-D', data, '-U', 'admin', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C']
  await runAsServer('initdb', options, data)
  // Stored in the file, because pg_rewind starts the server itself.
  const lines = Object.entries({ ...testSettings, ...settings }).map(([name, value]) => `${name} = '${value}'\n`)
  await appendFile(join(data, 'postgresql.conf'), lines.join(''))
  const server = await describePrimary(folder, data)
  await server.start()
  await server.query(`create role gya login password 'no secret here'`)
  const place = { PGDATA: data, PGHOST: '127.0.0.1', PGPORT: String(server.port), POSTGRES_USER: 'admin' }
  await runScript('make-replication-role.sh', [], { ...place, REPLICATION_PASSWORD: 'no secret either' })
  return server
}

async function describePrimary(folder: string, data: string): Promise<PrimaryServer> {
  const server = await describeServer(data)
  return {
    ...server,
    make: async (database) => {
      await server.query(`create database ${database} owner gya`)
      return server.urlOf(database)
    },
    addStandby: (name) => addStandby(folder, server, name),
    rejoin: async (primary) => {
      await server.kill()
      const source = `host=127.0.0.1 port=${primary.port} user=replicator application_name=${basename(data)}`
      await runScript('follow.sh', [source], { PGDATA: data })
      await server.start()
    },
  }
}

async function addStandby(folder: string, primary: PostgresServer, name: string): Promise<StandbyServer> {
  const data = dataFolder(folder, name)
  const source = connectionOf(primary, name)
  await runAsServer('pg_basebackup', ['-D', data, '-d', source, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'], data)
  const standby = await describePrimary(folder, data)
  let followed = primary
  await standby.start()
  return {
    ...standby,
    pauseReplay: async () => {
      await standby.query('select pg_wal_replay_pause()')
      await until(standby, `pg_get_wal_replay_pause_state() = 'paused'`)
    },
    resumeReplay: async () => void (await standby.query('select pg_wal_replay_resume()')),
    catchUp: async () => {
      const [row] = await followed.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
      await until(standby, `pg_last_wal_replay_lsn() >= '${row?.lsn}'::pg_lsn`)
    },
    promote: async () => void (await standby.query('select pg_promote()')),
    follow: async (other) => {
      followed = other
      await standby.query(`alter system set primary_conninfo = '${connectionOf(other, name)}'`)
      await standby.query('select pg_reload_conf()')
    },
  }
}

const connectionOf = ({ port }: PostgresServer, name: string): string =>
  `host=127.0.0.1 port=${port} user=admin application_name=${name}`

async function describeServer(data: string): Promise<PostgresServer> {
  const port = await freePort()
  const admin = (database: string) => `postgres://admin@127.0.0.1:${port}/${database}`
  let server: ChildProcess | undefined
  let frozen: number[] = []
  const end = async (signal: NodeJS.Signals) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    thaw()
    await ended
  }
  const thaw = () => {
    for (const pid of frozen.splice(0)) process.kill(pid, 'SIGCONT')
  }
  return {
    port,
    urlOf: (database) => `postgres://gya:no%20secret%20here@127.0.0.1:${port}/${database}`,
    query: (statement, database = 'postgres') => queryOnce(admin(database), statement),
    start: async () => {
      server = spawn(join(postgresBin, 'postgres'), ['-D', data, '-p', String(port)], {
        ...serverAccount(),
        cwd: data,
        stdio: 'ignore',
      })
      await waitForServer(admin('postgres'), server)
    },
    stop: () => end('SIGINT'),
    kill: () => end('SIGQUIT'),
    freeze: () => {
      frozen = [server?.pid ?? 0, ...childrenOf(server?.pid ?? 0)]
      for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    },
    thaw,
  }
}

const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
    .map(Number)

function dataFolder(folder: string, name: string): string {
  const data = join(folder, name)
  const account = serverAccount()
  if (existsSync(data)) throw new Error(`There is a server ${name} already.`)
  mkdirSync(data, { mode: 0o700 })
  if (account) chownSync(data, account.uid, account.gid)
  return data
}

const runAsServer = (program: string, options: string[], cwd: string) =>
  promisify(execFile)(join(postgresBin, program), options, { ...serverAccount(), cwd })

/** A script of ops/failover, passed as text: PostgreSQL's account may not be able to read this folder. */
async function runScript(name: string, args: string[], env: Record<string, string>): Promise<void> {
  const script = await readFile(join(import.meta.dirname, '../../ops/failover', name), 'utf8')
  const path = `${postgresBin}:${process.env.PATH}`
  await promisify(execFile)('/bin/sh', ['-c', script, name, ...args], {
    ...serverAccount(),
    cwd: env.PGDATA,
    env: { ...env, PATH: path },
  })
}

/** PostgreSQL refuses to run as root: use the account of Debian's package. */
function serverAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function until({ query }: PostgresServer, condition: string): Promise<void> {
  for (;;) {
    const [row] = await query<{ met: boolean }>(`select ${condition} as met`)
    if (row?.met) return
    await wait(20)
  }
}

async function waitForServer(url: string, server: ChildProcess): Promise<void> {
  while (server.exitCode === null)
    try {
      await queryOnce(url, 'select 1')
      return
    } catch {
      await wait(50)
    }
  throw new Error('PostgreSQL did not start.')
}

async function queryOnce<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}
