import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTcpFaultProxy, type TcpFaultProxy } from '../../test/support/tcp-fault-proxy.ts'
import { createTestDatabase } from '../../test/support/test-database.ts'
import { type Database, openPool } from '../db/pool.ts'
import { retryingPool } from './retrying-pool.ts'

let copy: Awaited<ReturnType<typeof createTestDatabase>>
let proxy: TcpFaultProxy
let database: Database

beforeAll(async () => {
  copy = await createTestDatabase()
  proxy = await startTcpFaultProxy(copy.url)
  database = openPool(proxy.url, 2, () => {})
})
afterAll(async () => {
  await proxy.close()
  await copy.drop()
})

/** A code that Graphile Worker retries; other errors would end the process. */
const retriable = { code: 'ETIMEDOUT' }

test('retryingPool turns connection errors into errors that Graphile Worker retries', async () => {
  const pool = retryingPool(database.pool, database.direct.listeners)
  const client = await pool.connect()
  await proxy.cut()
  await expect(client.query('select 1')).rejects.toMatchObject(retriable)
  client.release(true)
  await expect(pool.connect()).rejects.toMatchObject(retriable)
  await proxy.restore()
  const again = await pool.connect()
  expect((await again.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await expect(again.query('select no_such_column')).rejects.toMatchObject({ code: '42703' })
  again.release()
})

test('After the pool is closed, connect neither rejects nor keeps the process alive', async () => {
  const pool = retryingPool(database.pool, database.direct.listeners)
  await database.pool.end()
  const settled = await Promise.race([pool.connect().then(String, String), new Promise((later) => setImmediate(later, 'open'))])
  expect(settled).toBe('open')
})
