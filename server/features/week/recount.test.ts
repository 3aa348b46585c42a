import { addDays, type DateOnly, londonDay } from '@gya/domain/common/dates.ts'
import { assignProgressor } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { performFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { peopleMetrics, type WeekMetric, weekBys } from '@gya/domain/features/week/week.model.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openFixtures, takeOn } from '../../../test/support/fixtures.ts'
import { limitedRuns } from '../../../test/support/test-tier.ts'
import type { Db } from '../../db/pool.ts'
import { demoClock, openDemo } from '../../demo/testing/open-demo.ts'
import { actionsStart, anyAction, runAction } from '../properties/testing/random-actions.ts'
import { recountFlows } from './testing/recount-flows.ts'
import { readWeekFrame, readWeekOf } from './week.read-model.ts'

/** Flows whose rows are all in tables of their own. */
const recounted: readonly WeekMetric[] = ['takeOn', 'launched', 'viewings', 'offers', 'fallOffs', 'exchanged', 'completed']
type Asked = { companyId: string; first: DateOnly; last: DateOnly; today: DateOnly }

/** What differs between the week and the recount, of each figure and each row of branches and people. */
async function differences(db: Db, { companyId, first, last, today }: Asked, metrics: readonly WeekMetric[]): Promise<string[]> {
  const wrong: string[] = []
  for (const by of weekBys) {
    const week = await readWeekOf(
      db,
      await readWeekFrame(db, { companyId, branchIds: null, first, last, as: 'own', by, today }),
      today,
    )
    const counted = await recountFlows(db, { companyId, first, last, by })
    for (const metric of metrics) {
      const of = counted.get(metric) ?? new Map<string, number>()
      const total = [...of.values()].reduce((sum, one) => sum + one, 0)
      const shown = week.rows.find((row) => row.metric === metric)?.values[0]
      if (shown !== total) wrong.push(`${first} to ${last}, ${metric}: ${shown}, recounted ${total}`)
      const nth = (peopleMetrics as readonly WeekMetric[]).indexOf(metric)
      for (const { _id, name, values } of nth < 0 ? [] : week.people)
        if (values[nth] !== (of.get(_id) ?? 0))
          wrong.push(`${first} to ${last}, ${metric} by ${by}, ${name}: ${values[nth]}, recounted ${of.get(_id) ?? 0}`)
    }
  }
  return wrong
}

const anyPeriod = (today: DateOnly, days: number) =>
  fc.tuple(fc.nat(days), fc.nat(365)).map(([ago, length]) => {
    const last = addDays(today, -ago)
    return { first: addDays(last, -length), last }
  })

test('Recount of the week from the tables of the sales: 0 differences over the demo, in any period, by branch, negotiator and progressor', async () => {
  const demo = await openDemo()
  const today = londonDay(demoClock.now())
  const { id: companyId } = await demo.db.selectFrom('company').select('id').orderBy('createdon').executeTakeFirstOrThrow()
  const check = async (period: { first: DateOnly; last: DateOnly }) => {
    expect(await differences(demo.db, { companyId, ...period, today }, [...recounted, 'salesAgreed'])).toEqual([])
  }
  await check({ first: addDays(today, -365), last: today })
  await fc.assert(fc.asyncProperty(anyPeriod(today, 700), check), limitedRuns({ fast: 15, full: 100 }))
  await demo.close()
})

test('Property-based: the recount after any actions, fall-offs, restorations and hand-overs', async () => {
  const fixtures = await openFixtures()
  fixtures.clock.moveTo(actionsStart)
  const as = fixtures.as('company')
  const { companyId } = fixtures.a
  const anyMore = fc.constantFrom('sell', 'fall off', 'restore', 'viewing', 'hand over', 'nobody', 'negotiator', 'later')
  const more = async (ids: Parameters<typeof runAction>[2], what: string) => {
    const today = londonDay(fixtures.clock.now())
    const { saleResets } = await as.ok(readProperty, { params: ids })
    if (what === 'sell') {
      const offer = { name: 'B. Uyer', amount: 250_000, cashBuy: false, chain: false, state: 'A' as const }
      await as.call(addOffer, { params: ids, body: offer })
    }
    if (what === 'fall off') await as.call(performFallOff, { params: ids, body: { note: 'Survey' } })
    if (what === 'restore') await as.call(restoreFallOff, { params: { ...ids, fallOffId: saleResets[0]?._id ?? ids.propertyId } })
    if (what === 'viewing') await as.call(addViewing, { params: ids, body: { name: 'V. Isitor', when: addDays(today, -2) } })
    if (what === 'hand over') await as.call(assignProgressor, { params: ids, body: { bStaff: fixtures.idOf.staff } })
    if (what === 'nobody') await as.call(assignProgressor, { params: ids, body: { bStaff: null } })
    if (what === 'negotiator') await as.call(assignProgressor, { params: ids, body: { negotiator: fixtures.idOf.branch } })
    if (what === 'later') {
      fixtures.clock.advance({ days: 3 })
      await as.ok(readMe)
    }
  }
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(anyMore, anyAction), { minLength: 10, maxLength: 25 }), async (actions) => {
      const place = await takeOn(as, fixtures.first, fixtures.idOf.vendor, 'Recounted Road')
      for (const action of actions) {
        await (typeof action === 'string' ? more(place, action) : runAction(fixtures, as, place, action))
        // The recount tells a step done again after a fall-off from the one before it by its instant.
        fixtures.clock.advance({ seconds: 1 })
      }
      const today = londonDay(fixtures.clock.now())
      for (const days of [1, 7, 40, 300]) {
        const period = { first: addDays(today, -days), last: today }
        expect(await differences(fixtures.database.db, { companyId, ...period, today }, recounted)).toEqual([])
      }
    }),
    limitedRuns({ fast: 6, full: 30 }),
  )
  await fixtures.close()
})
