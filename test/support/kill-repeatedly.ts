import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

type KilledProcess = { kill(signal: 'SIGKILL'): void; ended: Promise<unknown> }

type Kills = {
  url: string
  /**
   * One for each kill: a statement that locks something which the work needs later. The work waits there at the latest, so that it cannot
   * finish before the process is killed.
   */
  locks: readonly string[]
  start(): Promise<KilledProcess>
  /** Whether the process has begun the work. */
  hasBegun(): Promise<boolean>
}

/** Maximum milliseconds between the start of the work and a kill at a random instant. */
const mostMs = 800

/**
 * Starts a process for each lock and kills it with SIGKILL while it works: every second process at a random instant, the others in the
 * statement that waits for the lock.
 */
export async function killRepeatedly({ url, locks, start, hasBegun }: Kills): Promise<void> {
  const holder = new pg.Client({ connectionString: url })
  const observer = new pg.Client({ connectionString: url })
  await Promise.all([holder.connect(), observer.connect()])
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
  const isWaiting = async (): Promise<boolean> =>
    (await observer.query('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [rows[0]?.pid])).rowCount !== 0
  try {
    for (const [at, lock] of locks.entries()) {
      await holder.query('begin')
      await holder.query(lock)
      const process = await start()
      await until(hasBegun)
      if (at % 2 === 0) await setTimeout(randomInt(mostMs))
      else await until(isWaiting)
      process.kill('SIGKILL')
      await process.ended
      await holder.query('rollback')
      await releaseJobs(observer)
    }
  } finally {
    await Promise.all([holder.end(), observer.end()])
  }
}

/** Jobs of a killed process would otherwise wait half a minute for another one. */
export const releaseJobs = (client: Pick<pg.Client, 'query'>) =>
  client.query(`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker.jobs where locked_by is not null`)

export async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await setTimeout(10)
}

/** Whether a worker runs a job of this name. */
export const isJobRunning = async (pool: pg.Pool, name: string): Promise<boolean> =>
  (await pool.query('select from graphile_worker.jobs where task_identifier = $1 and locked_by is not null', [name])).rowCount !==
  0
