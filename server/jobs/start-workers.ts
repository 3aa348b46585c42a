import { EventEmitter } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { type JobName, type JobPlace, jobPlaces, jobSchedules } from '@gya/domain/features/operations/job-schedules.ts'
import { Logger, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { DirectAccess } from '../db/pool.ts'
import { type HeartbeatOptions, monitorWorkers } from './crashed-workers.ts'
import { errorSummary } from './error-summary.ts'
import { deleteReplacedJob, type OnFailed } from './interrupted-jobs.ts'
import { releaseOrphanedJobs } from './orphaned-jobs.ts'
import type { Task } from './queue.ts'
import { retryingPool } from './retrying-pool.ts'
import { shareByCompany } from './share-by-company.ts'

/** A job that runs every minute replaces a failed predecessor, so that a persistent fault leaves one failed job instead of many. */
const cronOptions = (name: string, schedule: string): string => (schedule.startsWith('* ') ? ` ?max=1&jobKey=${name}` : '')

/** The schedules of the job list in Graphile Worker's format. Each runs in one process. */
const crontab = Object.entries(jobSchedules)
  .flatMap(([name, job]) => ('schedule' in job ? [`${job.schedule} ${name}${cronOptions(name, job.schedule)}`] : []))
  .join('\n')

/**
 * Jobs that share places: at most `places` of them run concurrently in this process. `isShared`: companies leave places for each other.
 * `pollMs`: how often each free place looks for jobs whose time has come (retries, delays). A new job is announced and starts at once.
 */
type JobGroup = { tasks: Record<string, Task>; places: number; isShared?: boolean; pollMs?: number }

/** Most of the processor time of an idle process is these polls: only what people wait for is polled often. */
const pollMsOf = (place: JobPlace): number => (place === 'prompt' ? 2_000 : 10_000)

/** The jobs by their places (`jobPlaces`). */
export const groupJobs = (tasks: Record<JobName, Task>): JobGroup[] =>
  (Object.keys(jobPlaces) as JobPlace[]).map((place) => ({
    places: jobPlaces[place],
    isShared: place === 'long',
    pollMs: pollMsOf(place),
    tasks: Object.fromEntries(Object.entries(tasks).filter(([name]) => jobSchedules[name as JobName].place === place)),
  }))

type WorkersOptions = {
  heartbeat?: HeartbeatOptions | undefined
  /** No other process uses the database. */
  isOnlyProcess?: boolean
  /** Called when a job is given up. */
  onFailed?: OnFailed
}

type Log = (level: 'info' | 'error', line: string) => void

/**
 * Starts a worker for each group of jobs. Several processes may do so; each job runs in one of them. The jobs of a killed process are run
 * by another within a minute, or at once by the only one. The first worker starts the scheduled jobs of all groups. `stop` fetches no more
 * jobs and waits for running ones.
 */
export async function startWorkers(
  direct: DirectAccess,
  groups: readonly JobGroup[],
  log: Log,
  { heartbeat, isOnlyProcess = false, onFailed = async () => {} }: WorkersOptions = {},
): Promise<{ stop(): Promise<void> }> {
  const workers: Worker[] = []
  const stopWorkers = () => Promise.all(workers.map(({ stop }) => stop()))
  try {
    for (const group of groups)
      workers.push(await startWorker(direct, group, { log, onFailed, isScheduler: workers.length === 0 }))
    const workerIds = workers.map(({ id }) => id)
    const info = (line: string) => log('info', line)
    const monitor = await monitorWorkers({ direct, workerIds, log: info, onFailed, isOnlyProcess, heartbeat })
    return {
      stop: async () => {
        await stopWorkers()
        await waitForResults(direct.pool, workerIds)
        await monitor.stop()
      },
    }
  } catch (error) {
    await stopWorkers()
    throw error
  }
}

type Worker = { id: string; stop(): Promise<void> }

async function startWorker(
  { pool, listeners }: DirectAccess,
  { tasks, places, isShared = false, pollMs = 2_000 }: JobGroup,
  { log, onFailed, isScheduler }: { log: Log; onFailed: OnFailed; isScheduler: boolean },
): Promise<Worker> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(payload as Record<string, unknown>)]),
  )
  const logger = new Logger(() => (level, message, meta) => {
    if (level === 'error') log('error', failureLine(message, meta?.error))
  })
  const events: WorkerEvents = new EventEmitter()
  let id = ''
  events.once('pool:create', ({ workerPool }) => {
    id = workerPool.id
  })
  events.on('job:error', ({ job }) => void deleteReplacedJob(pool, job).catch(() => {}))
  events.on('job:failed', ({ job }) => {
    void onFailed(job.task_identifier, job.payload as Record<string, unknown>).catch(() =>
      log('error', `What job ${job.id} (${job.task_identifier}) worked on could not be marked as failed`),
    )
  })
  const runner = await run({
    events,
    pgPool: retryingPool(pool, listeners),
    taskList,
    concurrency: places,
    pollInterval: pollMs,
    noHandleSignals: true,
    logger,
    crontab: isScheduler ? crontab : '',
    ...(isShared ? { forbiddenFlags: shareByCompany({ pool, events, places, workerId: () => id }) } : {}),
  })
  const orphans = releaseOrphanedJobs({ pool, workerId: id, events })
  return {
    id,
    stop: async () => {
      orphans.stop()
      await runner.stop().catch(() => log('error', 'The job queue had already stopped'))
    },
  }
}

/** Graphile Worker does not await recording the result of a job; if it is lost, the job runs twice. */
async function waitForResults(pool: pg.Pool, workerIds: readonly string[]): Promise<void> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const open = await pool.query('select from graphile_worker.jobs where locked_by = any($1)', [workerIds]).catch(() => null)
    if (!open?.rowCount) return
    await setTimeout(50)
  }
}

/** The task and a summary of the error. Error messages may contain personal data: a mail server quotes the address it refuses. */
function failureLine(message: string, error: unknown): string {
  const [task = ''] = message.split(/ with error |\n/)
  return error instanceof Error ? `${task} · ${errorSummary(error)}` : task
}
