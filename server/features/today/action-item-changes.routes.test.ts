import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { performFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { createTask } from '@gya/domain/features/tasks/tasks.contract.ts'
import { type StepName, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import {
  completeActionItems,
  snoozeActionItems,
  unsnoozeActionItems,
} from '@gya/domain/features/today/action-item-changes.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, type FixtureUser, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { loadProperty } from '../properties/read/load-property.ts'
import { expectNothingWritten } from '../properties/testing/recorded-events.ts'

let fixtures: Fixtures
let place: PropertyPath
let other: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  place = await sell('5 Today Street')
  other = await sell('6 Today Street')
  fixtures.clock.advance({ minutes: 1 })
})

async function sell(line1: string): Promise<PropertyPath> {
  const path = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, line1)
  const offer = { name: 'B', amount: 285_000, cashBuy: false, chain: false, state: 'A' as const }
  await fixtures.as('staff').ok(addOffer, { params: path, body: offer })
  await setStep('staff', 'MemoOfSaleSent', 'C', {}, path)
  return path
}

const today = '2026-03-10'
const setStep = (as: FixtureUser, name: StepName, state: 'C' | 'IP' | 'B', more = {}, path = place) =>
  fixtures.as(as).ok(saveTimeline, { params: path, body: { timeline: [{ key: stepKeys[name], state }], ...more } })
const load = (path = place) => loadProperty(fixtures.database.db, path, today)
const stateOf = async (name: StepName, path = place) => (await load(path)).timeline.find(({ keyName }) => keyName === name)?.state

/** Inserts an item that the property itself need not have. */
const addItem = (path: PropertyPath, key: string, kind: string, description: string) =>
  fixtures.database.db
    .insertInto('action_item')
    .values({
      company_id: path.companyId,
      subject_id: path.propertyId,
      key,
      property_id: path.propertyId,
      branch_id: path.branchId,
      kind,
      party_role: 'self',
      description,
      shows_on: today,
      due_on: today,
      late_base: 100,
      late_per_day: 15,
      late_cap: 500,
      fee: 1000,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

const item = (path: PropertyPath, key: string) => ({ subjectId: path.propertyId, key })
const company = () => ({ companyId: place.companyId })
const draft = `step:${stepKeys.DraftContractsIssued}`
const complete = (...actionItems: { subjectId: string; key: string }[]) =>
  fixtures.as('staff').ok(completeActionItems, { params: company(), body: { actionItems } })
const refuseComplete = (...actionItems: { subjectId: string; key: string }[]) =>
  expectNothingWritten(fixtures, () =>
    fixtures.as('staff').refusal(completeActionItems, { params: company(), body: { actionItems } }),
  )
const snooze = (until: string, ...actionItems: { subjectId: string; key: string }[]) =>
  fixtures.as('staff').ok(snoozeActionItems, { params: company(), body: { actionItems, until } })
const undo = (undoId: string) => fixtures.as('staff').ok(undoChange, { params: { ...company(), undoId }, body: {} })
const snoozes = async () => {
  const { rows } = await sql<{ key: string; until: string; reason: string; attempts: number }>`
    select key, until, reason, attempts from action_item_snooze
    where subject_id in (${place.propertyId}, ${other.propertyId}) order by subject_id, key`.execute(fixtures.database.db)
  return rows.map((row) => ({ ...row, until: new Date(row.until).toISOString() }))
}
const wordsOf = async (path: PropertyPath, count: number) => {
  const { data } = await fixtures.as('staff').ok(readHistory, { params: path })
  return data.slice(0, count).map(({ words }) => words)
}

describe('POST done', () => {
  test('completes a step today and returns the steps started by rules, with the reason', async () => {
    await addItem(place, draft, 'step', 'Draft contracts issued')
    const answer = await complete(item(place, draft))
    expect(answer.description).toBe('Draft contracts issued at 5 Today Street is done. Searches applied for started.')
    expect(answer.changed).toMatchObject([
      { key: stepKeys.DraftContractsIssued, title: 'Draft contracts issued', to: 'C', on: today, because: 'requested' },
      { title: 'Searches applied for', to: 'IP', becauseText: 'Started because Draft contracts issued was completed' },
    ])
    expect(await stateOf('SearchesAppliedFor')).toBe('IP')
  })

  test('undo restores everything, including the snooze of the item', async () => {
    await addItem(place, draft, 'step', 'Draft contracts issued')
    await snooze('2026-03-12T07:00:00Z', item(place, draft))
    const before = [(await load()).timeline, await snoozes()]
    fixtures.clock.advance({ minutes: 1 })
    const { undoId } = await complete(item(place, draft))
    fixtures.clock.advance({ minutes: 1 })
    expect(await undo(undoId)).toMatchObject({ description: expect.stringMatching(/^Undone: /) })
    expect([(await load()).timeline, await snoozes()]).toEqual(before)
  })

  test('undo is refused, with the name of the colleague, after a started step was changed', async () => {
    await addItem(place, draft, 'step', 'Draft contracts issued')
    const { undoId } = await complete(item(place, draft))
    fixtures.clock.advance({ minutes: 1 })
    await setStep('branch', 'SearchesAppliedFor', 'B')
    fixtures.clock.advance({ minutes: 1 })
    const params = { ...company(), undoId }
    const refused = await expectNothingWritten(fixtures, () => fixtures.as('staff').refusal(undoChange, { params, body: {} }))
    expect(refused).toMatchObject({
      code: 'UNDO_OVERTAKEN',
      message: 'branch people has changed Searches applied for at 5 Today Street since.',
    })
  })

  test('completes items of several sales atomically', async () => {
    await addItem(place, draft, 'step', 'Draft contracts issued')
    await addItem(other, draft, 'step', 'Draft contracts issued')
    await addItem(other, `step:${stepKeys.Exchanged}`, 'step', 'Exchanged')
    const refused = await refuseComplete(item(place, draft), item(other, draft), item(other, `step:${stepKeys.Exchanged}`))
    expect(refused).toMatchObject({
      status: 409,
      code: 'COMPLETION_DATE_REQUIRED',
      issues: [{ path: 'actionItems.2', message: '6 Today Street: Exchanged needs a completion date.' }],
    })
    const { undoId, changed } = await complete(item(place, draft), item(other, draft))
    expect(changed).toHaveLength(4)
    expect([await stateOf('DraftContractsIssued'), await stateOf('DraftContractsIssued', other)]).toEqual(['C', 'C'])
    fixtures.clock.advance({ minutes: 1 })
    await undo(undoId)
    expect([await stateOf('DraftContractsIssued'), await stateOf('DraftContractsIssued', other)]).toEqual(['IP', 'IP'])
  })

  test('Exchanged without a completion date is refused with a message, and nothing is changed', async () => {
    await addItem(place, `step:${stepKeys.Exchanged}`, 'step', 'Exchanged')
    expect(await refuseComplete(item(place, `step:${stepKeys.Exchanged}`))).toMatchObject({
      code: 'COMPLETION_DATE_REQUIRED',
      message: 'Exchanged needs a completion date.',
    })
  })

  test.each([
    ['silence:vendor', 'silence'],
    ['expiry:mortgage', 'expiry'],
    ['exchange', 'exchange'],
  ])('%s cannot be completed: ACTION_NOT_TICKABLE', async (key, kind) => {
    await addItem(place, key, kind, 'x')
    expect(await refuseComplete(item(place, key))).toMatchObject({ status: 409, code: 'ACTION_NOT_TICKABLE' })
  })

  test('a move completes Completed on its agreed day, and is snoozed until then before it', async () => {
    await setStep('staff', 'Exchanged', 'C', { completionDate: '2026-03-20' })
    await addItem(place, 'move', 'move', 'Move')
    fixtures.clock.advance({ minutes: 1 })
    const early = await complete(item(place, 'move'))
    expect(await snoozes()).toMatchObject([{ key: 'move', until: '2026-03-20T07:00:00.000Z', reason: 'snoozed' }])
    await undo(early.undoId)
    expect(await snoozes()).toEqual([])

    await setStep('staff', 'Exchanged', 'C', { completionDate: today })
    await addItem(place, 'move', 'move', 'Move')
    await complete(item(place, 'move'))
    expect((await load()).detail.phase).toBe('completed')
  })

  test('undo restores the snooze of another item that ended with the sale', async () => {
    await setStep('staff', 'Exchanged', 'C', { completionDate: today })
    fixtures.clock.advance({ minutes: 1 })
    await snooze('2026-03-12T07:00:00Z', item(place, 'silence:vendor'))
    const before = await snoozes()
    const { undoId } = await complete(item(place, 'move'))
    expect(await snoozes()).toEqual([])
    await undo(undoId)
    expect(before).toMatchObject([{ key: 'silence:vendor' }])
    expect(await snoozes()).toEqual(before)
  })

  test('restoring a sale restores the snoozes from before its fall-off', async () => {
    await addItem(place, draft, 'step', 'Draft contracts issued')
    await snooze('2026-03-12T07:00:00Z', item(place, draft))
    const before = await snoozes()
    const staff = fixtures.as('staff')
    const { saleResets } = await staff.ok(performFallOff, { params: place, body: { note: 'Survey' } })
    expect(await snoozes()).toEqual([])
    await staff.ok(restoreFallOff, { params: { ...place, fallOffId: saleResets[0]?._id ?? '' } })
    expect(before).toHaveLength(1)
    expect(await snoozes()).toEqual(before)
  })

  test('news are marked as seen without an entry; undo marks them as new', async () => {
    await addItem(place, 'news', 'news', '1 note')
    const seen = () =>
      fixtures.database.db.selectFrom('property_seen').selectAll().where('property_id', '=', place.propertyId).execute()
    const { undoId } = await complete(item(place, 'news'))
    expect(await seen()).toHaveLength(1)
    expect(await wordsOf(place, 1)).not.toEqual(['Done in Today'])
    await undo(undoId)
    expect(await seen()).toEqual([])
  })

  test('completes tasks with and without a sale; undo reopens both', async () => {
    const create = (body: { title: string; propertyId?: string }) =>
      fixtures.as('staff').ok(createTask, { params: company(), body: { ...body, dueOn: today } })
    const [own, ofSale] = [await create({ title: 'Own' }), await create({ title: 'Of the sale', propertyId: place.propertyId })]
    fixtures.clock.advance({ minutes: 1 })
    const ids = [own, ofSale].map(({ task }) => task._id)
    const items = [
      { subjectId: own.task._id, key: `task:${own.task._id}` },
      { subjectId: place.propertyId, key: `task:${ofSale.task._id}` },
    ]
    const states = async () => {
      const rows = await fixtures.database.db.selectFrom('task').select('state').where('id', 'in', ids).execute()
      return rows.map(({ state }) => state)
    }
    const { undoId, description } = await complete(...items)
    expect([description, await states()]).toEqual(['2 action items are done.', ['done', 'done']])
    expect(await refuseComplete(...items)).toMatchObject({ code: 'ACTION_GONE' })
    const others = { params: company(), body: { actionItems: items.slice(0, 1) } }
    expect(await fixtures.as('branch').refusal(completeActionItems, others)).toMatchObject({ status: 404 })
    fixtures.clock.advance({ minutes: 1 })
    await undo(undoId)
    expect(await states()).toEqual(['open', 'open'])
    await complete(...items)
  })

  test('closes a call-back; undo reopens it', async () => {
    const conversationId = fixtures.clock.newId()
    const { db } = fixtures.database
    await db
      .insertInto('conversation')
      .values({
        company_id: place.companyId,
        id: conversationId,
        at: fixtures.clock.now(),
        user_id: fixtures.idOf.staff,
        channel: 'call',
        party_ref: `vendor:${fixtures.idOf.vendor}`,
        party_role: 'vendor',
        party_name: 'V',
        createdon: fixtures.clock.now(),
      })
      .execute()
    await db
      .insertInto('conversation_sale')
      .values({
        company_id: place.companyId,
        conversation_id: conversationId,
        property_id: place.propertyId,
        outcome: 'spoke',
        next_at: '2026-03-10T14:30:00Z',
        call_back_open: true,
      })
      .execute()
    const key = `callback:${conversationId}`
    await addItem(place, key, 'callback', 'Ring back')
    const isOpen = async () =>
      (
        await db.selectFrom('conversation_sale').select('call_back_open').where('conversation_id', '=', conversationId).execute()
      )[0]?.call_back_open
    const { undoId } = await complete(item(place, key))
    expect([await isOpen(), await wordsOf(place, 1)]).toEqual([false, ['Done in Today']])
    fixtures.clock.advance({ minutes: 1 })
    await undo(undoId)
    expect(await isOpen()).toBe(true)
  })
})

describe('POST snooze', () => {
  test('snoozes items, with an entry in each sale; undo and unsnooze end the snooze', async () => {
    await addItem(place, draft, 'step', 'Draft contracts issued')
    await addItem(place, 'silence:vendor', 'silence', 'Update the vendor')
    await addItem(other, draft, 'step', 'Draft contracts issued')
    const items = [item(place, draft), item(place, 'silence:vendor'), item(other, draft)]
    const { undoId, description } = await snooze('2026-03-16T07:00:00Z', ...items)
    expect(description).toBe('3 action items are snoozed until 16/03/2026 07:00.')
    expect(await snoozes()).toHaveLength(3)
    expect([await wordsOf(place, 1), await wordsOf(other, 1)]).toEqual([['Put off in Today'], ['Put off in Today']])
    fixtures.clock.advance({ minutes: 1 })
    await undo(undoId)
    expect(await snoozes()).toEqual([])
    expect(await wordsOf(place, 2)).toEqual(['Undone', 'Put off in Today'])

    await snooze('2026-03-16T07:00:00Z', item(place, draft))
    fixtures.clock.advance({ minutes: 1 })
    const back = await fixtures
      .as('staff')
      .ok(unsnoozeActionItems, { params: company(), body: { actionItems: [item(place, draft)] } })
    expect(back.description).toBe('Draft contracts issued at 5 Today Street is back.')
    expect(await snoozes()).toMatchObject([{ until: fixtures.clock.now() }])
    fixtures.clock.advance({ minutes: 1 })
    await undo(back.undoId)
    expect(await snoozes()).toMatchObject([{ until: '2026-03-16T07:00:00.000Z' }])
  })

  test('does not change the version of the property', async () => {
    await addItem(place, draft, 'step', 'Draft contracts issued')
    const before = (await load()).detail.version
    await snooze('2026-03-16T07:00:00Z', item(place, draft))
    expect((await load()).detail.version).toBe(before)
  })

  test('undo is refused after a colleague has snoozed the item again', async () => {
    await addItem(place, draft, 'step', 'Draft contracts issued')
    const { undoId } = await snooze('2026-03-16T07:00:00Z', item(place, draft))
    const body = { actionItems: [item(place, draft)], until: '2026-03-17T07:00:00Z' }
    await fixtures.as('branch').ok(snoozeActionItems, { params: company(), body })
    const params = { ...company(), undoId }
    expect(await fixtures.as('staff').refusal(undoChange, { params, body: {} })).toMatchObject({
      code: 'UNDO_OVERTAKEN',
      message: 'branch people has changed Draft contracts issued at 5 Today Street since.',
    })
  })

  test.each([
    ['in the past', draft, '2026-03-10T08:00:00Z', { status: 400, code: 'VALIDATION_FAILED' }],
    ['more than 90 days ahead', draft, '2026-06-09T07:00:00Z', { status: 400, code: 'VALIDATION_FAILED' }],
    ['silence for more than 7 days', 'silence:vendor', '2026-03-18T07:00:00Z', { status: 409, code: 'SNOOZE_TOO_LONG' }],
    ['a move past its day', 'move', '2026-03-18T07:00:00Z', { status: 409, code: 'SNOOZE_PAST_ITS_DAY' }],
    ['an item that is settled', 'step:99', '2026-03-16T07:00:00Z', { status: 409, code: 'ACTION_GONE' }],
  ])('refuses %s', async (_case, key, until, refused) => {
    await addItem(place, draft, 'step', 'Draft contracts issued')
    await addItem(place, 'silence:vendor', 'silence', 'Update the vendor')
    await addItem(place, 'move', 'move', 'Moves on 17/03')
    const body = { actionItems: [item(place, draft), item(other, draft), item(place, key)].filter(isFirst), until }
    await addItem(other, draft, 'step', 'Draft contracts issued')
    const call = () => fixtures.as('staff').refusal(snoozeActionItems, { params: company(), body })
    expect(await expectNothingWritten(fixtures, call)).toMatchObject(refused)
  })

  test('refuses items out of scope, of unknown sales, duplicates, and more than 100', async () => {
    await addItem(place, draft, 'step', 'Draft contracts issued')
    const until = '2026-03-16T07:00:00Z'
    const refusalOf = async (...actionItems: { subjectId: string; key: string }[]) =>
      (await fixtures.as('staff').refusal(snoozeActionItems, { params: company(), body: { actionItems, until } })).status
    expect(await refusalOf(item(place, draft), item(fixtures.second, draft))).toBe(404)
    expect(await refusalOf(item(place, draft), { subjectId: fixtures.clock.newId(), key: draft })).toBe(404)
    expect(await refusalOf(item(place, draft), item(place, draft))).toBe(400)
    expect(await refusalOf(...Array.from({ length: 101 }, (_, key) => item(place, `step:${key}`)))).toBe(400)
    expect(await refusalOf()).toBe(400)
  })
})

const isFirst = <T extends { subjectId: string; key: string }>(one: T, index: number, all: T[]): boolean =>
  all.findIndex(({ subjectId, key }) => subjectId === one.subjectId && key === one.key) === index
