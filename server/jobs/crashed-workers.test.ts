import { EventEmitter, once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/support/test-app.ts'
import { holdWorkerLocks, trackCrashedWorkers } from './crashed-workers.ts'
import { jobAdder } from './queue.ts'
import { startWorkers } from './start-workers.ts'

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
  const connection = await holdWorkerLocks(testApp.database.direct.primary, [workerId], () => seen.emit('back'))
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
  const jobs = await startWorkers(
    testApp.database.direct,
    [{ tasks: { greet: async ({ name }) => void seen.emit('greeted', name) }, places: 2 }],
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
    const others = trackCrashedWorkers(testApp.database.pool, ['pool-own'], 0)
    expect(await others.check()).toBe(0)
    expect(await isLocked()).toBe(true)
    await connection.close()
    await expect.poll(() => others.check()).toBe(1)
    expect(await isLocked()).toBe(false)
  })

  test('keeps it if its connection is lost and restored in time', async () => {
    await holdLock('pool-back')
    await startJobAs('pool-back')
    const others = trackCrashedWorkers(testApp.database.pool, ['pool-own'], 60_000)
    const back = once(seen, 'back').then(() => once(seen, 'back'))
    await dropConnections()
    expect(await others.check()).toBe(0)
    await back
    const immediate = trackCrashedWorkers(testApp.database.pool, ['pool-own'], 0)
    expect(await immediate.check()).toBe(0)
    expect(await isLocked()).toBe(true)
  })

  test('does not release its own jobs', async () => {
    await startJobAs('pool-own')
    expect(await trackCrashedWorkers(testApp.database.pool, ['pool-own'], 0).check()).toBe(0)
  })
})

test('startWorkers of the only process runs the jobs of a killed one at once', async () => {
  await startJobAs('pool-killed')
  const greeted = once(seen, 'greeted')
  const jobs = await startWorkers(
    testApp.database.direct,
    [{ tasks: { greet: async ({ name }) => void seen.emit('greeted', name) }, places: 2 }],
    () => {},
    { heartbeat: { intervalMs: 1_000_000, crashedAfterMs: 1_000_000 }, isOnlyProcess: true },
  )
  closing.push(() => jobs.stop())
  expect(await greeted).toEqual(['Jo'])
})

describe('A job whose process was killed', () => {
  const pool = () => testApp.database.pool
  const jobs = async () =>
    (
      await pool().query(
        'select task_identifier as name, key, attempts, max_attempts, last_error from graphile_worker.jobs order by id',
      )
    ).rows
  const start = () =>
    pool().query(
      "update graphile_worker._private_jobs set locked_by = 'pool-killed', locked_at = now(), attempts = attempts + 1 where locked_by is null",
    )
  const release = (onFailed?: Parameters<typeof trackCrashedWorkers>[3]) =>
    trackCrashedWorkers(pool(), ['pool-own'], 0, onFailed).check()

  test('is failed after the second time if it is a long one, and what it worked on is marked', async () => {
    await jobAdder(testApp.database.db)('read-import', { importId: '1' })
    const failed: unknown[] = []
    const onFailed = async (name: string, payload: unknown) => void failed.push([name, payload])
    await start()
    expect(await release(onFailed)).toBe(1)
    expect(await jobs()).toMatchObject([{ attempts: 0, last_error: 'The process ended while this job ran. Times: 1' }])
    expect(failed).toEqual([])
    await start()
    await release(onFailed)
    const [job] = await jobs()
    expect(job).toMatchObject({ attempts: job?.max_attempts, last_error: 'The process ended while this job ran. Times: 2' })
    expect(failed).toEqual([['read-import', { importId: '1' }]])
  })

  test('is failed after the sixth time if it continues where it was', async () => {
    await jobAdder(testApp.database.db)('run-import', { importId: '1' })
    for (let times = 1; times <= 5; times += 1) {
      await start()
      await release()
      expect(await jobs()).toMatchObject([{ attempts: 0, last_error: `The process ended while this job ran. Times: ${times}` }])
    }
    await start()
    await release()
    const [job] = await jobs()
    expect(job?.attempts).toBe(job?.max_attempts)
  })

  test.each(['send-mail', 'read-mail'])('is run again each time if it is a short one, or reads an e-mail: %s', async (name) => {
    await jobAdder(testApp.database.db)(name, {})
    for (const attempts of [1, 2, 3]) {
      await start()
      await release()
      expect(await jobs()).toMatchObject([{ attempts, last_error: null }])
    }
  })

  test('is run again if it has a single attempt, as the jobs of every minute', async () => {
    await pool().query("select graphile_worker.add_job('seal-left-overs', max_attempts := 1, job_key := 'seal-left-overs')")
    await start()
    await release()
    expect(await jobs()).toMatchObject([{ attempts: 0, max_attempts: 1, last_error: null }])
  })

  test('is deleted if it was replaced while it ran, also at its last attempt', async () => {
    const add = () => jobAdder(testApp.database.db)('send-webhooks', {}, undefined, 'one')
    await add()
    await pool().query("update graphile_worker._private_jobs set attempts = max_attempts - 1, last_error = 'failed before'")
    await start()
    await add()
    await release()
    expect(await jobs()).toMatchObject([{ key: 'one', attempts: 0, last_error: null }])
    await start()
    await release()
    expect(await jobs()).toMatchObject([{ key: 'one', attempts: 1 }])
  })
})

test('stop waits until the results of jobs are recorded', async () => {
  const jobs = await startWorkers(
    testApp.database.direct,
    [{ tasks: { greet: async () => void seen.emit('greeted') }, places: 2 }],
    () => {},
  )
  const greeted = once(seen, 'greeted')
  await jobAdder(testApp.database.db)('greet', {})
  await greeted
  await jobs.stop()
  expect((await testApp.database.pool.query(`select from graphile_worker.jobs where task_identifier = 'greet'`)).rowCount).toBe(0)
})
