import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { isIdenticalStep } from '@gya/domain/features/timeline/changes.ts'
import { type StepName, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import type { Step } from '@gya/domain/features/timeline/timeline.model.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, type FixtureUser, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { loadProperty } from '../properties/read/load-property.ts'
import { expectNothingWritten } from '../properties/testing/recorded-events.ts'
import { recordUndo, sweepUndo } from './undo.repository.ts'
import { fieldsPart, stepParts } from './undo-property-parts.ts'

let fixtures: Fixtures
let place: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '5 Undo Street')
  const offer = { name: 'B', amount: 285_000, cashBuy: false, chain: false, state: 'A' as const }
  await fixtures.as('staff').ok(addOffer, { params: place, body: offer })
  fixtures.clock.advance({ minutes: 1 })
})

const today = '2026-03-10'
const load = () => loadProperty(fixtures.database.db, place, today)
const set = (as: FixtureUser, name: StepName, state: 'C' | 'IP' | 'B' | 'NS', more = {}) =>
  fixtures.as(as).ok(saveTimeline, { params: place, body: { timeline: [{ key: stepKeys[name], state }], ...more } })

const source = (as: FixtureUser) => ({
  db: fixtures.database.db,
  params: place,
  caller: { userId: fixtures.idOf[as] },
  now: fixtures.clock.now(),
  newId: () => fixtures.clock.newId(),
})

/** A change of steps by staff, recorded so that it can be undone. */
async function changeSteps(name: StepName, state: 'C' | 'IP' | 'NS', more = {}) {
  const before = await load()
  await set('staff', name, state, more)
  const after = await load()
  const changed = after.timeline.filter((step) => !isIdenticalStep(step, stepOf(before.timeline, step.key)))
  const changes = changed.map((step) => ({ key: step.key, after: step })) as unknown as Parameters<typeof stepParts>[2]
  const parts = [
    ...(after.detail.completionDate === before.detail.completionDate
      ? []
      : [
          fieldsPart(
            place.propertyId,
            { completion_date: before.detail.completionDate },
            { completion_date: after.detail.completionDate },
          ),
        ]),
    ...stepParts(place.propertyId, before.timeline, changes),
  ]
  const undoId = await recordUndo(source('staff'), { description: 'Searches back completed', parts })
  return { before, after, undoId }
}

const stepOf = (timeline: readonly Step[], key: number): Step => {
  const step = timeline.find((one) => one.key === key)
  if (!step) throw new Error(`No step ${key}.`)
  return step
}
const call = (undoId: string, body = {}) => ({ params: { companyId: place.companyId, undoId }, body })
const undo = (undoId: string) => fixtures.as('staff').ok(undoChange, call(undoId))
const refusal = (undoId: string, as: FixtureUser = 'staff') =>
  expectNothingWritten(fixtures, () => fixtures.as(as).refusal(undoChange, call(undoId)))

const happenings = async () => {
  const { rows } = await sql`
    select what, on_day, fee_day, fee from property_happening where property_id = ${place.propertyId} order by what, on_day`.execute(
    fixtures.database.db,
  )
  return rows
}
const days = async () => {
  const { rows } = await sql`
    select phase, first_warning, any_blocked, completion_date from property_day
    where property_id = ${place.propertyId} and until = 'infinity'`.execute(fixtures.database.db)
  return rows
}

describe('POST undo restores the full step', () => {
  test('with dates and reasons, and the steps that rules had started', async () => {
    await set('staff', 'MemoOfSaleSent', 'C')
    fixtures.clock.advance({ minutes: 1 })
    const { before, after, undoId } = await changeSteps('DraftContractsIssued', 'C')
    expect(stepOf(after.timeline, stepKeys.SearchesAppliedFor).state).toBe('IP')
    fixtures.clock.advance({ minutes: 1 })
    expect(await undo(undoId)).toEqual({ description: 'Undone: Searches back completed' })
    const undone = await load()
    expect(undone.timeline).toEqual(before.timeline)
    expect(undone.detail.version).toBe(after.detail.version + 1)
  })

  test('with compensating entries with the reason undone, after an entry that names the change', async () => {
    await set('staff', 'MemoOfSaleSent', 'C')
    fixtures.clock.advance({ minutes: 1 })
    const { undoId } = await changeSteps('DraftContractsIssued', 'C')
    fixtures.clock.advance({ minutes: 1 })
    await undo(undoId)
    const { data } = await fixtures.as('staff').ok(readHistory, { params: place })
    const words = data.slice(0, 5).map((entry) => entry.words)
    expect(words.toSorted()).toEqual([
      'Draft contracts issued: complete',
      'Draft contracts issued: in progress',
      'Searches applied for: in progress',
      'Searches applied for: not started',
      'Undone',
    ])
  })

  test('and the figures of the dashboard: completed steps no longer count, reopened ones count on their own day', async () => {
    await set('staff', 'MemoOfSaleSent', 'C')
    const figures = { happenings: await happenings(), days: await days() }
    fixtures.clock.advance({ minutes: 1 })
    const completed = await changeSteps('DraftContractsIssued', 'C')
    expect(await happenings()).not.toEqual(figures.happenings)
    fixtures.clock.advance({ minutes: 1 })
    await undo(completed.undoId)
    expect({ happenings: await happenings(), days: await days() }).toEqual(figures)

    await set('staff', 'DraftContractsIssued', 'C')
    const done = { happenings: await happenings(), days: await days() }
    fixtures.clock.advance({ hours: 20 })
    const reopened = await changeSteps('DraftContractsIssued', 'IP')
    expect(await happenings()).not.toEqual(done.happenings)
    fixtures.clock.advance({ minutes: 1 })
    await undo(reopened.undoId)
    const days2 = (rows: unknown[]) => (rows as { what: string; on_day: string }[]).map(({ what, on_day }) => [what, on_day])
    expect(days2(await happenings())).toEqual(days2(done.happenings))
    expect(await days()).toEqual(done.days)
  })

  test('with the completion date that was saved with it', async () => {
    const { before, undoId } = await changeSteps('Exchanged', 'C', { completionDate: '2026-04-01' })
    fixtures.clock.advance({ minutes: 1 })
    await undo(undoId)
    const { detail, timeline } = await load()
    expect([detail.completionDate, detail.phase]).toEqual([null, 'sold'])
    expect(timeline).toEqual(before.timeline)
  })
})

describe('POST undo refuses', () => {
  test('UNDO_OVERTAKEN: names the author of a later change, and undoes nothing', async () => {
    await set('staff', 'MemoOfSaleSent', 'C')
    fixtures.clock.advance({ minutes: 1 })
    const { undoId } = await changeSteps('DraftContractsIssued', 'C')
    fixtures.clock.advance({ minutes: 1 })
    await set('branch', 'SearchesAppliedFor', 'B')
    fixtures.clock.advance({ minutes: 1 })
    const refused = await refusal(undoId)
    expect(refused).toMatchObject({
      status: 409,
      code: 'UNDO_OVERTAKEN',
      message: 'branch people has changed Searches applied for at 5 Undo Street since.',
    })
  })

  test('ALREADY_UNDONE the second time', async () => {
    const { undoId } = await changeSteps('MemoOfSaleSent', 'C')
    fixtures.clock.advance({ minutes: 1 })
    await undo(undoId)
    expect(await refusal(undoId)).toMatchObject({ status: 409, code: 'ALREADY_UNDONE' })
  })

  test('UNDO_TOO_LATE after 8 hours', async () => {
    const { undoId } = await changeSteps('MemoOfSaleSent', 'C')
    fixtures.clock.advance({ hours: 8 })
    fixtures.clock.advance({ minutes: 1 })
    expect(await refusal(undoId)).toMatchObject({ status: 409, code: 'UNDO_TOO_LATE' })
  })

  test('a change by somebody else, like an unknown one', async () => {
    const { undoId } = await changeSteps('MemoOfSaleSent', 'C')
    for (const as of ['company', 'branch', 'platform'] as const)
      expect(await refusal(undoId, as)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  test('a change of a property that has left the scope of its author', async () => {
    const { undoId } = await changeSteps('MemoOfSaleSent', 'C')
    const { db } = fixtures.database
    await db.deleteFrom('branch_member').where('user_id', '=', fixtures.idOf.staff).execute()
    expect(await refusal(undoId)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    await db
      .insertInto('branch_member')
      .values({ company_id: place.companyId, branch_id: place.branchId, user_id: fixtures.idOf.staff })
      .execute()
  })

  test('an undo that would contradict the current sale, with the message of the rule', async () => {
    await set('staff', 'Exchanged', 'C', { completionDate: '2026-04-01' })
    fixtures.clock.advance({ minutes: 1 })
    const { undoId } = await changeSteps('Exchanged', 'IP')
    fixtures.clock.advance({ minutes: 1 })
    await fixtures.as('branch').ok(saveTimeline, { params: place, body: { completionDate: null } })
    expect(await refusal(undoId)).toMatchObject({ status: 409, code: 'COMPLETION_DATE_REQUIRED' })
  })
})

test('sweep-undo deletes changes older than 7 days', async () => {
  const old = await changeSteps('MemoOfSaleSent', 'C')
  fixtures.clock.advance({ hours: 24 * 6 })
  const recent = await recordUndo(source('staff'), { description: 'x', parts: [] })
  fixtures.clock.advance({ hours: 25 })
  await sweepUndo(fixtures)
  const rows = await fixtures.database.db.selectFrom('undo').select('id').execute()
  const ids = rows.map(({ id }) => id)
  expect([ids.includes(old.undoId), ids.includes(recent)]).toEqual([false, true])
})
