import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/test-database.ts'
import { type Database, openPool } from '../db/pool.ts'
import { releaseOrphanedJobs } from './orphaned-jobs.ts'
import { jobAdder } from './queue.ts'

let copy: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
beforeAll(async () => {
  copy = await createTestDatabase()
  database = openPool(copy.url, 2, () => {})
})
afterAll(async () => {
  await database.pool.end()
  await copy.drop()
})

/** Inserts a job locked by a worker. */
async function lockJob(by: string): Promise<{ id: string; attempts: number }> {
  await jobAdder(database.db)('any', {})
  const { rows } = await database.pool.query<{ id: string; attempts: number }>(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = attempts + 1
     where locked_by is null returning id::text, attempts`,
    [by],
  )
  return rows[0] ?? { id: '', attempts: 0 }
}

const lockedJobs = async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    'select id::text from graphile_worker._private_jobs where locked_by is not null order by id',
  )
  return rows.map(({ id }) => id)
}

test('releaseOrphanedJobs releases a locked job that was not started, and neither a started one nor one of another worker', async () => {
  const events: WorkerEvents = new EventEmitter()
  const { check, stop } = releaseOrphanedJobs(
    { pool: database.pool, workerId: 'own', events },
    { seconds: 0, intervalMs: 1_000_000 },
  )
  const started = await lockJob('own')
  events.emit('job:start', { job: started } as never)
  const foreign = await lockJob('other')
  await lockJob('own')
  await check()
  expect(await lockedJobs()).toEqual([started.id, foreign.id])
  // A second attempt that was not started is orphaned too.
  await database.pool.query('update graphile_worker._private_jobs set attempts = attempts + 1 where id = $1', [started.id])
  await check()
  expect(await lockedJobs()).toEqual([foreign.id])
  stop()
})

test('releaseOrphanedJobs waits before it releases a job', async () => {
  const { check, stop } = releaseOrphanedJobs(
    { pool: database.pool, workerId: 'newest', events: new EventEmitter() },
    { seconds: 60, intervalMs: 1_000_000 },
  )
  const job = await lockJob('newest')
  await check()
  expect(await lockedJobs()).toContain(job.id)
  stop()
})
