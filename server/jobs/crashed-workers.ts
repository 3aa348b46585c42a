import type pg from 'pg'
import { openPersistentConnection, type PersistentConnection } from '../db/persistent-connection.ts'
import type { DirectAccess } from '../db/pool.ts'
import type { Primary } from '../db/primary.ts'
import { type OnFailed, releaseInterruptedJobs } from './interrupted-jobs.ts'

/** Every worker holds the advisory lock (lockClass, hashtext(worker id)). */
const lockClass = 4_729_004

/** Milliseconds between two checks, and how long a worker must be without its lock to count as crashed. */
export type HeartbeatOptions = { intervalMs: number; crashedAfterMs: number }

const defaultHeartbeat: HeartbeatOptions = { intervalMs: 10_000, crashedAfterMs: 30_000 }

/**
 * Holds the locks that mark the workers of a process as alive. PostgreSQL releases them with the connection, however the process ends. A
 * lock is shared, so that a new connection does not wait for a dead one that PostgreSQL has not detected yet.
 */
export const holdWorkerLocks = (
  primary: Primary,
  workerIds: readonly string[],
  log: (line: string) => void,
): Promise<PersistentConnection> =>
  openPersistentConnection(primary, {
    name: 'gya-jobs',
    onConnect: (client) =>
      client.query('select pg_advisory_lock_shared($1, hashtext(id)) from unnest($2::text[]) as id', [lockClass, workerIds]),
    onLost: () => log('The connection that holds the worker locks was lost'),
    onReconnect: () => log('The connection that holds the worker locks is back'),
  })

const findUnlockedWorkers = `
  select distinct locked_by as id from graphile_worker.jobs
  where locked_by is not null and locked_by <> all($2::text[]) and not exists (
    select from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
      and classid = $1::int::oid and objid = hashtext(locked_by)::oid and objsubid = 2 and granted)`

// A worker that has reconnected holds its lock and keeps its jobs.
const lockCrashed = 'select id from unnest($2::text[]) as id where pg_try_advisory_xact_lock($1, hashtext(id))'

/**
 * `check` releases the jobs of workers that have been without their lock for `crashedAfterMs`, and returns how many workers
 * that were. Without it Graphile Worker releases the jobs of a killed process after four hours.
 * A worker must lack its lock at every check since the first: a database outage releases all locks, and live workers
 * reconnect within that time. `reset` starts over after a failed check.
 */
export function trackCrashedWorkers(
  pool: pg.Pool,
  ownIds: readonly string[],
  crashedAfterMs: number,
  onFailed: OnFailed = async () => {},
): { check(): Promise<number>; reset(): void } {
  let missingSince = new Map<string, number>()
  return {
    check: async () => {
      const { rows } = await pool.query<{ id: string }>(findUnlockedWorkers, [lockClass, ownIds])
      const now = performance.now()
      missingSince = new Map(rows.map(({ id }) => [id, missingSince.get(id) ?? now]))
      const crashed = [...missingSince].flatMap(([id, since]) => (now - since >= crashedAfterMs ? [id] : []))
      return crashed.length === 0 ? 0 : releaseCrashed(pool, crashed, onFailed)
    },
    reset: () => missingSince.clear(),
  }
}

async function releaseCrashed(pool: pg.Pool, workerIds: readonly string[], onFailed: OnFailed): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ id: string }>(lockCrashed, [lockClass, workerIds])
    const crashed = rows.map(({ id }) => id)
    const failed = crashed.length > 0 ? await releaseInterruptedJobs(client, crashed) : []
    await client.query('commit')
    for (const { name, payload } of failed) await onFailed(name, payload)
    return crashed.length
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

type MonitorOptions = {
  direct: DirectAccess
  workerIds: readonly string[]
  log: (line: string) => void
  onFailed?: OnFailed
  /** No other process uses the database: the jobs of all other workers are released at once. */
  isOnlyProcess: boolean
  heartbeat?: HeartbeatOptions | undefined
}

/** Marks the workers of this process as alive and releases the jobs of crashed ones until it is stopped. */
export async function monitorWorkers({
  direct: { pool, primary },
  workerIds,
  log,
  onFailed,
  isOnlyProcess,
  heartbeat: { intervalMs, crashedAfterMs } = defaultHeartbeat,
}: MonitorOptions): Promise<{ stop(): Promise<void> }> {
  const lock = await holdWorkerLocks(primary, workerIds, log)
  const others = trackCrashedWorkers(pool, workerIds, isOnlyProcess ? 0 : crashedAfterMs, onFailed)
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  const check = async (): Promise<void> => {
    try {
      const crashed = await others.check()
      if (crashed > 0) log(`Released the jobs of ${crashed} crashed ${crashed === 1 ? 'worker' : 'workers'}`)
      await lock.check()
    } catch {
      others.reset()
    }
    if (!stopped) timer = setTimeout(() => void check(), intervalMs).unref()
  }
  void check()

  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await lock.close()
    },
  }
}
