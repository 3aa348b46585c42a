import { addDays, londonDay, londonInstant } from '@gya/domain/common/dates.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../../test/support/fixtures.ts'
import { byTier } from '../../../../test/support/test-tier.ts'
import { loadProperty } from '../read/property.read-model.ts'
import { actionsStart, anyAction, runAction } from '../testing/random-actions.ts'
import { recordAboutProperty } from '../write/record-about-property.ts'
import { deriveActionItems } from './action-items.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const storedItems = ({ propertyId }: PropertyPath) =>
  fixtures.database.db.selectFrom('action_item').selectAll().where('subject_id', '=', propertyId).orderBy('key').execute()

const lastUpdated = ({ propertyId }: PropertyPath) =>
  fixtures.database.db
    .selectFrom('property_report')
    .select(['vendor_last_updated_on', 'buyer_last_updated_on'])
    .where('property_id', '=', propertyId)
    .executeTakeFirst()

/** Deletes what is derived and derives it again; rolled back. */
async function derivedAnew(place: PropertyPath) {
  const today = londonDay(fixtures.clock.now())
  let items: Awaited<ReturnType<typeof storedItems>> = []
  let updated: Awaited<ReturnType<typeof lastUpdated>>
  await fixtures.database.db
    .transaction()
    .execute(async (db) => {
      await db.deleteFrom('action_item').where('subject_id', '=', place.propertyId).execute()
      await db
        .updateTable('property_report')
        .set({ vendor_last_updated_on: null, buyer_last_updated_on: null })
        .where('property_id', '=', place.propertyId)
        .execute()
      await deriveActionItems(db, place.companyId, [await loadProperty(db, place, today)], { today, by: null })
      items = await db.selectFrom('action_item').selectAll().where('subject_id', '=', place.propertyId).orderBy('key').execute()
      updated = await db
        .selectFrom('property_report')
        .select(['vendor_last_updated_on', 'buyer_last_updated_on'])
        .where('property_id', '=', place.propertyId)
        .executeTakeFirst()
      throw new Error('roll back')
    })
    .catch(() => {})
  return { items, updated }
}

const context = () => {
  const { clock, database, idOf } = fixtures
  const now = clock.now()
  return { db: database.db, now, today: londonDay(now), newId: () => clock.newId(), caller: { userId: idOf.staff } }
}

type Talk = { outcome: 'spoke' | 'leftMessage'; role: 'vendor' | 'buyer' | 'vendorSolicitor'; callBack: boolean }
async function talk(place: PropertyPath, { outcome, role, callBack }: Talk): Promise<void> {
  const { db, now, newId, ...rest } = context()
  const id = newId()
  await recordAboutProperty({ db, now, newId, ...rest }, place, async () => {
    const party = { party_ref: `vendor:${fixtures.idOf.vendor}`, party_role: role, party_name: 'Somebody' }
    await db
      .insertInto('conversation')
      .values({
        company_id: place.companyId,
        id,
        at: now,
        user_id: fixtures.idOf.staff,
        channel: 'call',
        ...party,
        createdon: now,
      })
      .execute()
    await db
      .insertInto('conversation_sale')
      .values({
        company_id: place.companyId,
        conversation_id: id,
        property_id: place.propertyId,
        outcome,
        next_at: callBack ? londonInstant(addDays(londonDay(now), 2), '14:30') : null,
        call_back_open: callBack,
      })
      .execute()
    return []
  })
}

const addTask = async (place: PropertyPath, dueOn: string | null, assignee: string) => {
  const { db, now, newId, ...rest } = context()
  await recordAboutProperty({ db, now, newId, ...rest }, place, async () => {
    const made = { created_by: assignee, createdon: now, updatedon: now }
    await db
      .insertInto('task')
      .values({
        company_id: place.companyId,
        id: newId(),
        property_id: place.propertyId,
        branch_id: place.branchId,
        title: 'Task',
        assignee_id: assignee,
        due_on: dueOn,
        ...made,
      })
      .execute()
    return []
  })
}

const anyStep = fc.oneof(
  { weight: 8, arbitrary: anyAction.map((action) => ({ is: 'action' as const, action })) },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant('talk' as const),
      outcome: fc.constantFrom('spoke' as const, 'leftMessage' as const),
      role: fc.constantFrom('vendor' as const, 'buyer' as const, 'vendorSolicitor' as const),
      callBack: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('task' as const), days: fc.option(fc.integer({ min: -3, max: 9 })) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant('staff' as const),
      field: fc.constantFrom('assign', 'nobody', 'deactivate', 'leave', 'return'),
    }),
  },
)

async function changeStaff(place: PropertyPath, field: string): Promise<void> {
  const { db } = fixtures.database
  const { staff } = fixtures.idOf
  const membership = { company_id: place.companyId, branch_id: place.branchId, user_id: staff }
  if (field === 'deactivate')
    await db.updateTable('app_user').set({ deactivated_on: fixtures.clock.now() }).where('id', '=', staff).execute()
  if (field === 'leave')
    await sql`delete from branch_member where user_id = ${staff} and branch_id = ${place.branchId}`.execute(db)
  if (field === 'return') {
    await db.updateTable('app_user').set({ deactivated_on: null }).where('id', '=', staff).execute()
    await db
      .insertInto('branch_member')
      .values(membership)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  if (field !== 'assign' && field !== 'nobody') return
  await recordAboutProperty(context(), place, async () => {
    await db
      .updateTable('property')
      .set({ b_staff: field === 'assign' ? staff : null })
      .where('id', '=', place.propertyId)
      .execute()
    return []
  })
}

test('after random actions, conversations, tasks and moves of staff the action items equal those derived anew', async () => {
  const as = fixtures.as('company')
  let n = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 8, maxLength: 16 }), async (steps) => {
      fixtures.clock.moveTo(actionsStart)
      n += 1
      const place = await takeOn(as, fixtures.first, fixtures.idOf.vendor, `${n} Item Street`)
      await changeStaff(place, 'return')
      await changeStaff(place, 'assign')
      for (const step of steps) {
        if (step.is === 'action') await runAction(fixtures, as, place, step.action)
        if (step.is === 'talk') await talk(place, step)
        if (step.is === 'task')
          await addTask(
            place,
            step.days === null ? null : addDays(londonDay(fixtures.clock.now()), step.days),
            fixtures.idOf.staff,
          )
        if (step.is === 'staff') await changeStaff(place, step.field)
        const { items, updated } = await derivedAnew(place)
        expect(await storedItems(place)).toEqual(items)
        expect(await lastUpdated(place)).toEqual(updated)
      }
      await changeStaff(place, 'return')
    }),
    { numRuns: byTier({ fast: 8, full: 60 }) },
  )
}, 120_000)

describe('progressor', () => {
  test('leaving the branch makes their sales nobody’s at once, returning brings them back', async () => {
    const place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, 'Leaver Street')
    await changeStaff(place, 'assign')
    const progressors = async () => [...new Set((await storedItems(place)).map(({ progressor_id }) => progressor_id))]
    expect(await progressors()).toEqual([fixtures.idOf.staff])
    await changeStaff(place, 'leave')
    expect(await progressors()).toEqual([null])
    await changeStaff(place, 'return')
    expect(await progressors()).toEqual([fixtures.idOf.staff])
  })
})
