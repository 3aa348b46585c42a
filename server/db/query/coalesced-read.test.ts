import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { type Database, openPool } from '../pool.ts'
import { coalescedRead } from './coalesced-read.ts'

let database: Database
let drop: () => Promise<void>
beforeAll(async () => {
  const created = await createTestDatabase()
  drop = created.drop
  database = openPool(created.url, 10, () => {})
  await database.pool.query('create table reading (at int); create table locked (n int); insert into locked values (1)')
})
afterAll(async () => {
  await database.close()
  await drop()
})

/** A query that waits for a lock held by the test. */
const question = (asked: string) => ({
  compile: () =>
    sql<{ n: number }>`select n, ${asked}::text as asked from (select pg_advisory_xact_lock_shared(7)) waits, locked`.compile(
      database.db,
    ),
})
const heldUp = async (work: (letGo: () => Promise<void>) => Promise<void>) => {
  const holder = await database.pool.connect()
  await holder.query('select pg_advisory_lock(7)')
  await work(async () => void (await holder.query('select pg_advisory_unlock(7)')))
  holder.release()
}
const waiting = async () =>
  (await database.pool.query<{ count: number }>(`select count(*)::int from pg_locks where locktype = 'advisory' and not granted`))
    .rows[0]?.count

test('coalescedRead answers concurrent callers with two queries: the one in progress and the next', async () => {
  await heldUp(async (letGo) => {
    const first = coalescedRead(database.db, question('a'))
    const others = Array.from({ length: 20 }, () => coalescedRead(database.db, question('a')))
    const another = coalescedRead(database.db, question('b'))
    while ((await waiting()) !== 2) await new Promise(setImmediate)
    await letGo()
    const answers = await Promise.all(others)
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).not.toBe(await first)
    expect(await another).toEqual([{ n: 1, asked: 'b' }])
  })
})

test('coalescedRead never returns data older than the call', async () => {
  await heldUp(async (letGo) => {
    const before = coalescedRead(database.db, question('c'))
    while ((await waiting()) !== 1) await new Promise(setImmediate)
    await database.pool.query('update locked set n = 2')
    const after = coalescedRead(database.db, question('c'))
    await letGo()
    expect(await before).toEqual([{ n: 1, asked: 'c' }])
    expect(await after).toEqual([{ n: 2, asked: 'c' }])
    await database.pool.query('update locked set n = 1')
    expect(await coalescedRead(database.db, question('c'))).toEqual([{ n: 1, asked: 'c' }])
  })
})

test('coalescedRead rejects for all callers that share a failed query; the next call queries again', async () => {
  const broken = { compile: () => sql<{ n: number }>`select 1 / (n - 1) as n from locked`.compile(database.db) }
  const [one, two] = await Promise.allSettled([coalescedRead(database.db, broken), coalescedRead(database.db, broken)])
  expect([one.status, two.status]).toEqual(['rejected', 'rejected'])
  await database.pool.query('update locked set n = 2')
  expect(await coalescedRead(database.db, broken)).toEqual([{ n: 1 }])
})
