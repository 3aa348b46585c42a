import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { listConversations, logConversation, readParty } from '@gya/domain/features/conversations/conversations.contract.ts'
import { deleteBranch, deleteProperty, restoreBranch } from '@gya/domain/features/deletion/deletion.contract.ts'
import { saveExpected } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { deleteCompanyMember, removeBranchMember } from '@gya/domain/features/members/members.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { erasePerson } from '@gya/domain/features/personal-data/personal-data.contract.ts'
import { readProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { editCells } from '@gya/domain/features/report/cell-edits.contract.ts'
import { completeTask, createTask, listTasks } from '@gya/domain/features/tasks/tasks.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { snoozeActionItems } from '@gya/domain/features/today/action-item-changes.contract.ts'
import { readToday } from '@gya/domain/features/today/today.contract.ts'
import { readTodayCounts } from '@gya/domain/features/today/today-counts.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, type FixtureUser, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { expectNothingWritten } from '../properties/testing/recorded-events.ts'

let fixtures: Fixtures
let place: PropertyPath
let other: PropertyPath
let today: string
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  today = londonDay(fixtures.clock.now())
  place = await sell('1 Meeting Street')
  other = await sell('2 Meeting Street')
  fixtures.clock.advance({ minutes: 1 })
})

async function sell(line1: string): Promise<PropertyPath> {
  const path = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, line1)
  const offer = { name: 'Bea Uyer', amount: 285_000, cashBuy: false, chain: false, state: 'A' as const }
  await fixtures.as('branch').ok(addOffer, { params: path, body: offer })
  return path
}

const inDays = (days: number) => addDays(today, days)
const company = () => fixtures.as('company')
const branch = () => fixtures.as('branch')
const addTask = async (assigneeId: string, propertyId: string | null, as: FixtureUser = 'company') =>
  (await fixtures.as(as).ok(createTask, { params: fixtures.a, body: { title: 'Ring', propertyId, assigneeId, dueOn: today } }))
    .task._id
const keysOf = async (who: string, as: FixtureUser = 'company') => {
  const query = { who, by: 'rank', itemsPerPage: '100' } as const
  const { groups } = await fixtures.as(as).ok(readToday, { params: fixtures.a, query })
  return groups.flatMap(({ actionItems }) => actionItems).map(({ key }) => key)
}
const undo = (undoId: string | null) =>
  fixtures.as('branch').refusal(undoChange, { params: { ...fixtures.a, undoId: undoId ?? '' }, body: {} })

describe('A member with tasks leaves', () => {
  const leave = {
    branch: (userId: string) => company().ok(removeBranchMember, { params: { branchId: place.branchId, userId } }),
    company: (userId: string) => company().ok(deleteCompanyMember, { params: { ...fixtures.a, userId } }),
  }
  let people = 0
  const somebody = () => {
    people += 1
    const email = `leaver-${people}@people.example`
    return fixtures.addUser({ type: 'BRANCH_STAFF', email, companyId: place.companyId, branchId: place.branchId })
  }

  test('the branch: tasks of its sales become unassigned immediately; tasks without a sale stay theirs', async () => {
    const leaver = await somebody()
    const ofSale = await addTask(leaver, place.propertyId)
    const ofNone = await addTask(leaver, null)
    expect(await keysOf(leaver)).toEqual(expect.arrayContaining([`task:${ofSale}`, `task:${ofNone}`]))
    await leave.branch(leaver)
    expect(await keysOf(leaver)).toEqual([`task:${ofNone}`])
    expect(await keysOf('nobody', 'branch')).toContain(`task:${ofSale}`)
    expect(await keysOf('nobody')).not.toContain(`task:${ofNone}`)
    const { data } = await branch().ok(listTasks, { params: fixtures.a, query: { propertyId: place.propertyId } })
    expect(data).toMatchObject([{ _id: ofSale, assignee: { _id: leaver }, state: 'open' }])
    await branch().ok(completeTask, { params: { ...fixtures.a, taskId: ofSale } })
    expect(await keysOf('nobody', 'branch')).not.toContain(`task:${ofSale}`)
  })

  test('the company: tasks without a sale become unassigned too, visible to their creator and company administrators', async () => {
    const leaver = await somebody()
    const ofSale = await addTask(leaver, place.propertyId)
    const ofNone = await addTask(leaver, null)
    const made = await addTask(leaver, null, 'branch')
    await leave.company(leaver)
    expect(await keysOf('nobody')).toEqual(expect.arrayContaining([`task:${ofSale}`, `task:${ofNone}`, `task:${made}`]))
    const seen = await keysOf('nobody', 'branch')
    expect(seen).toEqual(expect.arrayContaining([`task:${ofSale}`, `task:${made}`]))
    expect(seen).not.toContain(`task:${ofNone}`)
    expect(await keysOf('nobody', 'staff')).not.toContain(`task:${made}`)
    await company().ok(completeTask, { params: { ...fixtures.a, taskId: ofNone } })
    expect(await keysOf('nobody')).not.toContain(`task:${ofNone}`)
  })
})

describe('A branch is deleted', () => {
  const countsOf = async (who: string) => {
    const { now, waiting, sales } = await company().ok(readTodayCounts, { params: fixtures.a, query: { who } })
    return { items: now + waiting, waiting, sales }
  }

  test('removes tasks, conversations and counts with its sales; earlier changes cannot be undone; restoring the branch restores all', async () => {
    const { staff } = fixtures.idOf
    await company().ok(saveContacts, { params: place, body: { bStaff: staff } })
    const taskId = await addTask(staff, place.propertyId)
    const until = `${inDays(2)}T07:00:00Z`
    const task = { subjectId: place.propertyId, key: `task:${taskId}` }
    const { undoId } = await branch().ok(snoozeActionItems, { params: fixtures.a, body: { actionItems: [task], until } })
    const sales = [{ propertyId: place.propertyId, outcome: 'spoke' as const, nextAt: `${inDays(1)}T09:00:00Z` }]
    const partyRef = `buyer:${place.propertyId}`
    const talk = await branch().ok(logConversation, { params: fixtures.a, body: { partyRef, sales } })
    const figures = async () => ({
      counts: await countsOf(staff),
      tasks: (await company().ok(listTasks, { params: fixtures.a, query: { assigneeId: staff } })).data.map(({ _id }) => _id),
      talks: (await company().ok(listConversations, { params: fixtures.a, query: { partyRef } })).data.length,
    })
    const before = await figures()
    expect(before).toMatchObject({ tasks: [taskId], talks: 1, counts: { sales: 1, waiting: 1 } })
    const { companyId, branchId } = place
    await fixtures.as('platform').ok(deleteBranch, { params: { companyId, branchId } })
    expect(await figures()).toMatchObject({ tasks: [], talks: 0, counts: { items: 0, waiting: 0, sales: 0 } })
    expect(
      await company().refusal(listConversations, { params: fixtures.a, query: { propertyId: place.propertyId } }),
    ).toMatchObject({
      status: 404,
    })
    for (const id of [undoId, talk.undoId])
      expect(await expectNothingWritten(fixtures, () => undo(id))).toMatchObject({ status: 404 })
    const { status } = await company().call(completeTask, { params: { ...fixtures.a, taskId } })
    expect(status).toBe(404)
    await fixtures.as('platform').ok(restoreBranch, { params: { companyId, deletedBranchId: branchId } })
    expect(await figures()).toEqual(before)
  })
})

describe('A sale is deleted during an edit in the report', () => {
  const memo = ({ propertyId }: PropertyPath): Wire<typeof editCells, 'body'>['edits'][number] => ({
    propertyId,
    step: { key: stepKeys.MemoOfSaleSent, state: 'C' },
    was: { step: { key: stepKeys.MemoOfSaleSent, state: 'IP', on: null } },
  })
  const remove = () => company().ok(deleteProperty, { params: other })

  test('a bulk change including it returns 404 and saves nothing; without it the others are saved', async () => {
    await remove()
    const edits = [memo(place), memo(other)]
    for (const preview of [true, false])
      expect(
        await expectNothingWritten(fixtures, () => branch().refusal(editCells, { params: fixtures.a, body: { edits, preview } })),
      ).toMatchObject({ status: 404 })
    await branch().ok(editCells, { params: fixtures.a, body: { edits: [memo(place)] } })
  })

  test('undo of the bulk change returns 404 and undoes nothing', async () => {
    const { undoId } = await branch().ok(editCells, { params: fixtures.a, body: { edits: [memo(place), memo(other)] } })
    await remove()
    expect(await expectNothingWritten(fixtures, () => undo(undoId))).toMatchObject({ status: 404 })
  })
})

describe('A completion date is agreed while expected days are edited', () => {
  const agree = (day: string) =>
    fixtures.as('staff').ok(saveTimeline, { params: place, body: { timeline: [], completionDate: day } })
  const save = (body: Wire<typeof saveExpected, 'body'>) => branch().refusal(saveExpected, { params: place, body })
  const cell = (expectedCompletion: string, was: string | null) =>
    branch().refusal(editCells, {
      params: fixtures.a,
      body: { edits: [{ propertyId: place.propertyId, expectedCompletion, was: { expectedCompletion: was } }] },
    })

  test('an open form is stale; an expected completion is refused, also in the report, and nothing is saved', async () => {
    const { version } = await branch().ok(readProperty, { params: place })
    await agree(inDays(30))
    const expectedCompletion = inDays(27)
    const refusals = await expectNothingWritten(fixtures, async () => [
      await save({ expectedCompletion, version }),
      await save({ expectedCompletion }),
      await cell(expectedCompletion, null),
    ])
    expect(refusals.map(({ code }) => code)).toEqual(['STALE_VERSION', 'COMPLETION_DATE_AGREED', 'COMPLETION_DATE_AGREED'])
  })

  test('the expected exchange can still be changed, without changing the agreed day', async () => {
    await branch().ok(saveExpected, { params: place, body: { expectedExchange: inDays(20), expectedCompletion: inDays(27) } })
    await agree(inDays(30))
    const moved = await branch().ok(saveExpected, { params: place, body: { expectedExchange: inDays(29) } })
    expect(moved).toMatchObject({ expectedExchange: inDays(29), completionDate: inDays(30) })
  })
})

describe('A person is erased while their call card is open', () => {
  test('the card shows no name, number or e-mail, and can still log', async () => {
    const jane = { names: ['Jane Quillfeather'], emails: ['jane@quill.example'], tels: ['0118 496 0188'] }
    const owner = { firstName: 'Jane', lastName: 'Quillfeather', email: 'jane@quill.example', tel: '0118 496 0188' }
    const vendor = await fixtures.addUser({ type: 'VENDOR', email: owner.email, companyId: place.companyId })
    await fixtures.database.db
      .updateTable('app_user')
      .set({ first_name: owner.firstName, last_name: owner.lastName, tel: owner.tel })
      .where('id', '=', vendor)
      .execute()
    const hers = await takeOn(company(), fixtures.first, vendor, '3 Meeting Street')
    const partyRef = `vendor:${vendor}`
    const card = () => branch().call(readParty, { params: fixtures.a, query: { ref: partyRef } })
    const log = () => {
      const sales = [{ propertyId: hers.propertyId, outcome: 'spoke' as const }]
      return branch().call(logConversation, { params: fixtures.a, body: { partyRef, sales } })
    }
    expect(JSON.stringify((await card()).body)).toContain('Quillfeather')
    expect((await log()).status).toBe(200)
    await branch().ok(updateProperty, { params: hers, body: { _id: hers.propertyId, active: false } })
    await company().ok(erasePerson, { params: fixtures.a, body: jane })
    const answers = [await card(), await log(), await card()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(/quill|496 ?0188/i)
  })
})
