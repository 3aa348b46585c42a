import { EventEmitter, once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/support/test-app.ts'
import { holdWorkerLock, trackCrashedWorkers } from './crashed-workers.ts'
import { jobAdder, startWorker } from './queue.ts'

let testApp: TestApp
const closing: (() => Promise<void>)[] = []
const seen = new EventEmitter()
beforeAll(async () => {
  testApp = await openTestApp()
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await testApp.database.pool.query('delete from graphile_worker._private_jobs')
})
afterAll(() => testApp.close())

/** A job that a process of this id has begun. */
async function jobBegunBy(workerId: string): Promise<void> {
  await jobAdder(testApp.database.db)('greet', { name: 'Jo' })
  await testApp.database.pool.query(
    'update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = 1 where locked_by is null',
    [workerId],
  )
}

const isLocked = async () =>
  (await testApp.database.pool.query('select from graphile_worker.jobs where locked_by is not null')).rowCount === 1

async function atWork(workerId: string) {
  const connection = await holdWorkerLock(testApp.database.pool.options.connectionString ?? '', workerId, () => seen.emit('back'))
  closing.push(() => connection.close())
  return connection
}

/** Ends the connections that say who is at work, as a database that stops does. */
const cutOff = () =>
  testApp.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gya-jobs' and datname = current_database()`,
  )

test('A job that a killed process had begun is worked again by another', async () => {
  await jobBegunBy('pool-killed')
  const greeted = once(seen, 'greeted')
  const log: string[] = []
  const jobs = await startWorker(
    testApp.database.pool,
    { greet: async ({ name }) => void seen.emit('greeted', name) },
    (_level, line) => log.push(line),
    { intervalMs: 20, crashedAfterMs: 100 },
  )
  closing.push(() => jobs.stop())
  expect(await greeted).toEqual(['Jo'])
  expect(log).toEqual(['1 other process ended in the middle of jobs; they are worked again'])
})

describe('A process that has begun a job', () => {
  test('keeps it for as long as it is there, and is given up when it is gone', async () => {
    const connection = await atWork('pool-there')
    await jobBegunBy('pool-there')
    const others = trackCrashedWorkers(testApp.database.pool, 'pool-own', 0)
    expect(await others.look()).toBe(0)
    expect(await isLocked()).toBe(true)
    await connection.close()
    await expect.poll(() => others.look()).toBe(1)
    expect(await isLocked()).toBe(false)
  })

  test('keeps it when its connection is lost and comes back in time', async () => {
    await atWork('pool-back')
    await jobBegunBy('pool-back')
    const others = trackCrashedWorkers(testApp.database.pool, 'pool-own', 60_000)
    const back = once(seen, 'back').then(() => once(seen, 'back'))
    await cutOff()
    expect(await others.look()).toBe(0)
    await back
    const impatient = trackCrashedWorkers(testApp.database.pool, 'pool-own', 0)
    expect(await impatient.look()).toBe(0)
    expect(await isLocked()).toBe(true)
  })

  test('is not given up by itself', async () => {
    await jobBegunBy('pool-own')
    expect(await trackCrashedWorkers(testApp.database.pool, 'pool-own', 0).look()).toBe(0)
  })
})

test('A process that stops has noted that its jobs are done', async () => {
  const jobs = await startWorker(testApp.database.pool, { greet: async () => void seen.emit('greeted') }, () => {})
  const greeted = once(seen, 'greeted')
  await jobAdder(testApp.database.db)('greet', {})
  await greeted
  await jobs.stop()
  expect((await testApp.database.pool.query(`select from graphile_worker.jobs where task_identifier = 'greet'`)).rowCount).toBe(0)
})
