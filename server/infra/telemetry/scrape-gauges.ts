import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { Gauge } from 'prom-client'
import product from '../../../package.json' with { type: 'json' }
import type { Config } from '../../config.ts'
import type { Database } from '../../db/pool.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Meters } from './meters.ts'

type ScrapeSources = { database: Database; files: FileStore; config: Config }

/** Milliseconds after which what did not answer is told to be away: Prometheus itself waits for ten seconds. */
const timeoutMs = 3_000

const selectJobs = `
  select task_identifier as task,
         case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed' else 'waiting' end as state,
         count(*)::int as count,
         coalesce(max(extract(epoch from now() - run_at)) filter (where locked_at is null and attempts < max_attempts), 0)::float8 as late
  from graphile_worker.jobs group by 1, 2`
const selectMails = `select state, count(*)::int as count from mail where state in ('queued', 'failed') group by state`

/**
 * Adds to the meters what is looked up each time `/metrics` is asked for: the pool, the queue, the outbox, whether database
 * and file store answer, room on the disks, and what runs. Two statements on tables that hold little: a job that is done is
 * gone, and messages that wait or failed have an index of their own. Where the database is away the rest is told all the same.
 */
export function metricsScraper(meters: Meters, measured: ScrapeSources): () => Promise<string> {
  const gauges = createGauges(meters)
  const { version } = product
  gauges.build.set({ version, commit: measured.config.commit ?? 'unknown', node: process.version }, 1)
  return async () => {
    measurePool(gauges, measured)
    await Promise.all([measureDatabase(gauges, measured), measureFiles(gauges, measured), measureDisks(gauges, measured)])
    return meters.registry.metrics()
  }
}

type Gauges = ReturnType<typeof createGauges>

function createGauges({ registry }: Meters) {
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge<Label>({ name, help, labelNames, registers: [registry] })
  return {
    build: gauge('gya_build_info', 'What runs: always 1.', ['version', 'commit', 'node']),
    pool: gauge('gya_db_pool_connections', 'Connections to the database: in use, or idle.', ['state']),
    poolSize: gauge('gya_db_pool_size', 'How many connections this process may have (DATABASE_POOL).'),
    poolWaiting: gauge('gya_db_pool_waiting', 'Who waits for a connection at this moment.'),
    databaseUp: gauge('gya_database_up', '1 where the database answers.'),
    filesUp: gauge('gya_file_store_up', '1 where files can be kept and read.'),
    jobs: gauge('gya_jobs', 'Jobs in the queue of all processes, by name and state; failed: no tries are left.', [
      'task',
      'state',
    ]),
    oldestJob: gauge('gya_jobs_oldest_due_seconds', 'For how long the job that waits longest has been due.'),
    mails: gauge('gya_mails', 'Messages of the outbox that are queued or have failed.', ['state']),
    disk: gauge('gya_disk_free_bytes', 'Room that is left where files are kept (files) and where uploads wait (temporary).', [
      'of',
    ]),
    diskSize: gauge('gya_disk_size_bytes', 'How large those disks are.', ['of']),
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
    const [jobs, mails] = await withTimeout(
      Promise.all([
        pool.query<{ task: string; state: string; count: number; late: number }>(selectJobs),
        pool.query<{ state: string; count: number }>(selectMails),
      ]),
    )
    gauges.jobs.reset()
    for (const { task, state, count } of jobs.rows) gauges.jobs.inc({ task, state }, count)
    gauges.oldestJob.set(Math.max(0, ...jobs.rows.map(({ late }) => late)))
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
  const places = { temporary: tmpdir(), ...(files.folder === undefined ? {} : { files: files.folder }) }
  for (const [of, folder] of Object.entries(places)) {
    const room = await statfs(folder).catch(() => null)
    if (!room) continue
    disk.set({ of }, room.bavail * room.bsize)
    diskSize.set({ of }, room.blocks * room.bsize)
  }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = setTimeout(() => reject(new Error('No answer in time.')), timeoutMs)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(late)
  }
}
