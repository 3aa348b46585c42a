import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { londonDay } from '@gya/domain/common/dates.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../../test/support/fixtures.ts'
import { limitedRuns } from '../../../../test/support/test-tier.ts'
import type { JsonValue } from '../../../db/schema.ts'
import { loadProperty } from '../read/load-property.ts'
import { type Action, actionsStart, anyAction, runAction } from '../testing/random-actions.ts'
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

/** Due dates could not be moved before that migration. */
const withoutMovedDues = (deed: Action): Action =>
  deed.kind === 'steps' ? { ...deed, items: deed.items.map(({ dueOn: _on, dueReason: _why, ...item }) => item) } : deed

test('Migrations 0050 and 0360 fill open steps as a save derives them', async () => {
  const as = fixtures.as('company')
  const migration = await readFile(join(import.meta.dirname, '../../../db/migrations/0050-open-steps.sql'), 'utf8')
  const fill = migration.slice(migration.indexOf('with step as'))
  const later = await readFile(join(import.meta.dirname, '../../../db/migrations/0360-sold-and-open-steps.sql'), 'utf8')
  const narrow = later.slice(
    later.indexOf('create temporary table open_now'),
    later.indexOf('alter table property_report enable'),
  )
  const { db } = fixtures.database
  await fc.assert(
    fc.asyncProperty(fc.array(anyAction, { minLength: 6, maxLength: 12 }), async (deeds) => {
      fixtures.clock.moveTo(actionsStart)
      const place = await takeOn(as, fixtures.first, fixtures.idOf.vendor, 'Old Row Street')
      for (const deed of deeds) await runAction(fixtures, as, place, withoutMovedDues(deed))
      const before = sql<JsonValue>`jsonb_set(surveys::jsonb, '{upcomingSurveyDate}', 'null')::json`
      await db
        .updateTable('property_report')
        .set({ open_steps: '[]', delayed: false, awaiting_reports: false, last_step_on: null, surveys: before })
        .where('property_id', '=', place.propertyId)
        .execute()
      await db.transaction().execute(async (transaction) => {
        for (const statement of [fill, ...narrow.split(';\n')])
          if (statement.trim()) await sql.raw(statement).execute(transaction)
      })
      expect(await kept(place)).toEqual(await derived(place))
    }),
    { numRuns: 6 },
  )
}, 120_000)
