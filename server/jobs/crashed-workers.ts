import type pg from 'pg'
import { openPersistentConnection, type PersistentConnection } from '../db/persistent-connection.ts'

/** The first of the two numbers of every advisory lock by which a process says that it works jobs; the second is made of its id. */
const lockClass = 4_729_004

/** Milliseconds between two looks, and for how long a process must have been missing before it counts as gone. */
export type HeartbeatOptions = { intervalMs: number; crashedAfterMs: number }

const defaultHeartbeat: HeartbeatOptions = { intervalMs: 10_000, crashedAfterMs: 30_000 }

/**
 * Says that the process that works jobs under this id is there, for as long as the connection is: PostgreSQL lets go of the
 * lock by itself however the process ends. It is a shared lock, so that a connection made anew does not wait for the end
 * of one that PostgreSQL has not yet found to be dead.
 */
export const holdWorkerLock = (url: string, workerId: string, log: (line: string) => void): Promise<PersistentConnection> =>
  openPersistentConnection(url, {
    name: 'gya-jobs',
    onConnect: (client) => client.query('select pg_advisory_lock_shared($1, hashtext($2))', [lockClass, workerId]),
    onLost: () => log('The connection that says that this process works jobs was lost'),
    onReconnect: () => log('The connection that says that this process works jobs is back'),
  })

const findUnlockedWorkers = `
  select distinct locked_by as id from graphile_worker.jobs
  where locked_by is not null and locked_by <> $2 and not exists (
    select from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
      and classid = $1::int::oid and objid = hashtext(locked_by)::oid and objsubid = 2 and granted)`

// The lock is asked for once more in the same statement: one that has come back meanwhile keeps its jobs.
const releaseJobs = `
  select graphile_worker.force_unlock_workers(gone), cardinality(gone) as count from (
    select array(select id from unnest($2::text[]) as id where pg_try_advisory_xact_lock($1, hashtext(id))) as gone offset 0) as g`

/**
 * Looks for processes that have jobs and are not there; answers how many were given up. The jobs of one that has been
 * missing for long enough are open to everybody again: without this a job of a process that was killed waits four hours.
 * It must have been missing at every look since the first: a database that was away for a while lets go of every lock, and
 * those who live are back before their time is over. A look that fails begins anew.
 */
export function trackCrashedWorkers(pool: pg.Pool, ownId: string, missing: number): { look(): Promise<number>; forget(): void } {
  let since = new Map<string, number>()
  return {
    look: async () => {
      const { rows } = await pool.query<{ id: string }>(findUnlockedWorkers, [lockClass, ownId])
      const now = performance.now()
      since = new Map(rows.map(({ id }) => [id, since.get(id) ?? now]))
      const gone = [...since].flatMap(([id, from]) => (now - from >= missing ? [id] : []))
      if (gone.length === 0) return 0
      const released = await pool.query<{ count: number }>(releaseJobs, [lockClass, gone])
      return released.rows[0]?.count ?? 0
    },
    forget: () => since.clear(),
  }
}

type MonitorOptions = { pool: pg.Pool; workerId: string; log: (line: string) => void; heartbeat?: HeartbeatOptions | undefined }

/** Says that this process is at work and looks after the jobs of those that are gone, until it is stopped. */
export async function monitorWorkers({
  pool,
  workerId,
  log,
  heartbeat: watchfulness = defaultHeartbeat,
}: MonitorOptions): Promise<{ stop(): Promise<void> }> {
  const { intervalMs: beat, crashedAfterMs: missing } = watchfulness
  const atWork = await holdWorkerLock(pool.options.connectionString ?? '', workerId, log)
  const others = trackCrashedWorkers(pool, workerId, missing)
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  const look = async (): Promise<void> => {
    try {
      const gone = await others.look()
      if (gone > 0)
        log(`${gone} other ${gone === 1 ? 'process' : 'processes'} ended in the middle of jobs; they are worked again`)
      await atWork.check()
    } catch {
      others.forget()
    }
    if (!stopped) timer = setTimeout(() => void look(), beat).unref()
  }
  void look()

  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await atWork.close()
    },
  }
}
