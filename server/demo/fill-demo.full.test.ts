import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../db/pool.ts'
import { deriveProperties } from '../features/properties/write/derive-properties.ts'
import { fillDemo } from './fill-demo.ts'
import { contents, demoClock, openDemo, openEmptyDatabase } from './testing/open-demo.ts'

describe('fillDemo', () => {
  let demo: Database
  beforeAll(async () => {
    demo = await openDemo()
  })
  afterAll(() => demo.close())

  test('writes report rows that equal rebuilt ones', async () => {
    const before = await contents(demo)
    const properties = await demo.db.selectFrom('property').select(['company_id', 'id']).execute()
    for (const { company_id: companyId, id: propertyId } of properties)
      await deriveProperties({ db: demo.db, companyId, today: '2026-03-30' }, [propertyId])
    expect((await contents(demo)).property_report).toEqual(before.property_report)
    expect(before.property_report?.rows).toBe(240)
  })

  test('is deterministic on the same day', async () => {
    const other = await openDemo()
    onTestFinished(() => other.close())
    expect(await contents(other)).toEqual(await contents(demo))
  })
})

test('fillDemo in two processes concurrently creates one demo company', async () => {
  const database = await openEmptyDatabase()
  onTestFinished(() => database.close())
  expect(await Promise.all([fillDemo(database, demoClock, () => {}), fillDemo(database, demoClock, () => {})])).toEqual([
    true,
    true,
  ])
  expect((await contents(database)).company?.rows).toBe(1)
})
