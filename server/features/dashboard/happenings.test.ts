import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import { readMetrics } from '@gya/domain/features/dashboard/dashboard.contract.ts'
import { type Metric, metricKeys } from '@gya/domain/features/dashboard/metrics.ts'
import { deleteBranch, deleteProperty, restoreBranch, restoreProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import { assignProgressor } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { performFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { addRelaunch } from '@gya/domain/features/relaunches/relaunches.contract.ts'
import { addViewing, deleteViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { limitedRuns } from '../../../test/support/test-tier.ts'
import { actionsStart, anyAction, runAction } from '../properties/testing/random-actions.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

/** Differences between `property_happening` and its derivation from the events. */
const differences = async () =>
  (
    await sql`(select 'kept' as side, * from (table property_happening except table property_happening_derived) k)
      union all (select 'derived', * from (table property_happening_derived except table property_happening) d)`.execute(
      fixtures.database.db,
    )
  ).rows

/** Actions that the tests of the report row do not cover. */
const moreActions = [
  'fall off',
  'restore',
  'viewing',
  'no viewing',
  'relaunch',
  'progressor',
  'no progressor',
  'negotiator',
] as const

async function doMore(ids: PropertyPath, action: (typeof moreActions)[number]): Promise<unknown> {
  const as = fixtures.as('company')
  const { saleResets, viewings } = await as.ok(readProperty, { params: ids })
  const when = addDays(londonDay(fixtures.clock.now()), -3)
  if (action === 'progressor') return as.call(assignProgressor, { params: ids, body: { bStaff: fixtures.idOf.staff } })
  if (action === 'negotiator') return as.call(assignProgressor, { params: ids, body: { negotiator: fixtures.idOf.branch } })
  if (action === 'no progressor') return as.call(assignProgressor, { params: ids, body: { bStaff: null } })
  if (action === 'fall off') return as.call(performFallOff, { params: ids, body: { note: 'Lost their job' } })
  if (action === 'restore')
    return as.call(restoreFallOff, { params: { ...ids, fallOffId: saleResets[0]?._id ?? ids.propertyId } })
  if (action === 'viewing') return as.call(addViewing, { params: ids, body: { name: 'V. Isitor', when } })
  if (action === 'relaunch') return as.call(addRelaunch, { params: ids, body: { when } })
  return as.call(deleteViewing, { params: { ...ids, viewingId: viewings[0]?._id ?? ids.propertyId } })
}

test('Property-based: property_happening equals its derivation from events and dated rows after any actions', async () => {
  const as = fixtures.as('company')
  const anyMore = fc.record({ kind: fc.constant('more' as const), what: fc.constantFrom(...moreActions) })
  let kept = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(anyAction, anyMore), { minLength: 4, maxLength: 12 }), async (actions) => {
      fixtures.clock.moveTo(actionsStart)
      const ids = await takeOn(as, fixtures.first, fixtures.idOf.vendor, 'Happening Street')
      for (const action of actions) {
        if (action.kind === 'more') await doMore(ids, action.what)
        else await runAction(fixtures, as, ids, action)
        expect(await differences()).toEqual([])
      }
      const { count } = await fixtures.database.db
        .selectFrom('property_happening')
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('property_id', '=', ids.propertyId)
        .executeTakeFirstOrThrow()
      kept = Math.max(kept, count)
    }),
    limitedRuns({ fast: 10, full: 40 }),
  )
  // Not vacuous. The most that ten runs reach depends on the seed: usually more than five.
  expect(kept).toBeGreaterThan(3)
})

test('A happening is of the progressor and negotiator of its day; where there was none, of the first one later', async () => {
  fixtures.clock.moveTo(actionsStart)
  const as = fixtures.as('company')
  const ids = await takeOn(as, fixtures.first, fixtures.idOf.vendor, 'Person Street')
  const { staff, branch } = fixtures.idOf
  const assign = (bStaff: string | null) => as.ok(assignProgressor, { params: ids, body: { bStaff } })
  const view = () => as.ok(addViewing, { params: ids, body: { name: 'V. Isitor', when: londonDay(fixtures.clock.now()) } })
  const persons = async () =>
    (
      await sql<{ progressor_id: string | null }>`select progressor_id from property_happening
        where property_id = ${ids.propertyId} and what in ('taken-on', 'viewing') order by on_day, what`.execute(
        fixtures.database.db,
      )
    ).rows.map(({ progressor_id }) => progressor_id)
  const nextDay = () => fixtures.clock.advance({ days: 1 })

  await view()
  expect(await persons()).toEqual([null, null])
  nextDay()
  await assign(staff)
  await view()
  expect(await persons()).toEqual([staff, staff, staff])
  nextDay()
  await assign(branch)
  await view()
  nextDay()
  await assign(null)
  nextDay()
  await view()
  expect(await persons()).toEqual([staff, staff, staff, branch, null])
  nextDay()
  await assign(branch)
  expect(await persons()).toEqual([staff, staff, staff, branch, branch])
  await as.ok(assignProgressor, { params: ids, body: { negotiator: staff } })
  const { rows } = await sql`select distinct negotiator_id from property_happening where property_id = ${ids.propertyId}`.execute(
    fixtures.database.db,
  )
  expect(rows).toEqual([{ negotiator_id: staff }])
  expect(await differences()).toEqual([])
})

test('Deleted properties and properties of deleted branches count in no metric of any period until restored', async () => {
  fixtures.clock.moveTo(actionsStart)
  const as = fixtures.as('company')
  const figures = async () => {
    const { data } = await as.ok(readMetrics, {
      params: { ...fixtures.a, branchId: 'all' },
      query: { metrics: metricKeys.join() },
    })
    return Object.fromEntries(
      Object.entries(data).map(([metric, values]) => [metric, Object.values(values ?? {})[0]?.count ?? 0]),
    ) as Record<Metric, number>
  }
  const before = await figures()
  const ids = await takeOn(as, fixtures.second, fixtures.idOf.vendor, 'Short Street')
  await as.ok(addOffer, { params: ids, body: { name: 'B. Uyer', amount: 285_000, cashBuy: false, chain: false, state: 'A' } })
  const sold = await figures()
  expect([sold.takeOn - before.takeOn, sold.salesAgreed - before.salesAgreed, sold.salesPipeline - before.salesPipeline]).toEqual(
    [1, 1, 1],
  )

  await as.ok(deleteProperty, { params: ids })
  expect(await figures()).toEqual(before)
  await fixtures.as('platform').ok(restoreProperty, { params: { companyId: ids.companyId, deletedPropertyId: ids.propertyId } })
  expect(await figures()).toEqual(sold)
  await fixtures.as('platform').ok(deleteBranch, { params: { companyId: ids.companyId, branchId: ids.branchId } })
  const without = await figures()
  expect([without.takeOn < sold.takeOn, without.salesPipeline]).toEqual([true, before.salesPipeline])
  await fixtures.as('platform').ok(restoreBranch, { params: { companyId: ids.companyId, deletedBranchId: ids.branchId } })
  expect(await figures()).toEqual(sold)
  expect(await differences()).toEqual([])
})
