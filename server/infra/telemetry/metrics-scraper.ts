import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { failuresUntilStuck } from '@gya/domain/features/operations/stuck-work.rules.ts'
import type pg from 'pg'
import { Gauge } from 'prom-client'
import product from '../../../package.json' with { type: 'json' }
import type { Config } from '../../config.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Meters } from './meters.ts'

type ScrapeSources = { database: { pool: pg.Pool }; files: FileStore; config: Config }

/** A service that does not respond within this time is reported as down. Prometheus itself waits for ten seconds. */
const timeoutMs = 3_000

const selectJobs = `
  select task_identifier as task,
         case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed' else 'waiting' end as state,
         count(*)::int as count,
         coalesce(max(extract(epoch from now() - run_at)) filter (where locked_at is null and attempts < max_attempts), 0)::float8 as late
  from graphile_worker.jobs group by 1, 2`
const selectStuckWork = `select job as task, count(*)::int as count from job_failure where failures >= ${failuresUntilStuck} group by job`
const selectMails = `select state, count(*)::int as count from mail where state in ('queued', 'failed') group by state`

/**
 * Returns a function that renders `/metrics`. On each scrape it measures the pool, the job queue, the outbox, database and
 * file store availability, and free disk space. The three statements read little: completed jobs are deleted, and stuck
 * work and unsent messages have indexes. Without a database the other metrics are still returned.
 */
export function metricsScraper(meters: Meters, sources: ScrapeSources): () => Promise<string> {
  const gauges = createGauges(meters)
  const { version } = product
  gauges.build.set({ version, commit: sources.config.commit ?? 'unknown', node: process.version }, 1)
  return async () => {
    measurePool(gauges, sources)
    await Promise.all([measureDatabase(gauges, sources), measureFiles(gauges, sources), measureDisks(gauges, sources)])
    return meters.registry.metrics()
  }
}

type Gauges = ReturnType<typeof createGauges>

function createGauges({ registry }: Meters) {
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge<Label>({ name, help, labelNames, registers: [registry] })
  return {
    build: gauge('gya_build_info', 'Version, commit and Node.js version: always 1.', ['version', 'commit', 'node']),
    pool: gauge('gya_db_pool_connections', 'Database connections, by state: in use, idle.', ['state']),
    poolSize: gauge('gya_db_pool_size', 'Size of the connection pool (DATABASE_POOL).'),
    poolWaiting: gauge('gya_db_pool_waiting', 'Requests that wait for a database connection.'),
    databaseUp: gauge('gya_database_up', '1 if the database responds.'),
    filesUp: gauge('gya_file_store_up', '1 if files can be written and read.'),
    jobs: gauge('gya_jobs', 'Jobs in the queue of all processes, by name and state; failed: no attempts left.', [
      'task',
      'state',
    ]),
    oldestJob: gauge('gya_jobs_oldest_due_seconds', 'How long the oldest waiting job has been due.'),
    stuckWork: gauge('gya_stuck_work', 'Items of jobs that failed ten times and are no longer tried, by job.', ['task']),
    mails: gauge('gya_mails', 'Messages in the outbox, by state: queued, failed.', ['state']),
    disk: gauge('gya_disk_free_bytes', 'Free disk space of the file store (files) and the upload folder (temporary).', ['of']),
    diskSize: gauge('gya_disk_size_bytes', 'Size of those disks.', ['of']),
  }
}

function measurePool({ pool: connections, poolSize, poolWaiting }: Gauges, { database: { pool }, config }: ScrapeSources): void {
  connections.set({ state: 'in use' }, pool.totalCount - pool.idleCount)
  connections.set({ state: 'idle' }, pool.idleCount)
  poolSize.set(config.databasePool)
  poolWaiting.set(pool.waitingCount)
}

async function measureDatabase(gauges: Gauges, { database: { pool } }: ScrapeSources): Promise<void> {
  try {
    const [jobs, stuck, mails] = await withTimeout(
      Promise.all([
        pool.query<{ task: string; state: string; count: number; late: number }>(selectJobs),
        pool.query<{ task: string; count: number }>(selectStuckWork),
        pool.query<{ state: string; count: number }>(selectMails),
      ]),
    )
    gauges.jobs.reset()
    for (const { task, state, count } of jobs.rows) gauges.jobs.inc({ task, state }, count)
    gauges.oldestJob.set(Math.max(0, ...jobs.rows.map(({ late }) => late)))
    gauges.stuckWork.reset()
    for (const { task, count } of stuck.rows) gauges.stuckWork.set({ task }, count)
    for (const state of ['queued', 'failed'])
      gauges.mails.set({ state }, mails.rows.find((row) => row.state === state)?.count ?? 0)
    gauges.databaseUp.set(1)
  } catch {
    gauges.databaseUp.set(0)
  }
}

async function measureFiles({ filesUp }: Gauges, { files }: ScrapeSources): Promise<void> {
  const answers = withTimeout(files.check()).then(
    () => 1,
    () => 0,
  )
  filesUp.set(await answers)
}

async function measureDisks({ disk, diskSize }: Gauges, { files }: ScrapeSources): Promise<void> {
  const folders = { temporary: tmpdir(), ...(files.folder === undefined ? {} : { files: files.folder }) }
  for (const [of, folder] of Object.entries(folders)) {
    const room = await statfs(folder).catch(() => null)
    if (!room) continue
    disk.set({ of }, room.bavail * room.bsize)
    diskSize.set({ of }, room.blocks * room.bsize)
  }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = setTimeout(() => reject(new Error('Timed out.')), timeoutMs)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(late)
  }
}
