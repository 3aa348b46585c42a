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

/** Inserts a job that a worker with this id has started. */
async function startJobAs(workerId: string): Promise<void> {
  await jobAdder(testApp.database.db)('greet', { name: 'Jo' })
  await testApp.database.pool.query(
    'update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = 1 where locked_by is null',
    [workerId],
  )
}

const isLocked = async () =>
  (await testApp.database.pool.query('select from graphile_worker.jobs where locked_by is not null')).rowCount === 1

async function holdLock(workerId: string) {
  const connection = await holdWorkerLock(testApp.database.direct.primary, workerId, () => seen.emit('back'))
  closing.push(() => connection.close())
  return connection
}

/** Closes the connections that hold worker locks, like a database restart. */
const dropConnections = () =>
  testApp.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gya-jobs' and datname = current_database()`,
  )

test('startWorker runs the jobs of a killed process again', async () => {
  await startJobAs('pool-killed')
  const greeted = once(seen, 'greeted')
  const log: string[] = []
  const jobs = await startWorker(
    testApp.database.direct,
    { greet: async ({ name }) => void seen.emit('greeted', name) },
    (_level, line) => log.push(line),
    { heartbeat: { intervalMs: 20, crashedAfterMs: 100 } },
  )
  closing.push(() => jobs.stop())
  expect(await greeted).toEqual(['Jo'])
  expect(log).toEqual(['Released the jobs of 1 crashed worker'])
})

describe('A worker with a started job', () => {
  test('keeps it while it holds its lock, and loses it afterwards', async () => {
    const connection = await holdLock('pool-there')
    await startJobAs('pool-there')
    const others = trackCrashedWorkers(testApp.database.pool, 'pool-own', 0)
    expect(await others.check()).toBe(0)
    expect(await isLocked()).toBe(true)
    await connection.close()
    await expect.poll(() => others.check()).toBe(1)
    expect(await isLocked()).toBe(false)
  })

  test('keeps it if its connection is lost and restored in time', async () => {
    await holdLock('pool-back')
    await startJobAs('pool-back')
    const others = trackCrashedWorkers(testApp.database.pool, 'pool-own', 60_000)
    const back = once(seen, 'back').then(() => once(seen, 'back'))
    await dropConnections()
    expect(await others.check()).toBe(0)
    await back
    const immediate = trackCrashedWorkers(testApp.database.pool, 'pool-own', 0)
    expect(await immediate.check()).toBe(0)
    expect(await isLocked()).toBe(true)
  })

  test('does not release its own jobs', async () => {
    await startJobAs('pool-own')
    expect(await trackCrashedWorkers(testApp.database.pool, 'pool-own', 0).check()).toBe(0)
  })
})

test('stop waits until the results of jobs are recorded', async () => {
  const jobs = await startWorker(testApp.database.direct, { greet: async () => void seen.emit('greeted') }, () => {})
  const greeted = once(seen, 'greeted')
  await jobAdder(testApp.database.db)('greet', {})
  await greeted
  await jobs.stop()
  expect((await testApp.database.pool.query(`select from graphile_worker.jobs where task_identifier = 'greet'`)).rowCount).toBe(0)
})
