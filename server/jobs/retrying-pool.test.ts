import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTcpFaultProxy, type TcpFaultProxy } from '../../test/support/tcp-fault-proxy.ts'
import { createTestDatabase } from '../../test/support/test-database.ts'
import { type Database, openPool } from '../db/pool.ts'
import { retryingPool } from './retrying-pool.ts'

let copy: Awaited<ReturnType<typeof createTestDatabase>>
let line: TcpFaultProxy
let database: Database

beforeAll(async () => {
  copy = await createTestDatabase()
  line = await startTcpFaultProxy(copy.url)
  database = openPool(line.url, 2, () => {})
})
afterAll(async () => {
  await line.close()
  await copy.drop()
})

/** The codes after which graphile-worker notes the end of a job again; after any other failure the process would end. */
const triedAgain = { code: 'ETIMEDOUT' }

test('Whatever means that the database is away arrives at the queue as a failure that it tries again', async () => {
  const pool = retryingPool(database.pool)
  const client = await pool.connect()
  await line.cut()
  await expect(client.query('select 1')).rejects.toMatchObject(triedAgain)
  client.release(true)
  await expect(pool.connect()).rejects.toMatchObject(triedAgain)
  await line.restore()
  const again = await pool.connect()
  expect((await again.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await expect(again.query('select no_such_column')).rejects.toMatchObject({ code: '42703' })
  again.release()
})

test('Once the pool is closed a note of the queue neither fails nor keeps the process', async () => {
  const pool = retryingPool(database.pool)
  await database.pool.end()
  const settled = await Promise.race([pool.connect().then(String, String), new Promise((later) => setImmediate(later, 'open'))])
  expect(settled).toBe('open')
})
