import type pg from 'pg'
import { openPersistentConnection, type PersistentConnection } from '../db/persistent-connection.ts'
import type { DirectAccess } from '../db/pool.ts'
import type { Primary } from '../db/primary.ts'

/** Every worker holds the advisory lock (lockClass, hashtext(worker id)). */
const lockClass = 4_729_004

/** Milliseconds between two checks, and how long a worker must be without its lock to count as crashed. */
export type HeartbeatOptions = { intervalMs: number; crashedAfterMs: number }

const defaultHeartbeat: HeartbeatOptions = { intervalMs: 10_000, crashedAfterMs: 30_000 }

/**
 * Holds the lock that marks a worker as alive. PostgreSQL releases it with the connection, however the process ends. The
 * lock is shared, so that a new connection does not wait for a dead one that PostgreSQL has not detected yet.
 */
export const holdWorkerLock = (primary: Primary, workerId: string, log: (line: string) => void): Promise<PersistentConnection> =>
  openPersistentConnection(primary, {
    name: 'gya-jobs',
    onConnect: (client) => client.query('select pg_advisory_lock_shared($1, hashtext($2))', [lockClass, workerId]),
    onLost: () => log('The connection that holds the worker lock was lost'),
    onReconnect: () => log('The connection that holds the worker lock is back'),
  })

const findUnlockedWorkers = `
  select distinct locked_by as id from graphile_worker.jobs
  where locked_by is not null and locked_by <> $2 and not exists (
    select from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
      and classid = $1::int::oid and objid = hashtext(locked_by)::oid and objsubid = 2 and granted)`

// The lock is checked again in the same statement: a worker that has reconnected keeps its jobs.
const releaseJobs = `
  select graphile_worker.force_unlock_workers(crashed), cardinality(crashed) as count from (
    select array(select id from unnest($2::text[]) as id where pg_try_advisory_xact_lock($1, hashtext(id))) as crashed offset 0) as c`

/**
 * `check` releases the jobs of workers that have been without their lock for `crashedAfterMs`, and returns how many workers
 * that were. Without it Graphile Worker releases the jobs of a killed process after four hours.
 * A worker must lack its lock at every check since the first: a database outage releases all locks, and live workers
 * reconnect within that time. `reset` starts over after a failed check.
 */
export function trackCrashedWorkers(
  pool: pg.Pool,
  ownId: string,
  crashedAfterMs: number,
): { check(): Promise<number>; reset(): void } {
  let missingSince = new Map<string, number>()
  return {
    check: async () => {
      const { rows } = await pool.query<{ id: string }>(findUnlockedWorkers, [lockClass, ownId])
      const now = performance.now()
      missingSince = new Map(rows.map(({ id }) => [id, missingSince.get(id) ?? now]))
      const crashed = [...missingSince].flatMap(([id, since]) => (now - since >= crashedAfterMs ? [id] : []))
      if (crashed.length === 0) return 0
      const released = await pool.query<{ count: number }>(releaseJobs, [lockClass, crashed])
      return released.rows[0]?.count ?? 0
    },
    reset: () => missingSince.clear(),
  }
}

type MonitorOptions = {
  direct: DirectAccess
  workerId: string
  log: (line: string) => void
  heartbeat?: HeartbeatOptions | undefined
}

/** Marks this worker as alive and releases the jobs of crashed ones until it is stopped. */
export async function monitorWorkers({
  direct: { pool, primary },
  workerId,
  log,
  heartbeat: { intervalMs, crashedAfterMs } = defaultHeartbeat,
}: MonitorOptions): Promise<{ stop(): Promise<void> }> {
  const lock = await holdWorkerLock(primary, workerId, log)
  const others = trackCrashedWorkers(pool, workerId, crashedAfterMs)
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
