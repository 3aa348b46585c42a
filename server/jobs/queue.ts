import { EventEmitter } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { Instant } from '@gya/domain/common/dates.ts'
import { maxJobAttempts } from '@gya/domain/features/operations/job-retries.ts'
import { type JobName, jobSchedules, renamedJobs } from '@gya/domain/features/operations/job-schedules.ts'
import { Logger, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db, DirectAccess } from '../db/pool.ts'
import type { Statement } from '../db/query/statement.ts'
import { type HeartbeatOptions, monitorWorkers } from './crashed-workers.ts'
import { releaseOrphanedJobs } from './orphaned-jobs.ts'
import { retryingPool } from './retrying-pool.ts'

/**
 * Enqueues a job in the current transaction: it runs only if the transaction commits, and not before `runAt`. A job of the same
 * `key` that has not begun is replaced.
 */
export type AddJob = (name: JobName, payload: Record<string, unknown>, runAt?: Instant, key?: string) => Promise<void>

export const jobAdder =
  (db: Db) =>
  async (name: string, payload: Record<string, unknown>, runAt?: Instant, key?: string): Promise<void> => {
    await db.executeQuery(jobStatement(db, name, payload, runAt, key))
  }

const jobStatement = (
  db: Db,
  name: string,
  payload: Record<string, unknown>,
  runAt: Instant | null = null,
  key: string | null = null,
): Statement =>
  sql`select graphile_worker.add_job(${name}, payload := ${JSON.stringify(payload)}::json, run_at := ${runAt}::timestamptz,
    max_attempts := ${maxJobAttempts}, job_key := ${key})`.compile(db)

/** Enqueues several jobs of one name in one statement, in the current transaction. */
export async function addJobs(
  db: Db,
  name: JobName,
  jobs: readonly { payload: object; runAt: Instant | undefined }[],
): Promise<void> {
  const given = jobs.map(({ payload, runAt = null }) => ({ payload, runAt }))
  await sql`
    select graphile_worker.add_job(${name}, payload := j.payload, run_at := j."runAt", max_attempts := ${maxJobAttempts})
    from json_to_recordset(${JSON.stringify(given)}::json) j (payload json, "runAt" timestamptz)`.execute(db)
}

/** The function of a job; `payload` is what `addJob` was given. */
export type Task = (payload: Record<string, unknown>) => Promise<void>

const withFormerNames = (tasks: Record<string, Task>): Record<string, Task> => ({
  ...Object.fromEntries(Object.entries(renamedJobs).flatMap(([former, name]) => (tasks[name] ? [[former, tasks[name]]] : []))),
  ...tasks,
})

/** A job that runs every minute replaces a failed predecessor, so that a persistent fault leaves one failed job instead of many. */
const cronOptions = (name: string, schedule: string): string => (schedule.startsWith('* ') ? ` ?max=1&jobKey=${name}` : '')

/** The schedules of the job list in Graphile Worker's format. Each runs in one process. */
const crontab = Object.entries(jobSchedules)
  .flatMap(([name, job]) => ('schedule' in job ? [`${job.schedule} ${name}${cronOptions(name, job.schedule)}`] : []))
  .join('\n')

type WorkerOptions = {
  heartbeat?: HeartbeatOptions | undefined
  /** Maximum number of concurrent jobs. */
  concurrency?: number
  /** Whether the worker starts scheduled jobs. */
  isScheduler?: boolean
}

/**
 * Starts a worker. Several processes may run one; each job runs in one of them. The jobs of a killed process are run by
 * another within a minute. `stop` fetches no more jobs and waits for running ones.
 */
export async function startWorker(
  direct: DirectAccess,
  tasks: Record<string, Task>,
  log: (level: 'info' | 'error', line: string) => void,
  { heartbeat, concurrency = 2, isScheduler = true }: WorkerOptions = {},
): Promise<{ stop(): Promise<void> }> {
  const { pool } = direct
  const taskList: TaskList = Object.fromEntries(
    Object.entries(withFormerNames(tasks)).map(([name, task]) => [
      name,
      (payload: unknown) => task(payload as Record<string, unknown>),
    ]),
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
    concurrency,
    pollInterval: 2_000,
    noHandleSignals: true,
    logger,
    crontab: isScheduler ? crontab : '',
  })
  const stopRunner = () => runner.stop().catch(() => log('error', 'The job queue had already stopped'))
  const monitor = await monitorWorkers({ direct, workerId, log: (line) => log('info', line), heartbeat }).catch(async (error) => {
    await stopRunner()
    throw error
  })
  const orphans = releaseOrphanedJobs({ pool, workerId, events })
  return {
    stop: async () => {
      orphans.stop()
      await stopRunner()
      await waitForResults(pool, workerId)
      await monitor.stop()
    },
  }
}

/** Graphile Worker does not await recording the result of a job; if it is lost, the job runs twice. */
async function waitForResults(pool: pg.Pool, workerId: string): Promise<void> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const open = await pool.query('select from graphile_worker.jobs where locked_by = $1', [workerId]).catch(() => null)
    if (!open?.rowCount) return
    await setTimeout(50)
  }
}

/** Error type and location. Error messages may contain personal data: a mail server quotes the address it refuses. */
function errorSummary(message: string, error: unknown): string {
  const [task = ''] = message.split(/ with error |\n/)
  if (!(error instanceof Error)) return task
  const { code } = error as { code?: string }
  const location = error.stack?.split('\n').find((line) => line.startsWith('    at '))
  return [task, `${error.name}${code ? ` ${code}` : ''}`, location?.trim()].filter(Boolean).join(' · ')
}
