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

/** A job that PostgreSQL has taken for a process. */
async function taken(by: string): Promise<{ id: string; attempts: number }> {
  await jobAdder(database.db)('any', {})
  const { rows } = await database.pool.query<{ id: string; attempts: number }>(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = attempts + 1
     where locked_by is null returning id::text, attempts`,
    [by],
  )
  return rows[0] ?? { id: '', attempts: 0 }
}

const stillTaken = async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    'select id::text from graphile_worker._private_jobs where locked_by is not null order by id',
  )
  return rows.map(({ id }) => id)
}

test('A job that was taken and never heard of is open again; one that was begun, and one of another process, is left alone', async () => {
  const events: WorkerEvents = new EventEmitter()
  const { look, stop } = releaseOrphanedJobs({ pool: database.pool, workerId: 'us', events }, { seconds: 0, beat: 1_000_000 })
  const begun = await taken('us')
  events.emit('job:start', { job: begun } as never)
  const another = await taken('others')
  await taken('us')
  await look()
  expect(await stillTaken()).toEqual([begun.id, another.id])
  // Once it is over and is taken a second time without an answer, it is unheard of too.
  await database.pool.query('update graphile_worker._private_jobs set attempts = attempts + 1 where id = $1', [begun.id])
  await look()
  expect(await stillTaken()).toEqual([another.id])
  stop()
})

test('A job that has just been taken may still be heard of', async () => {
  const { look, stop } = releaseOrphanedJobs(
    { pool: database.pool, workerId: 'newest', events: new EventEmitter() },
    { seconds: 60, beat: 1_000_000 },
  )
  const job = await taken('newest')
  await look()
  expect(await stillTaken()).toContain(job.id)
  stop()
})
