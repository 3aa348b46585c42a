import { londonDay } from '@gya/domain/common/dates.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type Place, takeOn, type World } from '../../testing/world.ts'
import { readWholeProperty } from '../properties/property.read-model.ts'
import { anyDeed, deedsStart, doDeed } from '../properties/testing/any-deeds.ts'
import { reportRowOf } from './report-row.repository.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** A property's row as it stands in the table that lists and reports read. */
const kept = ({ propertyId }: Place) =>
  world.database.db.selectFrom('property_report').selectAll().where('property_id', '=', propertyId).executeTakeFirst()

/** The same row, derived from the property as it is now. */
async function derived(place: Place) {
  const row = reportRowOf(await readWholeProperty(world.database.db, place, londonDay(world.clock.now())))
  return { ...row, steps: JSON.parse(row.steps), surveys: JSON.parse(row.surveys) }
}

test('Whatever is done to a property, its company and its branch, the row of lists and reports is the one derived from them', async () => {
  const as = world.as('company')
  let n = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyDeed, { minLength: 4, maxLength: 12 }), async (deeds) => {
      world.clock.moveTo(deedsStart)
      n += 1
      const place = await takeOn(as, world.first, world.idOf.vendor, `${n} Row Street`)
      for (const deed of deeds) {
        await doDeed(world, as, place, deed)
        expect(await kept(place)).toEqual(await derived(place))
      }
      // A deduction of the company or branch is everybody's, and nothing else is anybody's but the property's own.
      for (const other of [world.first, world.second, world.other]) expect(await kept(other)).toEqual(await derived(other))
    }),
    { numRuns: 25, interruptAfterTimeLimit: 60_000 },
  )
}, 120_000)

test('A row is the same on whatever day it is derived: nothing in it depends on today', async () => {
  const as = world.as('company')
  await fc.assert(
    fc.asyncProperty(fc.array(anyDeed, { minLength: 6, maxLength: 10 }), async (deeds) => {
      world.clock.moveTo(deedsStart)
      const place = await takeOn(as, world.first, world.idOf.vendor, 'Any Day Street')
      for (const deed of deeds) await doDeed(world, as, place, deed)
      const { db } = world.database
      for (const today of ['2020-02-29', '2025-11-06', '2031-01-01'])
        expect(reportRowOf(await readWholeProperty(db, place, today))).toEqual(
          reportRowOf(await readWholeProperty(db, place, londonDay(world.clock.now()))),
        )
    }),
    { numRuns: 5, interruptAfterTimeLimit: 30_000 },
  )
}, 60_000)
