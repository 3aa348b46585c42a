import { EventEmitter, once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/support/test-app.ts'
import { jobAdder, type Task } from './queue.ts'
import { startWorkers } from './start-workers.ts'

let testApp: TestApp
let stop: () => Promise<void> = async () => {}
const log: string[] = []
const seen = new EventEmitter()

beforeAll(async () => {
  testApp = await openTestApp()
})
afterEach(async () => {
  await stop()
  log.length = 0
})
afterAll(() => testApp.close())

async function startWith(tasks: Record<string, Task>): Promise<void> {
  const runner = await startWorkers(testApp.database.direct, [{ tasks, places: 2 }], (_level, line) => {
    log.push(line)
    seen.emit('logged')
  })
  stop = () => runner.stop()
}

test('A job runs after its transaction commits, with its payload', async () => {
  await startWith({ greet: async (payload) => void seen.emit('greeted', payload) })
  const greeted = once(seen, 'greeted')
  await testApp.database.db.transaction().execute((db) => jobAdder(db)('greet', { name: "O'Neil & sons" }))
  expect(await greeted).toEqual([{ name: "O'Neil & sons" }])
})

test('A job whose transaction is rolled back does not run', async () => {
  const greetings: unknown[] = []
  await startWith({
    greet: async ({ name }) => {
      greetings.push(name)
      seen.emit('greeted')
    },
  })
  const broken = testApp.database.db.transaction().execute(async (db) => {
    await jobAdder(db)('greet', { name: 'rolled back' })
    throw new Error('broken')
  })
  await expect(broken).rejects.toThrow('broken')
  const greeted = once(seen, 'greeted')
  await jobAdder(testApp.database.db)('greet', { name: 'committed' })
  await greeted
  expect(greetings).toEqual(['committed'])
})

test('A job that an older version queued by its former name runs', async () => {
  await startWith({ 'notify-progressors-of-proposals': async () => void seen.emit('notified') })
  const notified = once(seen, 'notified')
  await jobAdder(testApp.database.db)('tell-of-proposals', {})
  await notified
})

test('A job that fails after it was replaced is not kept as failed', async () => {
  const add = () => jobAdder(testApp.database.db)('greet', {}, undefined, 'one')
  let runs = 0
  await startWith({
    greet: async () => {
      runs += 1
      if (runs > 1) return void seen.emit('greeted')
      await add()
      throw new Error('fails')
    },
  })
  const greeted = once(seen, 'greeted')
  await add()
  await greeted
  // Scheduled jobs may have been added meanwhile.
  const left = async () =>
    (await testApp.database.pool.query("select from graphile_worker.jobs where task_identifier = 'greet'")).rowCount
  await expect.poll(left, { timeout: 60_000 }).toBe(0)
})

test('A failed job is logged with error type and location, without the message', async () => {
  await startWith({
    greet: () =>
      Promise.reject(Object.assign(new Error('550 <jane.doe@people.example> unknown\njane.doe again'), { code: 'EENVELOPE' })),
  })
  const logged = once(seen, 'logged')
  await jobAdder(testApp.database.db)('greet', { name: 'Jane Doe' })
  await logged
  expect(log).toHaveLength(1)
  expect(log[0]).toMatch(/^Failed task \d+ \(greet, .* attempt 1 of \d+\) · Error EENVELOPE · at /)
  expect(log[0]).not.toMatch(/jane/i)
})
