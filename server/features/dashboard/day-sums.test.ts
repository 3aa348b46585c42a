import { readMetrics } from '@gya/domain/features/dashboard/dashboard.contract.ts'
import { definitionOf, metricKeys } from '@gya/domain/features/dashboard/metrics.ts'
import { deleteProperty, restoreProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Fixtures, openFixtures, takeOn } from '../../../test/support/fixtures.ts'
import { sumDays } from './sum-days.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
  await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '1 Long Road')
  for (let week = 0; week < 3; week += 1) {
    fixtures.clock.advance({ days: 7 })
    for (const name of ['platform', 'company'] as const) await fixtures.as(name).ok(readMe)
  }
})
afterAll(() => fixtures.close())
beforeEach(() => sumDays(fixtures))

const stocks = metricKeys.filter((metric) => definitionOf(metric).kind === 'stock')
const figures = async () =>
  (
    await fixtures
      .as('company')
      .ok(readMetrics, { params: { ...fixtures.a, branchId: 'all' }, query: { metrics: stocks.join() } })
  ).data
const summedDays = async (branchId: string) => {
  const { rows } = await sql<{ days: number }>`
    select count(*) as days from property_day_sum where company_id = ${fixtures.a.companyId} and branch_id = ${branchId}`.execute(
    fixtures.database.db,
  )
  return rows[0]?.days
}

test('the job adds up every past day of six periods of each branch, once', async () => {
  expect(await summedDays(fixtures.first.branchId)).toBe(71)
  expect(await summedDays(fixtures.second.branchId)).toBe(71)
  await sql`update property_day_sum set sums = '{"preForSale:count": 1000}'`.execute(fixtures.database.db)
  await sumDays(fixtures)
  const { preForSale } = await figures()
  const counts = Object.values(preForSale ?? {}).map(({ count }) => count)
  // Two branches. Today is not a past day.
  expect(counts.filter((count) => count === 2000)).toHaveLength(5)
  await sql`delete from property_day_sum`.execute(fixtures.database.db)
})

test('sums of another definition are not read, and are recalculated', async () => {
  const before = await figures()
  await sql`update property_day_sum set definition = 'other', sums = '{"preForSale:count": 1000}'`.execute(fixtures.database.db)
  expect(await figures()).toEqual(before)
  await sumDays(fixtures)
  expect(await figures()).toEqual(before)
})

test('deleting a property deletes the sums of its branch that count it; restoring deletes those that do not', async () => {
  const { first, second } = fixtures
  const before = await figures()
  await fixtures.as('company').ok(deleteProperty, { params: first })
  // It counts since the day it was taken on, three weeks ago.
  expect(await summedDays(first.branchId)).toBe(71 - 21)
  expect(await summedDays(second.branchId)).toBe(71)
  const without = await figures()
  expect(without).not.toEqual(before)
  await sumDays(fixtures)
  expect(await figures()).toEqual(without)
  await fixtures
    .as('platform')
    .ok(restoreProperty, { params: { companyId: first.companyId, deletedPropertyId: first.propertyId } })
  expect(await figures()).toEqual(before)
})

test('a change of a past day removes the sums from that day on; a save of today removes none', async () => {
  const { first } = fixtures
  await sql`update property_day set chain = 2 where company_id = ${first.companyId} and property_id = ${first.propertyId}`.execute(
    fixtures.database.db,
  )
  expect(await summedDays(first.branchId)).toBeLessThan(71)
  await sumDays(fixtures)
  await takeOn(fixtures.as('company'), first, fixtures.idOf.vendor, '2 Long Road')
  expect(await summedDays(first.branchId)).toBe(71)
})
