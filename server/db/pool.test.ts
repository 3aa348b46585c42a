import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTcpFaultProxy, type TcpFaultProxy } from '../../test/support/tcp-fault-proxy.ts'
import { createTestDatabase } from '../../test/support/test-database.ts'
import { isConnectionError } from './connection-errors.ts'
import { type Database, openPool } from './pool.ts'

let copy: Awaited<ReturnType<typeof createTestDatabase>>
let line: TcpFaultProxy
let database: Database
const lost: Error[] = []

beforeAll(async () => {
  copy = await createTestDatabase()
  line = await startTcpFaultProxy(copy.url)
})
beforeEach(async () => {
  await line.restore()
  database = openPool(line.url, 3, (error) => lost.push(error), { connection: 1_500, statement: 2_000, answer: 2_500 })
  return () => database.close()
})
afterAll(async () => {
  await line.close()
  await copy.drop()
})

const ask = () => database.pool.query<{ one: number }>('select 1 as one').then(({ rows }) => rows)
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Error) => error,
  )

describe('openPool on a failing network', () => {
  test('times out every statement on a silent connection, and works again afterwards', async () => {
    await Promise.all([ask(), ask(), ask()])
    line.silence()
    const asked = [ask(), ask(), ask(), ask(), ask(), database.db.transaction().execute(() => ask())]
    const failures = await Promise.all(asked.map(failure))
    expect(failures.map((error) => error !== null && isConnectionError(error))).toEqual(asked.map(() => true))
    await line.restore()
    // The silenced connections must have left the pool, so use as many as it holds.
    expect(await Promise.all(Array.from({ length: 9 }, ask))).toEqual(Array.from({ length: 9 }, () => [{ one: 1 }]))
    expect(database.pool.totalCount).toBeLessThanOrEqual(3)
  })

  test('rolls back a transaction whose connection goes silent', async () => {
    await database.pool.query('create table if not exists half_done (n int)')
    const work = database.db.transaction().execute(async (db) => {
      await sql`insert into half_done values (1)`.execute(db)
      line.silence()
      await sql`insert into half_done values (2)`.execute(db)
    })
    const error = await failure(work)
    expect(error && isConnectionError(error)).toBe(true)
    await line.restore()
    expect((await database.pool.query('select from half_done')).rowCount).toBe(0)
  })

  test('fails at once while the server refuses connections, and recovers', async () => {
    await ask()
    await line.cut()
    const error = await failure(ask())
    expect(error && isConnectionError(error)).toBe(true)
    await line.restore()
    expect(await ask()).toEqual([{ one: 1 }])
  })

  test('keeps the connection after a statement timeout', async () => {
    const error = await failure(database.pool.query('select pg_sleep(10)'))
    expect(error).toMatchObject({ code: '57014' })
    expect(error && isConnectionError(error)).toBe(false)
    expect(await ask()).toEqual([{ one: 1 }])
  })
})
