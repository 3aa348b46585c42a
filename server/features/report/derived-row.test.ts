import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { londonDay } from '@gya/domain/common/dates.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonValue } from '../../db/schema.ts'
import { byTier } from '../../testing/at-length.ts'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../testing/world.ts'
import { loadProperty } from '../properties/property.read-model.ts'
import { type Action, actionsStart, anyAction, runAction } from '../properties/testing/any-deeds.ts'
import { toReportRow } from './report-row.repository.ts'

let world: Fixtures
beforeAll(async () => {
  world = await openFixtures()
})
afterAll(() => world.close())

/** A property's row as it stands in the table that lists and reports read. */
const kept = ({ propertyId }: PropertyPath) =>
  world.database.db.selectFrom('property_report').selectAll().where('property_id', '=', propertyId).executeTakeFirst()

/** The same row, derived from the property as it is now. */
async function derived(place: PropertyPath) {
  const row = toReportRow(await loadProperty(world.database.db, place, londonDay(world.clock.now())))
  return { ...row, steps: JSON.parse(row.steps), open_steps: JSON.parse(row.open_steps), surveys: JSON.parse(row.surveys) }
}

test('Whatever is done to a property, its company and its branch, the row of lists and reports is the one derived from them', async () => {
  const as = world.as('company')
  let n = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyAction, { minLength: 4, maxLength: 12 }), async (deeds) => {
      world.clock.moveTo(actionsStart)
      n += 1
      const place = await takeOn(as, world.first, world.idOf.vendor, `${n} Row Street`)
      for (const deed of deeds) {
        await runAction(world, as, place, deed)
        expect(await kept(place)).toEqual(await derived(place))
      }
      // A deduction of the company or branch is everybody's, and nothing else is anybody's but the property's own.
      for (const other of [world.first, world.second, world.other]) expect(await kept(other)).toEqual(await derived(other))
    }),
    { numRuns: byTier({ fast: 10, full: 40 }) },
  )
}, 120_000)

test('A row is the same on whatever later day it is derived: but for a scheduled price nothing in it depends on today', async () => {
  const as = world.as('company')
  await fc.assert(
    fc.asyncProperty(fc.array(anyAction, { minLength: 6, maxLength: 10 }), async (deeds) => {
      world.clock.moveTo(actionsStart)
      const place = await takeOn(as, world.first, world.idOf.vendor, 'Any Day Street')
      for (const deed of deeds) await runAction(world, as, place, deed)
      const { db } = world.database
      for (const today of ['2025-11-06', '2031-01-01'])
        expect(toReportRow(await loadProperty(db, place, today))).toEqual(
          toReportRow(await loadProperty(db, place, londonDay(world.clock.now()))),
        )
    }),
    { numRuns: 5 },
  )
}, 60_000)

/** Due dates could not be moved in what that migration found. */
const withoutMovedDues = (deed: Action): Action =>
  deed.kind === 'steps' ? { ...deed, items: deed.items.map(({ dueOn: _on, dueReason: _why, ...item }) => item) } : deed

test('Migration 0050 fills the open steps of rows from before it as a save derives them', async () => {
  const as = world.as('company')
  const migration = await readFile(join(import.meta.dirname, '../../db/migrations/0050-open-steps.sql'), 'utf8')
  const fill = migration.slice(migration.indexOf('with step as'))
  const { db } = world.database
  await fc.assert(
    fc.asyncProperty(fc.array(anyAction, { minLength: 6, maxLength: 12 }), async (deeds) => {
      world.clock.moveTo(actionsStart)
      const place = await takeOn(as, world.first, world.idOf.vendor, 'Old Row Street')
      for (const deed of deeds) await runAction(world, as, place, withoutMovedDues(deed))
      const before = sql<JsonValue>`jsonb_set(surveys::jsonb, '{upcomingSurveyDate}', 'null')::json`
      await db
        .updateTable('property_report')
        .set({ open_steps: '[]', delayed: false, awaiting_reports: false, last_step_on: null, surveys: before })
        .where('property_id', '=', place.propertyId)
        .execute()
      await sql.raw(fill).execute(db)
      expect(await kept(place)).toEqual(await derived(place))
    }),
    { numRuns: 6 },
  )
}, 120_000)
