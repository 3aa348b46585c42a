import type { WorkerEvents } from 'graphile-worker'
import type pg from 'pg'

/** A locked job that was not started after `seconds` is orphaned; checked every `intervalMs`. */
const defaults = { seconds: 60, intervalMs: 20_000 }

type WorkerContext = { pool: pg.Pool; workerId: string; events: WorkerEvents }

/**
 * Releases orphaned jobs: PostgreSQL locked them for this worker, but the connection broke before the response arrived. No
 * worker runs them, and because this worker is alive, none takes them over for four hours. They are the locked jobs whose
 * current attempt this worker has not started. Graphile Worker has no public function that releases a single job.
 */
export function releaseOrphanedJobs({ pool, workerId, events }: WorkerContext, { seconds, intervalMs } = defaults) {
  const started = new Set<string>()
  const onStart = ({ job }: { job: { id: string; attempts: number } }) => void started.add(`${job.id} ${job.attempts}`)
  events.on('job:start', onStart)

  const check = async (): Promise<void> => {
    const before = [...started]
    const { rows } = await pool.query<{ id: string; attempt: string; old: boolean }>(
      `select id::text, id || ' ' || attempts as attempt, locked_at <= now() - make_interval(secs => $2) as old
       from graphile_worker.jobs where locked_by = $1`,
      [workerId, seconds],
    )
    const locked = new Set(rows.map(({ attempt }) => attempt))
    for (const attempt of before) if (!locked.has(attempt)) started.delete(attempt)
    const orphaned = rows.filter(({ attempt, old }) => old && !started.has(attempt)).map(({ id }) => id)
    if (orphaned.length > 0)
      await pool.query(
        'update graphile_worker._private_jobs set locked_by = null, locked_at = null where locked_by = $1 and id = any($2)',
        [workerId, orphaned],
      )
  }
  const timer = setInterval(() => void check().catch(() => {}), intervalMs).unref()
  const stop = () => {
    clearInterval(timer)
    events.off('job:start', onStart)
  }
  return { check, stop }
}
