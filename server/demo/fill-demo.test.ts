import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Database } from '../db/connect.ts'
import { rebuildReportRow } from '../features/properties/change-property.ts'
import type { Clock } from '../platform/ids.ts'
import { verifyPassword } from '../platform/secrets.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { fillDemo } from './fill-demo.ts'
import { demoPassword, demoSignIns } from './sign-ins.ts'

const clock: Clock = { now: () => '2026-03-30T10:20:00.000Z', newId: () => crypto.randomUUID() }
const quiet = () => {}

const open: { database: Database; drop(): Promise<void> }[] = []
async function emptyDatabase(): Promise<Database> {
  const { url, drop } = await createTestDatabase()
  const database = connect(url, 4, quiet)
  open.push({ database, drop })
  return database
}
afterAll(async () => {
  for (const { database, drop } of open) {
    await database.close()
    await drop()
  }
})

const filled = async (): Promise<Database> => {
  const database = await emptyDatabase()
  const started = performance.now()
  expect(await fillDemo(database, clock, quiet)).toBe(true)
  process.stdout.write(`The demo company was filled in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`)
  return database
}

const tables = [
  'company',
  'branch',
  'app_user',
  'branch_member',
  'property',
  'property_step',
  'asking_price',
  'offer',
  'offer_amount',
  'viewing',
]
const moreTables = [
  'relaunch',
  'sale_start',
  'fall_off',
  'chain_item',
  'event',
  'property_report',
  'mail',
  'company_contact',
  'company_contact_poc',
  'property_contact',
]

/** All that is in a database, but for the password's hash, which is salted. */
async function contents({ db }: Database): Promise<Record<string, { rows: number; sum: string }>> {
  const sums: Record<string, { rows: number; sum: string }> = {}
  for (const table of [...tables, ...moreTables]) {
    const { rows } = await sql<{ rows: number; sum: string }>`
      select count(*)::int as rows, md5(coalesce(string_agg(row, '' order by row), '')) as sum
      from (select (to_jsonb(t) - 'password_hash')::text as row from ${sql.table(table)} t) as r`.execute(db)
    sums[table] = rows[0] ?? { rows: 0, sum: '' }
  }
  return sums
}

describe('A filled database', () => {
  let demo: Database
  beforeAll(async () => {
    demo = await filled()
  }, 120_000)

  test('holds one company with three branches, twelve members and a sign-in of every role that works', async () => {
    const { db } = demo
    expect(await db.selectFrom('company').select('name').execute()).toEqual([{ name: 'Larkmead' }])
    expect((await db.selectFrom('branch').select('id').execute()).length).toBe(3)
    const people = await db
      .selectFrom('app_user')
      .select(['email', 'type', 'company_id', 'activated', 'password_reset', 'password_hash'])
      .execute()
    expect(people.filter((one) => one.company_id && one.type !== 'VENDOR').length).toBe(12)
    expect(people.filter((one) => !one.activated || one.password_reset)).toEqual([])
    const types = demoSignIns.map(({ email }) => people.find((one) => one.email === email)?.type)
    expect(types).toEqual(['GYA_ADMIN', 'COMPANY_ADMIN', 'BRANCH_ADMIN', 'BRANCH_STAFF', 'VENDOR'])
    expect(await verifyPassword(people[0]?.password_hash ?? '', demoPassword)).toBe(true)
    expect(new Set(people.map((one) => one.password_hash)).size).toBe(1)
  })

  test('holds 240 properties in every phase', async () => {
    const rows = await demo.db
      .selectFrom('property_report')
      .select(['phase', (select) => select.fn.countAll<number>().as('count')])
      .groupBy('phase')
      .execute()
    expect(Object.fromEntries(rows.map(({ phase, count }) => [phase, count]))).toEqual({
      preForSale: 20,
      forSale: 70,
      sold: 75,
      exchanged: 20,
      completed: 40,
      withdrawn: 15,
    })
  })

  test('is left as it is by a second start', async () => {
    const before = await contents(demo)
    expect(await fillDemo(demo, clock, quiet)).toBe(true)
    expect(await contents(demo)).toEqual(before)
  })

  test('has report rows that equal a rebuild', async () => {
    const before = await contents(demo)
    const properties = await demo.db.selectFrom('property').select(['company_id', 'id']).execute()
    for (const { company_id: companyId, id: propertyId } of properties)
      await rebuildReportRow(demo.db, { companyId, propertyId }, '2026-03-30')
    expect((await contents(demo)).property_report).toEqual(before.property_report)
    expect(before.property_report?.rows).toBe(240)
  })

  test('is the same in another database on the same day', async () => {
    expect(await contents(await filled())).toEqual(await contents(demo))
  }, 120_000)

  test('keeps with each fall-off all that a restore brings back', async () => {
    const rows = await demo.db.selectFrom('fall_off').select(['archive', 'offer_id', 'buyer_name']).execute()
    for (const { archive, offer_id, buyer_name } of rows)
      expect(archive).toMatchObject({
        offer: { _id: offer_id, state: 'A' },
        buyer: { buyer: { name: buyer_name } },
        timeline: expect.any(Array),
        saleStart: expect.any(Array),
      })
  })

  test('has as many events of each acceptance, fall-off and restoration as it has sales', async () => {
    const kinds = await demo.db
      .selectFrom('event')
      .select(['kind', (select) => select.fn.countAll<number>().as('count')])
      .groupBy('kind')
      .execute()
    const count = (kind: string) => kinds.find((one) => one.kind === kind)?.count ?? 0
    const { accepted } = await demo.db
      .selectFrom('offer')
      .select((select) => select.fn.countAll<number>().as('accepted'))
      .where('state', '=', 'A')
      .executeTakeFirstOrThrow()
    expect(count('offer-accepted') + count('sale-restored') - count('fall-off')).toBe(accepted)
  })
})

test('Two processes that start at once fill one demo company', async () => {
  const database = await emptyDatabase()
  expect(await Promise.all([fillDemo(database, clock, quiet), fillDemo(database, clock, quiet)])).toEqual([true, true])
  expect((await contents(database)).company?.rows).toBe(1)
}, 120_000)

test('A database that holds other data is no demo database and is left alone', async () => {
  const database = await emptyDatabase()
  const admin = { type: 'GYA_ADMIN', first_name: 'Some', last_name: 'Body', email: 'some.body@elsewhere.example' }
  await database.db
    .insertInto('app_user')
    .values({ id: clock.newId(), createdon: clock.now(), ...admin })
    .execute()
  const before = await contents(database)
  expect(await fillDemo(database, clock, quiet)).toBe(false)
  expect(await contents(database)).toEqual(before)
})
