import { addDays, londonDay, londonInstant } from '@gya/domain/common/dates.ts'
import { logConversation } from '@gya/domain/features/conversations/conversations.contract.ts'
import { performFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { cancelTask, completeTask, createTask, listTasks, reopenTask } from '@gya/domain/features/tasks/tasks.contract.ts'
import {
  completeActionItems,
  snoozeActionItems,
  unsnoozeActionItems,
} from '@gya/domain/features/today/action-item-changes.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../../test/support/fixtures.ts'
import type { TestClient } from '../../../../test/support/test-client.ts'
import { limitedRuns } from '../../../../test/support/test-tier.ts'
import { loadProperty } from '../read/load-property.ts'
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

/** Deletes the derived rows and derives them again; rolled back. */
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
      await deriveActionItems(db, place.companyId, [await loadProperty(db, place, today)])
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

/** A call of a user working in Today. `nth` selects an existing item, task or sale, modulo their number. */
type Call =
  | { is: 'talk'; outcome: 'spoke' | 'leftMessage' | 'promised'; party: 'vendor' | 'buyer'; nth: number; callBack: boolean }
  | { is: 'task'; days: number | null }
  | { is: 'closeTask'; how: 'done' | 'cancel' | 'reopen'; nth: number }
  | { is: 'snooze' | 'unsnooze' | 'complete'; nth: number; days: number }
  | { is: 'note' }
  | { is: 'fallOff' }
  | { is: 'restore' }
  | { is: 'undo' }

const nth = fc.nat({ max: 9 })
const anyCall: fc.Arbitrary<Call> = fc.oneof(
  fc.record({
    is: fc.constant('talk' as const),
    outcome: fc.constantFrom('spoke' as const, 'leftMessage' as const, 'promised' as const),
    party: fc.constantFrom('vendor' as const, 'buyer' as const),
    nth,
    callBack: fc.boolean(),
  }),
  fc.record({ is: fc.constant('task' as const), days: fc.option(fc.integer({ min: -3, max: 9 })) }),
  fc.record({
    is: fc.constant('closeTask' as const),
    how: fc.constantFrom('done' as const, 'cancel' as const, 'reopen' as const),
    nth,
  }),
  fc.record({
    is: fc.constantFrom('snooze' as const, 'unsnooze' as const, 'complete' as const),
    nth,
    days: fc.integer({ min: 1, max: 7 }),
  }),
  fc.constantFrom<Call>({ is: 'note' }, { is: 'fallOff' }, { is: 'restore' }, { is: 'undo' }, { is: 'undo' }),
)

const pick = <T>(from: readonly T[], n: number): T | undefined => from[n % from.length]

async function makeCall(as: TestClient, place: PropertyPath, call: Call, undoIds: string[]) {
  const { companyId, propertyId } = place
  const params = { companyId }
  const today = londonDay(fixtures.clock.now())
  if (call.is === 'task') {
    const dueOn = call.days === null ? null : addDays(today, call.days)
    return as.call(createTask, { params, body: { title: 'Task', propertyId, dueOn, assigneeId: fixtures.idOf.staff } })
  }
  if (call.is === 'closeTask') {
    const { data } = await as.ok(listTasks, { params, query: { propertyId } })
    const taskId = pick(data, call.nth)?._id
    const how = { done: completeTask, cancel: cancelTask, reopen: reopenTask }[call.how]
    return taskId ? as.call(how, { params: { companyId, taskId } }) : null
  }
  if (call.is === 'talk') {
    const key = pick(await storedItems(place), call.nth)?.key
    const { outcome, party, callBack } = call
    const about = key && !callBack ? { itemKeys: [key] } : {}
    const promised = outcome === 'promised' ? { promisedOn: addDays(today, 3) } : {}
    const next = callBack && outcome !== 'promised' ? { nextAt: londonInstant(addDays(today, 2), '14:30') } : {}
    const sales = [{ propertyId, outcome, ...about, ...promised, ...next }]
    const partyRef = party === 'vendor' ? `vendor:${fixtures.idOf.vendor}` : `buyer:${propertyId}`
    return as.call(logConversation, { params, body: { partyRef, sales } })
  }
  if (call.is === 'note') return as.call(addNote, { params: place, body: { message: 'Called' } })
  if (call.is === 'fallOff') return as.call(performFallOff, { params: place, body: { note: 'Survey' } })
  if (call.is === 'restore') {
    const fallOffId = (await as.ok(readProperty, { params: place })).saleResets.at(-1)?._id
    return fallOffId ? as.call(restoreFallOff, { params: { ...place, fallOffId } }) : null
  }
  if (call.is === 'undo') {
    const undoId = undoIds.pop()
    return undoId ? as.call(undoChange, { params: { companyId, undoId }, body: {} }) : null
  }
  const key = pick(await storedItems(place), call.nth)?.key
  if (!key) return null
  const actionItems = [{ subjectId: propertyId, key }]
  if (call.is === 'complete') return as.call(completeActionItems, { params, body: { actionItems } })
  if (call.is === 'unsnooze') return as.call(unsnoozeActionItems, { params, body: { actionItems } })
  const until = londonInstant(addDays(today, call.days), '07:00')
  return as.call(snoozeActionItems, { params, body: { actionItems, until } })
}

/** Statuses of all calls: a test with only refusals would prove nothing. */
const answers = { ok: 0, refused: 0 }

/** A refusal is a valid answer; a 5xx is not. */
async function runCall(as: TestClient, place: PropertyPath, call: Call, undoIds: string[]): Promise<void> {
  const answer = await makeCall(as, place, call, undoIds)
  if (!answer) return
  const { status, body } = answer
  if (status >= 500) throw new Error(`${JSON.stringify(call)} answered ${JSON.stringify(body)}`)
  answers[status === 200 ? 'ok' : 'refused'] += 1
  const { undoId } = body as { undoId?: string }
  if (status === 200 && undoId && call.is !== 'undo') undoIds.push(undoId)
}

const anyStep = fc.oneof(
  { weight: 7, arbitrary: anyAction.map((action) => ({ is: 'action' as const, action })) },
  { weight: 7, arbitrary: anyCall.map((call) => ({ is: 'call' as const, call })) },
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

const acceptedOffer = { name: 'Bea Uyer', amount: 285_000, cashBuy: false, chain: false, state: 'A' as const }

test('after random calls (a thousand in the full tier) and moves of staff the action items equal freshly derived ones', async () => {
  const as = fixtures.as('company')
  let n = 0
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(anyStep, { minLength: 8, maxLength: 16 }), async (isSold, steps) => {
      fixtures.clock.moveTo(actionsStart)
      n += 1
      const place = await takeOn(as, fixtures.first, fixtures.idOf.vendor, `${n} Item Street`)
      await changeStaff(place, 'return')
      await changeStaff(place, 'assign')
      if (isSold) await as.ok(addOffer, { params: place, body: acceptedOffer })
      const undoIds: string[] = []
      for (const step of steps) {
        if (step.is === 'action') await runAction(fixtures, as, place, step.action)
        if (step.is === 'call') await runCall(as, place, step.call, undoIds)
        if (step.is === 'staff') await changeStaff(place, step.field)
        const { items, updated } = await derivedAnew(place)
        expect(await storedItems(place)).toEqual(items)
        expect(await lastUpdated(place)).toEqual(updated)
      }
      await changeStaff(place, 'return')
    }),
    limitedRuns({ fast: 8, full: 50 }),
  )
  expect(answers.ok).toBeGreaterThan((answers.ok + answers.refused) / 4)
}, 600_000)

describe('progressor', () => {
  test('leaving the branch unassigns their sales at once; returning assigns them again', async () => {
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
