import { latestPosition, type ReadPosition } from '@gya/domain/common/read-position.ts'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Meters } from '../infra/telemetry/meters.ts'
import { readPrimaryPosition, toReadPosition } from './commit-position.ts'
import { createPool, type Database, type Db, typeParsers } from './pool.ts'
import type { Primary } from './primary.ts'
import type { DB } from './schema.ts'

/** Hot standbys of the primary (PostgreSQL streaming replication) that answer reads. */
export type Standbys = {
  /**
   * Returns the first standby in use that has reached `position`, for reads outside transactions; null: read from the primary. Equal
   * `preferred` numbers start with the same standby, so that a client's reads do not go back in time.
   */
  choose(position: ReadPosition, preferred: number): Promise<Db | null>
  /** The position includes everything that was committed before the call. */
  position(): Promise<ReadPosition>
  /** For metrics and the log of slow statements, of reads. */
  pools: readonly pg.Pool[]
  close(): Promise<void>
}

type StandbyOptions = {
  urls: readonly string[]
  /** Number of connections to each standby. */
  size: number
  /** Standbys whose state may be older are not used. */
  maxLagSeconds: number
  /** Requires `recordCommitPositions`. */
  database: Database
  meters: Pick<Meters, 'standbyReads' | 'standbyFailures' | 'standbyInUse' | 'standbyLag'>
  print: (line: string) => void
}

const checkIntervalMs = 1_000
/** A server that does not respond to a check within this time counts as down. */
const checkTimeoutMs = 2_000
/** Reads that would wait longer for a connection go to the primary. */
const connectionTimeoutMs = 2_000
const statementTimeoutMs = 30_000

/** Number of remembered positions of the primary, one per second; it limits the lag that can be reported. */
const maxSamples = 600

/**
 * Checks the standbys once a second. The lag is calculated from the primary's positions of the last minutes. Clocks are not compared, and
 * the time of the last replayed transaction is not used: on an idle primary it is old, and it does not reveal a broken connection.
 */
export function openStandbys({ urls, size, maxLagSeconds, database, meters, print }: StandbyOptions): Standbys {
  const { pool: primary } = database
  const samples: Sample[] = []
  const primaryChecks = openPrimaryChecks(database.direct.primary)
  const standbys = urls.map((url) => openStandby({ url, size, primary, samples, failures: meters.standbyFailures }))
  const isInUse = (standby: Standby) => standby.applied !== null && standby.lagSeconds() <= maxLagSeconds
  const wasInUse = new Map<Standby, boolean>()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const watch = async () => {
    await takeSample(primaryChecks, samples)
    await Promise.all(standbys.map((standby) => standby.check()))
    if (closed) return
    for (const standby of standbys) {
      const { name } = standby
      const inUse = isInUse(standby)
      meters.standbyInUse.set({ standby: name }, inUse ? 1 : 0)
      meters.standbyLag.set({ standby: name }, standby.lagSeconds())
      if (inUse !== (wasInUse.get(standby) ?? false)) print(`Standby ${name} ${inUse ? 'answers reads' : 'is left out'}`)
      wasInUse.set(standby, inUse)
    }
    timer = setTimeout(() => void watch(), checkIntervalMs)
    timer.unref()
  }
  void watch()

  return {
    choose: async (position, preferred) => {
      let why = 'away'
      for (const n of standbys.keys()) {
        const standby = standbys[(preferred + n) % standbys.length]
        if (!standby || !isInUse(standby)) continue
        why = 'behind'
        if (!hasReached(standby, position) && position !== latestPosition) await standby.check()
        if (!hasReached(standby, position)) continue
        meters.standbyReads.inc({ server: standby.name })
        return standby.db
      }
      meters.standbyReads.inc({ server: 'primary', why })
      return null
    },
    position: () => readPrimaryPosition(primary),
    pools: standbys.map(({ reads }) => reads),
    close: async () => {
      closed = true
      clearTimeout(timer)
      await Promise.all([primaryChecks.end(), ...standbys.map((standby) => standby.close())])
    },
  }
}

/** The position of the primary at a time of the monotonic clock, in milliseconds. */
type Sample = { at: number; position: ReadPosition }

/** Only what is flushed is sent to standbys. */
const selectFlushed = 'select pg_current_wal_flush_lsn()::text as position'

async function takeSample(checks: pg.Pool, samples: Sample[]): Promise<void> {
  const at = performance.now()
  try {
    const { rows } = await checks.query<{ position: string }>(selectFlushed)
    const position = toReadPosition(rows[0]?.position ?? '')
    // After a failover the log may continue at an earlier position.
    if (position < (samples.at(-1)?.position ?? '')) samples.length = 0
    samples.push({ at, position })
    if (samples.length > maxSamples) samples.shift()
  } catch {
    // Without a new sample, the lag of the standbys increases.
  }
}

type Standby = {
  name: string
  db: Kysely<DB>
  reads: pg.Pool
  /** The standby has applied the log at least up to this position; null: it is down, or not a standby. */
  applied: ReadPosition | null
  /** All commits of the primary from more than this many seconds ago are visible. */
  lagSeconds(): number
  check(): Promise<void>
  close(): Promise<void>
}

const hasReached = ({ applied }: Standby, position: ReadPosition): boolean => applied !== null && applied >= position

type OpenOptions = {
  url: string
  size: number
  primary: pg.Pool
  samples: readonly Sample[]
  failures: Meters['standbyFailures']
}

function openStandby({ url, size, primary, samples, failures }: OpenOptions): Standby {
  const { host } = new URL(url)
  const checks = openCheckPool(url)
  const reads = openReadPool(url, size)
  const disconnect = trackConnections(reads)
  const disconnectChecks = trackConnections(checks)
  let running: Promise<void> | undefined
  let freshAt = Number.NEGATIVE_INFINITY

  const leaveOut = () => (standby.applied = null)
  const fail = () => {
    leaveOut()
    failures.inc({ standby: host })
  }
  const check = async () => {
    const applied = await readAppliedPosition(checks)
    standby.applied = applied
    // Reads in progress on a server that hangs are retried on the primary.
    if (applied === null) disconnect()
    else freshAt = samples.findLast(({ position }) => position <= applied)?.at ?? freshAt
  }
  const standby: Standby = {
    name: host,
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool: readOrRepeat(reads, primary, fail) }) }),
    reads,
    applied: null,
    lagSeconds: () => (performance.now() - freshAt) / 1000,
    check: () => (running ??= check().finally(() => (running = undefined))),
    close: async () => {
      // A server that hangs would not respond to a graceful disconnect.
      disconnect()
      disconnectChecks()
      await Promise.all([reads.end(), checks.end()])
    },
  }
  for (const pool of [reads, checks]) pool.on('error', leaveOut)
  reads.on('connect', (client) => client.on('error', leaveOut))
  return standby
}

/** Returns a function that closes the connections of the pool. */
function trackConnections(pool: pg.Pool): () => void {
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  return () => {
    for (const client of clients) client.connection.stream.destroy()
  }
}

const selectApplied = 'select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn()::text as position'

async function readAppliedPosition(checks: pg.Pool): Promise<ReadPosition | null> {
  try {
    const { rows } = await checks.query<{ follows: boolean; position: string | null }>(selectApplied)
    const [row] = rows
    // A promoted standby no longer follows this primary.
    return row?.follows && row.position !== null ? toReadPosition(row.position) : null
  } catch {
    return null
  }
}

/** A dedicated connection: checks do not wait for requests. */
const openPrimaryChecks = (primary: Primary): pg.Pool =>
  createPool({
    url: primary.url(),
    primary,
    size: 1,
    onError: () => {},
    timeouts: { connection: checkTimeoutMs, statement: checkTimeoutMs, answer: checkTimeoutMs },
    isTransactionPooler: false,
  })

/** The same for a standby. */
function openCheckPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    application_name: 'gya-standby-check',
    connectionTimeoutMillis: checkTimeoutMs,
    query_timeout: checkTimeoutMs,
    idleTimeoutMillis: 0,
  })
  pool.on('error', () => {})
  return pool
}

const openReadPool = (url: string, size: number): pg.Pool =>
  new pg.Pool({
    connectionString: url,
    max: size,
    types: typeParsers,
    options: '-c TimeZone=UTC',
    application_name: 'gya-reads',
    connectionTimeoutMillis: connectionTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 3_000,
  })

/** SQLSTATE of a statement timeout: the statement would take too long on the primary as well. */
const canceled = '57014'

/**
 * A pool for Kysely that sends each statement to the standby and, if that fails, to the primary: a standby may disappear, cancel a read
 * that delays replication, or lack a new column. Transactions are refused.
 */
function readOrRepeat(reads: pg.Pool, primary: pg.Pool, fail: () => void) {
  const query = async (text: string, parameters: unknown[]) => {
    if (/^(begin|start)\b/.test(text)) throw new Error('Transactions are not allowed on standbys.')
    try {
      return await reads.query(text, parameters)
    } catch (error) {
      if ((error as { code?: string }).code === canceled) throw error
      fail()
      return primary.query(text, parameters)
    }
  }
  const client = { query, release: () => {} }
  const pool = { connect: async () => client, end: async () => {}, options: {} }
  return pool as unknown as ConstructorParameters<typeof PostgresDialect>[0]['pool']
}
