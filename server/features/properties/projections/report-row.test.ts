import { londonDay } from '@gya/domain/common/dates.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../../test/support/fixtures.ts'
import { limitedRuns } from '../../../../test/support/test-tier.ts'
import { loadProperty } from '../read/load-property.ts'
import { actionsStart, anyAction, runAction } from '../testing/random-actions.ts'
import { toReportRow } from './report-row.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

/** The stored report row of a property, without the columns that are derived from conversations. */
async function kept({ propertyId }: PropertyPath) {
  const rows = fixtures.database.db.selectFrom('property_report').selectAll().where('property_id', '=', propertyId)
  const { vendor_last_updated_on: _v, buyer_last_updated_on: _b, ...row } = await rows.executeTakeFirstOrThrow()
  return row
}

/** The report row derived from the current property. */
async function derived(place: PropertyPath) {
  const row = toReportRow(await loadProperty(fixtures.database.db, place, londonDay(fixtures.clock.now())))
  return { ...row, steps: JSON.parse(row.steps), open_steps: JSON.parse(row.open_steps), surveys: JSON.parse(row.surveys) }
}

test('toReportRow: after random actions the stored row equals a freshly derived one', async () => {
  const as = fixtures.as('company')
  let n = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyAction, { minLength: 4, maxLength: 12 }), async (deeds) => {
      fixtures.clock.moveTo(actionsStart)
      n += 1
      const place = await takeOn(as, fixtures.first, fixtures.idOf.vendor, `${n} Row Street`)
      for (const deed of deeds) {
        await runAction(fixtures, as, place, deed)
        expect(await kept(place)).toEqual(await derived(place))
      }
      // Only fee deductions of company and branch affect other properties.
      for (const other of [fixtures.first, fixtures.second, fixtures.other])
        expect(await kept(other)).toEqual(await derived(other))
    }),
    limitedRuns({ fast: 10, full: 40 }),
  )
})

test('toReportRow does not depend on today, except for scheduled prices', async () => {
  const as = fixtures.as('company')
  await fc.assert(
    fc.asyncProperty(fc.array(anyAction, { minLength: 6, maxLength: 10 }), async (deeds) => {
      fixtures.clock.moveTo(actionsStart)
      const place = await takeOn(as, fixtures.first, fixtures.idOf.vendor, 'Any Day Street')
      for (const deed of deeds) await runAction(fixtures, as, place, deed)
      const { db } = fixtures.database
      for (const today of ['2025-11-06', '2031-01-01'])
        expect(toReportRow(await loadProperty(db, place, today))).toEqual(
          toReportRow(await loadProperty(db, place, londonDay(fixtures.clock.now()))),
        )
    }),
    { numRuns: 5 },
  )
}, 60_000)
