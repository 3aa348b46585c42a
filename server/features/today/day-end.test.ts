import { addDays, londonInstant } from '@gya/domain/common/dates.ts'
import { logConversation } from '@gya/domain/features/conversations/conversations.contract.ts'
import { assignProgressor } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { completeTask, createTask } from '@gya/domain/features/tasks/tasks.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { completeActionItems, snoozeActionItems } from '@gya/domain/features/today/action-item-changes.contract.ts'
import { readDay } from '@gya/domain/features/today/day.contract.ts'
import { readToday } from '@gya/domain/features/today/today.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import type { TestClient } from '../../../test/support/test-client.ts'

let fixtures: Fixtures
let staff: TestClient
let [one, other]: PropertyPath[] = []
/** A Thursday. */
const today = '2026-04-02'
const company = () => ({ companyId: fixtures.first.companyId })
const day = (client: TestClient, on?: string) => client.ok(readDay, { params: company(), query: on ? { on } : {} })
const sales = () => [one, other].flatMap((place) => place ?? [])

beforeAll(async () => {
  fixtures = await openFixtures()
  fixtures.clock.moveTo('2026-03-02T10:00:00Z')
  staff = await fixtures.signedIn(fixtures.idOf.staff)
  for (const line1 of ['1 Day Street', '2 Day Street']) {
    const place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, line1)
    const offer = { name: 'Bea Uyer', amount: 285_000, cashBuy: false, chain: false, state: 'A' as const }
    await fixtures.as('company').ok(addOffer, { params: place, body: offer })
    await fixtures.as('company').ok(assignProgressor, { params: place, body: { bStaff: fixtures.idOf.staff } })
    ;[one, other] = [...sales(), place]
  }
  fixtures.clock.moveTo(`${today}T08:00:00Z`)
})
afterAll(() => fixtures.close())

type Outcome = {
  outcome: 'spoke' | 'leftMessage' | 'noAnswer' | 'promised'
  nextAt?: string
  promisedOn?: string
  itemKeys?: string[]
}
const log = (outcome: Outcome, places = sales()) =>
  staff.ok(logConversation, {
    params: company(),
    body: {
      partyRef: `vendor:${fixtures.idOf.vendor}`,
      channel: 'call',
      sales: places.map(({ propertyId }) => ({ propertyId, ...outcome })),
    },
  })
const undo = (undoId: string | null) => staff.ok(undoChange, { params: { ...company(), undoId: undoId ?? '' }, body: {} })
const place = (at: 0 | 1) => sales()[at] as PropertyPath
const key = (step: 'MemoOfSaleSent' | 'DraftContractsIssued') => `step:${stepKeys[step]}`
const item = (step: Parameters<typeof key>[0], at: 0 | 1) => ({ subjectId: place(at).propertyId, key: key(step) })
const addTask = async (dueOn: string, dueAt: string | null = null) =>
  (await staff.ok(createTask, { params: company(), body: { title: 'Ring', propertyId: place(0).propertyId, dueOn, dueAt } })).task
    ._id

test('GET today/day: 40 mixed acts are 40 lines, with a call logged just now and what was undone', async () => {
  const acts: (() => Promise<unknown>)[] = [
    ...Array.from({ length: 9 }, () => () => log({ outcome: 'spoke' })),
    ...Array.from({ length: 3 }, () => () => log({ outcome: 'leftMessage' }, [place(0)])),
    ...Array.from({ length: 2 }, () => () => log({ outcome: 'noAnswer' }, [place(1)])),
    ...Array.from({ length: 8 }, (_, n) => () => staff.ok(addNote, { params: place(0), body: { message: `Note ${n}` } })),
    ...Array.from({ length: 4 }, () => () => addTask(today)),
    ...(await Promise.all(Array.from({ length: 3 }, () => addTask(addDays(today, 9))))).map(
      (taskId) => () => staff.ok(completeTask, { params: { ...company(), taskId } }),
    ),
    () => staff.ok(addViewing, { params: place(0), body: { name: 'Vi Ewer', when: today } }),
    () => staff.ok(addOffer, { params: place(0), body: { name: 'Low Bid', amount: 1, cashBuy: true, chain: false } }),
    () => staff.ok(saveTimeline, { params: place(0), body: { timeline: [{ key: stepKeys.MemoOfSaleSent, state: 'C' }] } }),
    () => staff.ok(completeActionItems, { params: company(), body: { actionItems: [item('DraftContractsIssued', 0)] } }),
    () =>
      staff.ok(snoozeActionItems, {
        params: company(),
        body: { actionItems: [item('MemoOfSaleSent', 1)], until: `${addDays(today, 5)}T06:00:00Z` },
      }),
  ]
  // The tasks that are completed were added at eight.
  fixtures.clock.moveTo(`${today}T08:01:00Z`)
  for (const act of acts) {
    fixtures.clock.advance({ minutes: 5 })
    await act()
  }
  await fixtures.as('branch').ok(addNote, { params: place(0), body: { message: 'A colleague’s' } })
  fixtures.clock.advance({ minutes: 5 })
  const spoken = await log({ outcome: 'spoke' })
  const before = await day(staff)
  expect(before.lines).toHaveLength(acts.length + 2)
  expect(before.lines[0]).toMatchObject({
    kind: 'call',
    words: expect.stringMatching(/^Spoke to .+ about 2 sales$/),
    undoId: spoken.undoId,
  })
  expect(before.sum).toBe(
    '15 calls (10 spoke, 3 messages, 2 no answer) · 2 steps · 7 tasks · 8 notes · 1 offer · 1 viewing · 1 put off',
  )
  fixtures.clock.advance({ minutes: 5 })
  await undo(spoken.undoId)
  const after = await day(staff)
  expect(after.lines.slice(0, 2)).toMatchObject([
    { kind: 'undo', undoId: null },
    { undoId: null, undoneOn: fixtures.clock.now(), words: before.lines[0]?.words },
  ])
  expect(after.sum).toMatch(/^14 calls \(9 spoke, 3 messages, 2 no answer\)/)
  fixtures.clock.moveTo(`${today}T16:30:01Z`)
  expect((await day(staff)).lines.at(-1)).toMatchObject({ undoId: null, at: `${today}T08:00:00.000Z` })
})

test('GET today/day: one’s own only, of the last 30 days, from midnight in London', async () => {
  expect((await day(fixtures.as('branch'))).lines.map(({ words }) => words)).toEqual(['Note added: A colleague’s'])
  expect((await day(fixtures.as('secondBranch'))).lines).toEqual([])
  fixtures.clock.moveTo(`${today}T22:59:59Z`)
  await staff.ok(addNote, { params: place(1), body: { message: 'Before midnight' } })
  fixtures.clock.moveTo(`${today}T23:00:00Z`)
  expect(await day(staff)).toMatchObject({ on: addDays(today, 1), lines: [], sum: '' })
  const earlier = await day(staff, today)
  expect([earlier.promises, earlier.lines[0]?.at, earlier.lines[1]?.kind]).toEqual([null, `${today}T22:59:59.000Z`, 'undo'])
  for (const on of [addDays(today, 2), addDays(today, -30)])
    expect(await staff.refusal(readDay, { params: company(), query: { on } })).toMatchObject({
      status: 400,
      issues: [{ path: 'on' }],
    })
  await fixtures.database.pool.query('delete from branch_member where user_id = $1', [fixtures.idOf.staff])
  await fixtures.database.pool.query('insert into branch_member (company_id, branch_id, user_id) values ($1, $2, $3)', [
    fixtures.second.companyId,
    fixtures.second.branchId,
    fixtures.idOf.staff,
  ])
  const moved = await day(await fixtures.signedIn(fixtures.idOf.staff), today)
  expect(moved.lines.flatMap(({ propertyId }) => propertyId ?? [])).toEqual([])
  await fixtures.database.pool.query('update branch_member set branch_id = $1 where user_id = $2', [
    fixtures.first.branchId,
    fixtures.idOf.staff,
  ])
})

test('GET today/day: what is promised for the next weekday equals Today of that day', async () => {
  const friday = addDays(today, 1)
  const monday = addDays(today, 4)
  fixtures.clock.moveTo(`${friday}T08:00:00Z`)
  staff = await fixtures.signedIn(fixtures.idOf.staff)
  await log({ outcome: 'promised', promisedOn: monday, itemKeys: [key('MemoOfSaleSent')] }, [place(1)])
  await log({ outcome: 'leftMessage', nextAt: londonInstant(monday, '14:30') }, [place(0)])
  await addTask(monday, '09:15')
  await addTask(addDays(monday, 1))
  const { promises } = await day(staff)
  expect(promises).toMatchObject({
    on: monday,
    overdue: 4,
    items: [
      { kind: 'task', at: '09:15', words: 'Ring', partyRef: null },
      { kind: 'callback', at: '14:30', partyRef: `vendor:${fixtures.idOf.vendor}` },
      { kind: 'promise', at: null, address: { line1: '2 Day Street' } },
    ],
  })
  fixtures.clock.moveTo(`${monday}T22:00:00Z`)
  staff = await fixtures.signedIn(fixtures.idOf.staff)
  const { groups } = await staff.ok(readToday, { params: company(), query: { by: 'rank' } })
  const due = groups.flatMap(({ actionItems }) => actionItems).filter(({ group }) => group === 'promised' || group === 'tasks')
  const ofMonday = due.filter((one) => one.dueOn === monday || one.snooze?.until.startsWith(monday))
  expect(ofMonday).toHaveLength(promises?.items.length ?? -1)
})
