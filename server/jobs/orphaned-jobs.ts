import type { WorkerEvents } from 'graphile-worker'
import type pg from 'pg'

/** Seconds after which a job that was taken counts as unheard of (its answer has come by then, or never), and milliseconds between two looks. */
const defaults = { seconds: 60, beat: 20_000 }

type WorkerContext = { pool: pg.Pool; workerId: string; events: WorkerEvents }

/**
 * Gives up the jobs that PostgreSQL took for this process while the connection broke, so that the answer never arrived:
 * nobody works them, and as this process lives no other one takes them over for hours. They are told apart from those that
 * are being worked, or whose end is still to be noted, by what this process has begun. Answers how to stop, and a look.
 */
export function releaseOrphanedJobs({ pool, workerId, events }: WorkerContext, { seconds, beat } = defaults) {
  const begun = new Set<string>()
  const begin = ({ job }: { job: { id: string; attempts: number } }) => void begun.add(`${job.id} ${job.attempts}`)
  events.on('job:start', begin)

  const look = async (): Promise<void> => {
    const before = [...begun]
    const { rows } = await pool.query<{ id: string; attempt: string; old: boolean }>(
      `select id::text, id || ' ' || attempts as attempt, locked_at <= now() - make_interval(secs => $2) as old
       from graphile_worker._private_jobs where locked_by = $1`,
      [workerId, seconds],
    )
    const taken = new Set(rows.map(({ attempt }) => attempt))
    for (const attempt of before) if (!taken.has(attempt)) begun.delete(attempt)
    const unheard = rows.filter(({ attempt, old }) => old && !begun.has(attempt)).map(({ id }) => id)
    if (unheard.length > 0)
      await pool.query(
        'update graphile_worker._private_jobs set locked_by = null, locked_at = null where locked_by = $1 and id = any($2)',
        [workerId, unheard],
      )
  }
  const timer = setInterval(() => void look().catch(() => {}), beat).unref()
  const stop = () => {
    clearInterval(timer)
    events.off('job:start', begin)
  }
  return { look, stop }
}
