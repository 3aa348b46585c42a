import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import { logConversation } from '@gya/domain/features/conversations/conversations.contract.ts'
import { saveExpected } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import {
  performFallOff,
  previewFallOff,
  previewRestore,
  restoreFallOff,
} from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { completeTask, createTask, listTasks, saveTaskTemplates } from '@gya/domain/features/tasks/tasks.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { snoozeActionItems } from '@gya/domain/features/today/action-item-changes.contract.ts'
import { lastSnoozeDay } from '@gya/domain/features/today/snooze.rules.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { limitedRuns } from '../../../test/support/test-tier.ts'
import { actionsStart, anyAction, runAction } from '../properties/testing/random-actions.ts'

let fixtures: Fixtures
let params: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  fixtures.clock.moveTo(actionsStart)
  params = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '4 Effect Street')
})

const staff = () => fixtures.as('staff')
const company = () => ({ companyId: params.companyId })
const today = () => londonDay(fixtures.clock.now())
const accept = () =>
  staff().ok(addOffer, { params, body: { name: 'Bea Uyer', amount: 285_000, cashBuy: false, chain: false, state: 'A' } })
/** The preview without the property. */
const preview = async () => {
  const { tasks, callBacks, snoozes } = await staff().ok(previewFallOff, { params })
  return { tasks, callBacks, snoozes }
}
const fall = async () =>
  (await staff().ok(performFallOff, { params, body: { note: 'Survey' } })).saleResets.find(
    ({ restoredOn }) => restoredOn === null,
  )?._id ?? ''
const restored = (fallOffId: string) => staff().ok(previewRestore, { params: { ...params, fallOffId } })
const restore = (fallOffId: string) => staff().ok(restoreFallOff, { params: { ...params, fallOffId } })

const db = () => fixtures.database.db
const snoozedKeys = async () =>
  (
    await db().selectFrom('action_item_snooze').select('key').where('subject_id', '=', params.propertyId).orderBy('key').execute()
  ).map(({ key }) => key)
const itemKeys = async () =>
  (await db().selectFrom('action_item').select('key').where('subject_id', '=', params.propertyId).orderBy('key').execute()).map(
    ({ key }) => key,
  )
const ownItems = async () =>
  (
    await db().selectFrom('action_item').select(['key', 'kind', 'due_on']).where('subject_id', '=', params.propertyId).execute()
  ).map(({ due_on: dueOn, ...item }) => ({ ...item, dueOn }))
const callBacks = async () => (await itemKeys()).filter((key) => key.startsWith('callback:')).length
const openTasks = async () =>
  (await staff().ok(listTasks, { params: company(), query: { propertyId: params.propertyId, state: 'open' } })).data.length

const snooze = (keys: readonly string[], days = 5) =>
  staff().ok(snoozeActionItems, {
    params: company(),
    body: {
      actionItems: keys.map((key) => ({ subjectId: params.propertyId, key })),
      until: `${addDays(today(), days)}T08:00:00Z`,
    },
  })

/** Task templates for sold, a person's own open task, a call-back that can be snoozed for some weeks. */
async function addDay(): Promise<void> {
  await staff().ok(createTask, { params: company(), body: { title: 'Own', propertyId: params.propertyId } })
  await staff().ok(logConversation, {
    params: company(),
    body: {
      partyRef: `vendor:${fixtures.idOf.vendor}`,
      channel: 'call',
      sales: [{ propertyId: params.propertyId, outcome: 'leftMessage', nextAt: `${addDays(today(), 30)}T09:00:00Z` }],
    },
  })
}

describe('GET reset and GET restore return what a fall-off cancels and keeps, and what a restore brings back', () => {
  beforeEach(async () => {
    const template = (title: string) => ({ phase: 'sold' as const, title, offsetDays: 0, assign: 'creator' as const })
    await fixtures
      .as('company')
      .ok(saveTaskTemplates, { params: company(), query: {}, body: { templates: [template('One'), template('Two')] } })
  })

  test('tasks of the sale, a person’s own task, a call-back, and snoozed items', async () => {
    await accept()
    await staff().ok(saveExpected, { params, body: { expectedExchange: addDays(today(), 20), shareExpected: true } })
    await addDay()
    const [memo, exchange, buyer] = [`step:${stepKeys.MemoOfSaleSent}`, 'exchange', 'silence:buyer']
    const callBack = (await itemKeys()).find((key) => key.startsWith('callback:')) ?? ''
    const task = (await itemKeys()).find((key) => key.startsWith('task:')) ?? ''
    await snooze([memo, exchange, buyer, callBack, task])
    expect(await preview()).toEqual({
      tasks: { cancelled: 2, kept: 1 },
      callBacks: 1,
      snoozes: { ending: expect.any(Number), kept: expect.any(Number) },
    })
    const { snoozes } = await preview()
    const before = await snoozedKeys()
    const fallOffId = await fall()
    const kept = await snoozedKeys()
    expect(kept).toContain(callBack)
    expect(snoozes).toEqual({ ending: before.length - kept.length, kept: kept.length })
    expect([await openTasks(), await callBacks()]).toEqual([1, 1])
    expect(await restored(fallOffId)).toEqual({
      expected: {
        expectedExchange: addDays(today(), 20),
        expectedCompletion: null,
        mortgageOfferExpires: null,
        shareExpected: true,
      },
      completionDate: null,
      tasks: 2,
      snoozes: before.length - kept.length,
      partyLinks: 0,
      proposals: 0,
    })
    await restore(fallOffId)
    expect(await snoozedKeys()).toEqual(before)
    expect(await openTasks()).toBe(3)
  })

  test('a restore does not snooze items again that stayed and were brought back meanwhile', async () => {
    await accept()
    await addDay()
    const callBack = (await itemKeys()).find((key) => key.startsWith('callback:')) ?? ''
    await snooze([callBack], 20)
    const fallOffId = await fall()
    await snooze([callBack], 2)
    await restore(fallOffId)
    const [row] = await db().selectFrom('action_item_snooze').select('until').where('key', '=', callBack).execute()
    expect(new Date(row?.until ?? '').toISOString()).toBe(`${addDays(today(), 2)}T08:00:00.000Z`)
  })

  test('items that are no longer snoozed are not counted; a task done since is not reopened', async () => {
    await accept()
    await snooze([`step:${stepKeys.MemoOfSaleSent}`], 2)
    const task = (await itemKeys()).find((key) => key.startsWith('task:'))?.slice(5) ?? ''
    await staff().ok(completeTask, { params: { ...company(), taskId: task } })
    expect((await preview()).tasks).toEqual({ cancelled: 1, kept: 0 })
    const fallOffId = await fall()
    expect(await restored(fallOffId)).toMatchObject({ tasks: 1, snoozes: 1 })
    fixtures.clock.advance({ hours: 72 })
    expect(await restored(fallOffId)).toMatchObject({ snoozes: 0 })
  })

  test('without an accepted offer nothing ends; another fall-off or a sale out of scope is not found', async () => {
    await addDay()
    expect(await preview()).toEqual({ tasks: { cancelled: 0, kept: 1 }, callBacks: 1, snoozes: { ending: 0, kept: 0 } })
    const other = { params: { ...params, fallOffId: params.propertyId } }
    expect(await staff().refusal(previewRestore, other)).toMatchObject({ status: 404 })
    await accept()
    const fallOffId = await fall()
    expect(await fixtures.as('secondBranch').refusal(previewFallOff, { params })).toMatchObject({ status: 404 })
    const theirs = { params: { ...params, fallOffId } }
    expect(await fixtures.as('secondBranch').refusal(previewRestore, theirs)).toMatchObject({ status: 404 })
  })

  test('property-based: the counts equal the effects of the fall-off and the restore', async () => {
    let reached = 0
    await fc.assert(
      fc.asyncProperty(fc.array(anyAction, { maxLength: 5 }), fc.array(anyAction, { maxLength: 8 }), async (before, during) => {
        fixtures.clock.moveTo(actionsStart)
        params = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '4 Effect Street')
        for (const action of before) await runAction(fixtures, staff(), params, action)
        await staff().ok(updateProperty, { params, body: { _id: params.propertyId, active: true } })
        const { offers } = await staff().ok(readProperty, { params })
        if (!offers.some(({ state }) => state === 'A') && (await acceptance()).status !== 200) return
        for (const action of during) await runAction(fixtures, staff(), params, action)
        await staff().ok(updateProperty, { params, body: { _id: params.propertyId, active: true } })
        if (!(await staff().ok(readProperty, { params })).offers.some(({ state }) => state === 'A')) return
        await addDay()
        // Those whose own day comes first cannot be put off for so long.
        const last = (item: { key: string; kind: string; dueOn: string }) => lastSnoozeDay(item, fixtures.clock.now())
        const items = (await ownItems()).filter((item) => !item.key.startsWith('news') && last(item) >= addDays(today(), 5))
        await snooze(items.map(({ key }) => key))
        const expected = await preview()
        const [snoozed, tasks] = [await snoozedKeys(), await openTasks()]
        const done = await staff().call(performFallOff, { params, body: { note: 'Survey' } })
        if (done.status === 409) return
        const kept = await snoozedKeys()
        expect(expected).toEqual({
          tasks: { cancelled: tasks - (await openTasks()), kept: await openTasks() },
          callBacks: await callBacks(),
          snoozes: { ending: snoozed.length - kept.length, kept: kept.length },
        })
        const { saleResets } = await staff().ok(readProperty, { params })
        const fallOffId = saleResets.find(({ restoredOn }) => restoredOn === null)?._id ?? ''
        reached += 1
        const returns = await restored(fallOffId)
        const left = [kept.length, await openTasks()]
        await restore(fallOffId)
        expect([left[0], left[1]]).toEqual([(await snoozedKeys()).length - returns.snoozes, (await openTasks()) - returns.tasks])
        expect(await snoozedKeys()).toEqual(snoozed)
      }),
      limitedRuns({ fast: 8, full: 20 }),
    )
    expect(reached).toBeGreaterThan(1)
  })
})

const acceptance = () =>
  staff().call(addOffer, { params, body: { name: 'Bea Uyer', amount: 285_000, cashBuy: false, chain: false, state: 'A' } })

describe('POST reset and a new sale: due dates start with the fall-off, and with the new sale', () => {
  const dueFrom = (day: string) =>
    db()
      .selectFrom('action_item')
      .select(['key', 'due_on'])
      .where('subject_id', '=', params.propertyId)
      .where('due_on', '<', day)
      .where('kind', '!=', 'task')
      .execute()

  test('the time under offer makes nothing overdue, and the silence of the new buyer does not start with a call to the earlier one', async () => {
    await accept()
    await staff().ok(logConversation, {
      params: company(),
      body: {
        partyRef: `buyer:${params.propertyId}`,
        channel: 'call',
        sales: [{ propertyId: params.propertyId, outcome: 'spoke' }],
      },
    })
    fixtures.clock.advance({ days: 92 })
    const later = await fixtures.signedIn(fixtures.idOf.staff)
    const fellOn = today()
    await later.ok(performFallOff, { params, body: { note: 'Survey' } })
    expect(await dueFrom(fellOn)).toEqual([])
    await later.ok(addOffer, { params, body: { name: 'Next', amount: 280_000, cashBuy: false, chain: false, state: 'A' } })
    expect(await dueFrom(fellOn)).toEqual([])
    expect(await itemKeys()).toContain('silence:buyer')
    await later.ok(logConversation, {
      params: company(),
      body: {
        partyRef: `buyer:${params.propertyId}`,
        channel: 'call',
        sales: [{ propertyId: params.propertyId, outcome: 'spoke' }],
      },
    })
    const { buyer_last_updated_on: told } = await db()
      .selectFrom('property_report')
      .select('buyer_last_updated_on')
      .where('property_id', '=', params.propertyId)
      .executeTakeFirstOrThrow()
    expect(told).toBe(fellOn)
  })
})
