import { EventEmitter } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Logger, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../db/pool.ts'
import type { Statement } from '../db/query/pipeline.ts'
import { maxMailAttempts } from '../infra/mail/delivery.ts'
import { type HeartbeatOptions, monitorWorkers } from './crashed-workers.ts'
import { releaseOrphanedJobs } from './orphaned-jobs.ts'
import { retryingPool } from './retrying-pool.ts'

/** Adds a job that runs once the transaction has committed, and not at all when it does not. */
export type AddJob = (name: string, payload: Record<string, unknown>) => Promise<void>

export const jobAdder =
  (db: Db): AddJob =>
  async (name, payload) => {
    await db.executeQuery(jobStatement(db, name, payload))
  }

/** The statement that adds a job. */
const jobStatement = (db: Db, name: string, payload: Record<string, unknown>): Statement =>
  sql`select graphile_worker.add_job(${name}, payload := ${JSON.stringify(payload)}::json, max_attempts := ${maxMailAttempts})`.compile(
    db,
  )

/** What graphile-worker's tasks are given here: the payload that `addJob` wrote. */
export type Task = (payload: Record<string, unknown>) => Promise<void>

/**
 * What runs by the clock (UTC), in one process of those that run. A job that looks every minute replaces the one before it
 * where that has failed, so that a fault leaves one line to see and not one a minute.
 */
const crontab = [
  '* * * * * weekly-summaries ?max=1&jobKey=weekly-summaries',
  '2 * * * * begin-prices',
  '5 * * * * sweep-files',
  '25 * * * * sweep-idempotency-keys',
  '20 3 * * * sweep-sessions',
  '30 3 * * * sweep-deleted',
  '45 3 * * * apply-retention',
  '55 3 * * * sweep-audit',
].join('\n')

/**
 * Starts working the queue; several processes may, each job runs in one. The jobs of a process that was killed are worked by
 * another within a minute. `stop` takes no more jobs and lets running ones end.
 */
export async function startWorker(
  pool: pg.Pool,
  tasks: Record<string, Task>,
  log: (level: 'info' | 'error', line: string) => void,
  watchfulness?: HeartbeatOptions,
): Promise<{ stop(): Promise<void> }> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(payload as Record<string, unknown>)]),
  )
  const logger = new Logger(() => (level, message, meta) => {
    if (level === 'error') log('error', errorSummary(message, meta?.error))
  })
  const events: WorkerEvents = new EventEmitter()
  let workerId = ''
  events.once('pool:create', ({ workerPool }) => {
    workerId = workerPool.id
  })
  const runner = await run({
    events,
    pgPool: retryingPool(pool),
    taskList,
    concurrency: 2,
    pollInterval: 2_000,
    noHandleSignals: true,
    logger,
    crontab: crontab,
  })
  const stopRunner = () => runner.stop().catch(() => log('error', 'The queue had stopped before it was asked to'))
  const watch = await monitorWorkers({ pool, workerId, log: (line) => log('info', line), heartbeat: watchfulness }).catch(
    async (error) => {
      await stopRunner()
      throw error
    },
  )
  const unheard = releaseOrphanedJobs({ pool, workerId, events })
  return {
    stop: async () => {
      unheard.stop()
      await stopRunner()
      await waitForCompletions(pool, workerId)
      await watch.stop()
    },
  }
}

/** The queue notes that a job is done without being waited for; a note that is lost has the job worked twice. */
async function waitForCompletions(pool: pg.Pool, workerId: string): Promise<void> {
  for (let look = 0; look < 40; look += 1) {
    const open = await pool.query('select from graphile_worker.jobs where locked_by = $1', [workerId]).catch(() => null)
    if (!open?.rowCount) return
    await setTimeout(50)
  }
}

/** What a failure says in its own words may name somebody: a mail server quotes the address it refuses. The kind of failure and its place do not. */
function errorSummary(message: string, error: unknown): string {
  const [what = ''] = message.split(/ with error |\n/)
  if (!(error instanceof Error)) return what
  const { code } = error as { code?: string }
  const place = error.stack?.split('\n').find((line) => line.startsWith('    at '))
  return [what, `${error.name}${code ? ` ${code}` : ''}`, place?.trim()].filter(Boolean).join(' · ')
}
