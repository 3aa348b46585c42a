import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '../db/connect.ts'
import { dayStatement } from '../features/dashboard/days.repository.ts'
import { readWholeProperty } from '../features/properties/property.read-model.ts'
import type { Clock } from '../platform/ids.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { fillDemo } from './fill-demo.ts'

const clock: Clock = { now: () => '2026-03-30T10:20:00.000Z', newId: () => crypto.randomUUID() }
let database: Database
let drop: () => Promise<void>

beforeAll(async () => {
  const created = await createTestDatabase()
  drop = created.drop
  database = connect(created.url, 4, () => {})
  await fillDemo(database, clock, () => {})
}, 120_000)
afterAll(async () => {
  await database.close()
  await drop()
})

test('The demo’s properties stand today as the live server derives it, and each has its days without a gap', async () => {
  const { db, pool } = database
  const days = () => db.selectFrom('property_day').selectAll().orderBy('property_id').orderBy('since').execute()
  const before = await days()
  const properties = await db.selectFrom('property').select(['company_id', 'id']).execute()
  for (const { company_id: companyId, id: propertyId } of properties)
    await db.executeQuery(dayStatement(db, await readWholeProperty(db, { companyId, propertyId }, '2026-03-31'), '2026-03-31'))
  expect(await days()).toEqual(before)
  expect(before.length).toBeGreaterThan(3 * properties.length)

  const gaps = await pool.query(
    `select * from (select property_id, until, lead(since) over (partition by property_id order by since) as next from property_day) d
     where next is distinct from until and not (next is null and until = 'infinity')`,
  )
  expect(gaps.rows).toEqual([])
}, 60_000)

test('What the demo says has happened, with its fees, is what its record says', async () => {
  const { rows } = await database.pool.query(
    `(table property_happening except table property_happening_derived)
     union all (table property_happening_derived except table property_happening)`,
  )
  expect(rows).toEqual([])
  const fees = await database.pool.query(`select what from property_happening where fee > 0 group by what order by what`)
  expect(fees.rows.map(({ what }) => what)).toEqual(['fall-off', 'offer-accepted', 'step-done-24', 'step-done-25'])
}, 60_000)
