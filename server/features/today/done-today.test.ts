import { addDays } from '@gya/domain/common/dates.ts'
import { logConversation } from '@gya/domain/features/conversations/conversations.contract.ts'
import { saveDaySettings } from '@gya/domain/features/day-settings/day-settings.contract.ts'
import { deleteProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import { saveExpected } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { performFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { cancelTask, completeTask, createTask, reopenTask } from '@gya/domain/features/tasks/tasks.contract.ts'
import { type StepName, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { completeActionItems } from '@gya/domain/features/today/action-item-changes.contract.ts'
import { readToday } from '@gya/domain/features/today/today.contract.ts'
import { readTodayCounts } from '@gya/domain/features/today/today-counts.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'

let fixtures: Fixtures
let place: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

/** A sale agreed a month ago, with steps, silence, a task and the expected exchange in Today. */
const agreedOn = '2026-03-02'
const today = '2026-04-02'
beforeEach(async () => {
  fixtures.clock.moveTo(`${agreedOn}T10:00:00Z`)
  place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '1 Done Street')
  const offer = { name: 'Bea Uyer', amount: 285_000, cashBuy: false, chain: false, state: 'A' as const }
  await staff().ok(addOffer, { params: place, body: offer })
  await setStep('MemoOfSaleSent', 'C')
  await staff().ok(saveExpected, { params: place, body: { expectedExchange: addDays(today, -2) } })
  fixtures.clock.moveTo(`${today}T10:00:00Z`)
})

const staff = () => fixtures.as('staff')
const company = () => ({ companyId: place.companyId })
const setStep = (name: StepName, state: 'C' | 'IP' | 'NA', more = {}) =>
  staff().ok(saveTimeline, { params: place, body: { timeline: [{ key: stepKeys[name], state }], ...more } })
const query = { who: 'all', branchIds: '' } as const
const inBranch = () => ({ ...query, branchIds: place.branchId })
const keysIn = async (state: 'now' | 'done') => {
  const { groups } = await staff().ok(readToday, { params: company(), query: { ...inBranch(), state, by: 'rank' } })
  return groups
    .flatMap(({ actionItems }) => actionItems)
    .filter(({ propertyId }) => propertyId === place.propertyId)
    .map(({ key }) => key)
    .toSorted()
}
/** Returns the keys in the list of done items, whose number must equal the count. */
const done = async () => {
  const mine = await keysIn('done')
  const { doneToday } = await staff().ok(readTodayCounts, { params: company(), query: inBranch() })
  const { groups } = await staff().ok(readToday, { params: company(), query: { ...inBranch(), state: 'done' } })
  expect(doneToday).toBe(groups.flatMap(({ actionItems }) => actionItems).length)
  return mine
}
const undo = (undoId: string | null) => staff().ok(undoChange, { params: { ...company(), undoId: undoId ?? '' }, body: {} })
const draft = `step:${stepKeys.DraftContractsIssued}`
const fall = () => staff().ok(performFallOff, { params: place, body: { note: 'Survey' } })
const addTask = async () =>
  (await staff().ok(createTask, { params: company(), body: { title: 'Ring', propertyId: place.propertyId, dueOn: today } })).task
    ._id
const complete = async (...keys: string[]) =>
  (
    await staff().ok(completeActionItems, {
      params: company(),
      body: { actionItems: keys.map((key) => ({ subjectId: place.propertyId, key })) },
    })
  ).undoId

describe('Done today: "what the person settled since midnight"', () => {
  test('includes a completed step, a completed task, an expected exchange and an ended silence', async () => {
    await complete(draft)
    const taskId = await addTask()
    await staff().ok(completeTask, { params: { ...company(), taskId } })
    await staff().ok(logConversation, {
      params: company(),
      body: {
        partyRef: `vendor:${fixtures.idOf.vendor}`,
        channel: 'call',
        sales: [{ propertyId: place.propertyId, outcome: 'spoke', itemKeys: ['silence:vendor'] }],
      },
    })
    expect(await done()).toEqual(['silence:vendor', draft, `task:${taskId}`])
    await setStep('Exchanged', 'C', { completionDate: '2026-04-20' })
    expect(await done()).toEqual(['exchange', 'silence:vendor', draft, `task:${taskId}`])
  })

  test('excludes items removed by a fall-off, but keeps those done before', async () => {
    await addTask()
    await complete(draft)
    const before = await keysIn('now')
    expect(before.length).toBeGreaterThan(3)
    await fall()
    expect(await keysIn('now')).not.toEqual(before)
    expect(await done()).toEqual([draft])
  })

  test('excludes items removed by a restore, a withdrawal, a deletion or another silence limit', async () => {
    const { saleResets } = await fall()
    await staff().ok(restoreFallOff, { params: { ...place, fallOffId: saleResets[0]?._id ?? '' } })
    expect(await done()).toEqual([])
    await fixtures.as('company').ok(saveDaySettings, {
      params: company(),
      body: {
        vendorSilence: 60,
        vendorSilenceForSale: 60,
        buyerSilence: 60,
        updateEvery: 7,

        nextSpoke: 5,
        nextMessage: 1,
        nextEmail: 2,
      },
    })
    await setStep('SearchesBack', 'NA')
    expect(await done()).toEqual([])
    await staff().ok(updateProperty, { params: place, body: { _id: place.propertyId, active: false } })
    expect(await done()).toEqual([])
    await staff().ok(updateProperty, { params: place, body: { _id: place.propertyId, active: true } })
    await fixtures.as('company').ok(deleteProperty, { params: place })
    expect(await done()).toEqual([])
  })

  test('excludes changes by accepting an offer and by moving a day', async () => {
    await staff().ok(saveExpected, { params: place, body: { expectedExchange: addDays(today, 30) } })
    expect(await done()).toEqual([])
    const { saleResets } = await fall()
    const offer = { name: 'Second', amount: 280_000, cashBuy: false, chain: false, state: 'A' as const }
    await staff().ok(addOffer, { params: place, body: offer })
    expect(saleResets).toHaveLength(1)
    expect(await done()).toEqual([])
  })

  test('counts exchange once, without ended expiries and task reminders', async () => {
    await staff().ok(saveExpected, { params: place, body: { mortgageOfferExpires: addDays(today, 20) } })
    expect(await keysIn('now')).toContain('expiry:mortgage')
    await setStep('Exchanged', 'C', { completionDate: '2026-04-20' })
    expect(await keysIn('now')).not.toContain('expiry:mortgage')
    expect(await done()).toEqual(['exchange'])
  })

  test('excludes a cancelled task', async () => {
    const taskId = await addTask()
    await staff().ok(cancelTask, { params: { ...company(), taskId } })
    expect(await done()).toEqual([])
  })

  test('undo removes an item, and undoing its reopening adds it again', async () => {
    await undo(await complete(draft))
    expect(await done()).toEqual([])
    const taskId = await addTask()
    await staff().ok(completeTask, { params: { ...company(), taskId } })
    const { undoId } = await staff().ok(reopenTask, { params: { ...company(), taskId } })
    expect(await done()).toEqual([])
    await undo(undoId)
    expect(await done()).toEqual([`task:${taskId}`])
  })

  test('excludes a step that was completed, reopened and ended by a fall-off', async () => {
    await complete(draft)
    await setStep('DraftContractsIssued', 'IP')
    await fall()
    expect(await done()).toEqual([])
  })

  test('excludes items that a person added and removed', async () => {
    const { undoId } = await staff().ok(createTask, {
      params: company(),
      body: { title: 'Ring', propertyId: place.propertyId, dueOn: today },
    })
    await undo(undoId)
    expect(await done()).toEqual([])
  })

  test('includes steps, a task and a call-back of one sale that were completed together', async () => {
    const taskId = await addTask()
    await staff().ok(logConversation, {
      params: company(),
      body: {
        partyRef: `buyer:${place.propertyId}`,
        channel: 'call',
        sales: [{ propertyId: place.propertyId, outcome: 'leftMessage', itemKeys: [], nextAt: `${today}T12:00:00Z` }],
      },
    })
    fixtures.clock.moveTo(`${today}T13:00:00Z`)
    const callBack = (await keysIn('now')).find((key) => key.startsWith('callback:')) ?? ''
    await complete(callBack, draft, `task:${taskId}`)
    expect(await done()).toEqual([callBack, draft, `task:${taskId}`])
  })
})
