import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/pool.ts'
import { daysStatement } from '../features/properties/projections/dashboard-rows.ts'
import { loadProperty } from '../features/properties/read/load-property.ts'
import { openDemo } from './testing/open-demo.ts'

let database: Database
beforeAll(async () => {
  database = await openDemo()
})
afterAll(() => database.close())

test('The day facts of every demo property equal those derived by the server, and have no gaps', async () => {
  const { db, pool } = database
  const days = () => db.selectFrom('property_day').selectAll().orderBy('property_id').orderBy('since').execute()
  const before = await days()
  const properties = await db.selectFrom('property').select(['company_id', 'id']).execute()
  for (const { company_id: companyId, id: propertyId } of properties)
    await db.executeQuery(daysStatement([await loadProperty(db, { companyId, propertyId }, '2026-03-31')], '2026-03-31'))
  expect(await days()).toEqual(before)
  expect(before.length).toBeGreaterThan(3 * properties.length)

  const gaps = await pool.query(
    `select * from (select property_id, until, lead(since) over (partition by property_id order by since) as next from property_day) d
     where next is distinct from until and not (next is null and until = 'infinity')`,
  )
  expect(gaps.rows).toEqual([])
})
