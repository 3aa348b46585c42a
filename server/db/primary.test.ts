import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTcpFaultProxy, type TcpFaultProxy } from '../../test/support/tcp-fault-proxy.ts'
import { createTestDatabase } from '../../test/support/test-database.ts'
import { errorCodeOf } from '../http/errors/error-handler.ts'
import { isConnectionError, readOnlyCode } from './connection-errors.ts'
import { openPersistentConnection } from './persistent-connection.ts'
import { openPool } from './pool.ts'
import { findPrimaryUrl, hostUrls, openPrimary } from './primary.ts'

describe('hostUrls', () => {
  test.each([
    ['postgres://gya:a%40b@db-1/gya', ['postgres://gya:a%40b@db-1/gya']],
    ['postgres://gya@db-1:5432,db-2:5433/gya?x=1', ['postgres://gya@db-1:5432/gya?x=1', 'postgres://gya@db-2:5433/gya?x=1']],
    ['postgresql://[::1]:5432,db-2/gya', ['postgresql://[::1]:5432/gya', 'postgresql://db-2/gya']],
  ])('%s', (url, urls) => {
    expect(hostUrls(url)).toEqual(urls)
  })

  test.each(['db-1:5432', 'postgres://db-1:port/gya', 'postgres://db-1:1,db-2:x/gya', ''])('refuses %j', (url) => {
    expect(() => hostUrls(url)).toThrow(TypeError)
  })
})

describe('A database URL with several hosts', () => {
  let copy: Awaited<ReturnType<typeof createTestDatabase>>
  let lines: [TcpFaultProxy, TcpFaultProxy]
  let url: string
  const closing: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    copy = await createTestDatabase()
    lines = [await startTcpFaultProxy(copy.url), await startTcpFaultProxy(copy.url)]
    const [first, second] = lines.map((line) => new URL(line.url))
    url = String(first).replace(`:${first?.port}/`, `:${first?.port},127.0.0.1:${second?.port}/`)
  })
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
    for (const line of lines) await line.restore()
  })
  afterAll(async () => {
    for (const line of lines) await line.close()
    await copy.drop()
  })

  test('leads to the host that responds', async () => {
    await lines[0].cut()
    expect(await findPrimaryUrl(url)).toBe(lines[1].url)
    await lines[0].restore()
    expect(await findPrimaryUrl(url)).toBe(lines[0].url)
  })

  test('openPool leaves a host that does not respond, with all its connections, and reports them as lost', async () => {
    const database = openPool(url, 3, () => {}, { connection: 500, answer: 60_000 })
    closing.push(() => database.close())
    const ask = () => database.pool.query('select 1')
    await ask()
    lines[0].silence()
    // Without the switch to the new primary, it would wait for a minute.
    const stuck = ask().catch((error: Error) => error)
    const asking = Array.from({ length: 2 }, () => ask().catch((error: Error) => error))
    for (const failure of await Promise.all([stuck, ...asking])) expect(isConnectionError(failure as Error)).toBe(true)
    await vi.waitUntil(
      () =>
        ask().then(
          () => true,
          () => false,
        ),
      { timeout: 60_000 },
    )
    expect(database.primary.url()).toBe(lines[1].url)
  })

  test('openPersistentConnection is established again at the other host', async () => {
    const primary = openPrimary(url)
    const connected: string[] = []
    const back = Promise.withResolvers<void>()
    const connection = await openPersistentConnection(primary, {
      name: 'gya-test',
      onConnect: async () => connected.push(primary.url()),
      onLost: () => {},
      onReconnect: back.resolve,
    })
    closing.push(() => connection.close())
    await lines[0].cut()
    await back.promise
    expect(connected).toEqual(lines.map((line) => line.url))
  })

  test('refuses a server that does not accept writes', async () => {
    const database = openPool(url, 1, () => {})
    closing.push(() => database.close())
    const admin = openPool(copy.url, 1, () => {})
    closing.push(() => admin.close())
    const acceptWrites = async (value: 'on' | 'off') => {
      await admin.pool.query('begin read write')
      await admin.pool.query(`do $$ begin
        execute format('alter database %I set default_transaction_read_only = ${value === 'on' ? 'off' : 'on'}', current_database()); end $$`)
      await admin.pool.query('commit')
    }
    await acceptWrites('off')
    await expect(database.pool.query('select 1')).rejects.toMatchObject({ code: readOnlyCode })
    await acceptWrites('on')
    await vi.waitUntil(
      () =>
        database.pool.query('select 1').then(
          () => true,
          () => false,
        ),
      { timeout: 60_000 },
    )
  })
})

test('a connection on which a write was refused leaves the pool', async () => {
  const copy = await createTestDatabase()
  const database = openPool(copy.url, 1, () => {})
  const pid = async () => (await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  try {
    await database.pool.query('create table written (n int)')
    await database.pool.query('set default_transaction_read_only = on')
    const before = await pid()
    const write = database.db.transaction().execute((db) => sql`insert into written values (1)`.execute(db))
    const refusal = await write.catch((error: Error) => error)
    expect(refusal).toMatchObject({ code: readOnlyCode })
    expect(errorCodeOf(refusal as Error)).toBe('NOT_READY')
    expect(await pid()).not.toBe(before)
    await database.pool.query('insert into written values (1)')
  } finally {
    await database.close()
    await copy.drop()
  }
})
