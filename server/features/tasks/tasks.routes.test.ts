import type { Wire } from '@gya/domain/endpoint.ts'
import {
  cancelTask,
  completeTask,
  createTask,
  createTasksOfSales,
  listTasks,
  reopenTask,
  updateTask,
} from '@gya/domain/features/tasks/tasks.contract.ts'
import { completeActionItems } from '@gya/domain/features/today/action-item-changes.contract.ts'
import { readToday } from '@gya/domain/features/today/today.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { companyEvents } from '../../../test/support/company-events.ts'
import { type Fixtures, type FixtureUser, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { eventsDuring } from '../properties/testing/recorded-events.ts'

let fixtures: Fixtures
let sale: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  fixtures.clock.moveTo('2025-11-05T10:00:00Z')
  sale = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '7 Task Street')
})

type Body = Wire<typeof createTask, 'body'>
const add = async (body: Partial<Body> = {}, as: FixtureUser = 'staff') =>
  (await fixtures.as(as).ok(createTask, { params: fixtures.a, body: { title: 'Ring', ...body } })).task
const ofSale = (body: Partial<Body> = {}, as: FixtureUser = 'staff') => add({ propertyId: sale.propertyId, ...body }, as)
const refused = (body: Partial<Body>, as: FixtureUser = 'staff') =>
  fixtures.as(as).refusal(createTask, { params: fixtures.a, body: { title: 'Ring', ...body } })
const change = (taskId: string, body: Wire<typeof updateTask, 'body'>, as: FixtureUser = 'staff') =>
  fixtures.as(as).ok(updateTask, { params: { ...fixtures.a, taskId }, body })
const at = (taskId: string) => ({ params: { ...fixtures.a, taskId } })
const done = (taskId: string, as: FixtureUser = 'staff') => fixtures.as(as).ok(completeTask, at(taskId))
const list = async (query: Wire<typeof listTasks, 'query'> = {}, as: FixtureUser = 'staff') =>
  (await fixtures.as(as).ok(listTasks, { params: fixtures.a, query })).data
const ids = (tasks: readonly { _id: string }[]) => tasks.map(({ _id }) => _id)

describe('POST task', () => {
  test('requires only a title: assigned to the caller, without a day', async () => {
    expect(await add({ title: '  Call the office ' })).toMatchObject({
      property: null,
      title: 'Call the office',
      note: '',
      assignee: { _id: fixtures.idOf.staff, firstName: 'staff' },
      dueOn: null,
      dueAt: null,
      repeat: null,
      state: 'open',
      fromTemplate: false,
      version: 1,
    })
  })

  test('on a sale it is assigned to the sales progressor, or to the caller if there is none', async () => {
    expect((await ofSale()).assignee._id).toBe(fixtures.idOf.staff)
    await fixtures.database.db
      .updateTable('property')
      .set({ b_staff: fixtures.idOf.branch })
      .where('id', '=', sale.propertyId)
      .execute()
    const task = await ofSale({ dueOn: '2025-11-06', dueAt: '14:30' })
    expect(task).toMatchObject({
      assignee: { _id: fixtures.idOf.branch },
      property: { _id: sale.propertyId, branchId: sale.branchId, address: { line1: '7 Task Street' } },
      dueOn: '2025-11-06',
      dueAt: '14:30',
    })
  })

  test('a platform administrator must choose the assignee', async () => {
    expect(await refused({}, 'platform')).toMatchObject({ status: 400, issues: [{ path: 'assigneeId' }] })
    expect((await add({ assigneeId: fixtures.idOf.staff }, 'platform')).assignee._id).toBe(fixtures.idOf.staff)
  })

  test('assignee must be an active member of a branch in reach, and of the branch of the sale', async () => {
    const { idOf } = fixtures
    for (const assigneeId of [idOf.secondBranch, idOf.otherStaff, idOf.vendor, idOf.platform, sale.propertyId])
      expect(await refused({ assigneeId })).toMatchObject({ status: 404 })
    expect(await refused({ assigneeId: idOf.secondBranch, propertyId: sale.propertyId }, 'company')).toMatchObject({
      status: 409,
      code: 'NOT_A_MEMBER',
    })
    expect((await add({ assigneeId: idOf.secondBranch }, 'company')).assignee._id).toBe(idOf.secondBranch)
    expect((await ofSale({ assigneeId: idOf.company })).assignee._id).toBe(idOf.company)
    const gone = await fixtures.addUser({ type: 'BRANCH_STAFF', email: 'gone@people.example', ...fixtures.first })
    await fixtures.database.db
      .updateTable('app_user')
      .set({ deactivated_on: fixtures.clock.now() })
      .where('id', '=', gone)
      .execute()
    expect(await refused({ assigneeId: gone })).toMatchObject({ status: 404 })
  })

  test('a sale out of scope is not found, also among several', async () => {
    for (const { propertyId } of [fixtures.second, fixtures.other]) {
      expect(await refused({ propertyId })).toMatchObject({ status: 404 })
      const body = { title: 'Ring', propertyIds: [sale.propertyId, propertyId] }
      expect(await fixtures.as('staff').refusal(createTasksOfSales, { params: fixtures.a, body })).toMatchObject({ status: 404 })
    }
    expect(await list({ propertyId: sale.propertyId })).toEqual([])
  })

  test.each([
    ['a time without a day', { dueAt: '10:00' }],
    ['a repeat from the due day without a day', { repeat: { every: 1, unit: 'week', from: 'due' } }],
    ['a day that does not exist', { dueOn: '2025-02-30' }],
    ['a day after 2100', { dueOn: '2101-01-01' }],
    ['a repeat of 53', { dueOn: '2025-11-05', repeat: { every: 53, unit: 'day', from: 'due' } }],
    ['no title', { title: '  ' }],
    ['201 characters', { title: 'x'.repeat(201) }],
    ['an unknown field', { colour: 'red' }],
  ] as [string, Partial<Body>][])('%s is refused', async (_what, body) => {
    expect(await refused(body)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  })

  test('at most 200 open tasks a sale and 500 a person: TOO_MANY_TASKS', async () => {
    const assigneeId = await fixtures.addUser({ type: 'BRANCH_STAFF', email: 'busy@people.example', ...fixtures.first })
    const insert = (count: number, property: string | null) =>
      fixtures.database.pool.query(
        `insert into task (company_id, id, property_id, branch_id, title, assignee_id, created_by, createdon, updatedon)
         select $1, gen_random_uuid(), $2, $3, 'x', $4, $4, now(), now() from generate_series(1, $5)`,
        [fixtures.a.companyId, property, property && sale.branchId, assigneeId, count],
      )
    await insert(199, sale.propertyId)
    await ofSale()
    expect(await refused({ propertyId: sale.propertyId })).toMatchObject({ status: 409, code: 'TOO_MANY_TASKS' })
    await insert(300, null)
    await add({ assigneeId })
    expect(await refused({ assigneeId })).toMatchObject({ code: 'TOO_MANY_TASKS' })
    const { _id } = await add()
    expect(await fixtures.as('staff').refusal(updateTask, { ...at(_id), body: { assigneeId } })).toMatchObject({ status: 409 })
  })

  test('sales: one task for each, assigned to its progressor, in one call', async () => {
    const other = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '8 Task Street')
    const body = { title: 'Ask for the form', propertyIds: [other.propertyId, sale.propertyId], dueOn: '2025-11-07' }
    const { tasks } = await fixtures.as('staff').ok(createTasksOfSales, { params: fixtures.a, body })
    expect(new Set(tasks.map(({ property }) => property?._id))).toEqual(new Set([other.propertyId, sale.propertyId]))
  })
})

describe('PATCH task', () => {
  test('changes text, day, time, repeat and assignee; a time is removed with its day', async () => {
    const { _id } = await ofSale({ dueOn: '2025-11-06', dueAt: '14:30' })
    const { task } = await change(_id, { title: 'Write', dueOn: null, assigneeId: fixtures.idOf.branch })
    expect(task).toMatchObject({ title: 'Write', dueOn: null, dueAt: null, assignee: { firstName: 'branch' }, version: 2 })
    const again = await change(_id, { title: 'Write' })
    expect(again.task.version).toBe(2)
  })

  test('records each change with names', async () => {
    const { _id } = await ofSale()
    const [entry] = await eventsDuring(fixtures, sale.propertyId, () =>
      change(_id, { assigneeId: fixtures.idOf.branch, dueOn: '2025-11-07' }),
    )
    expect(entry).toMatchObject({
      kind: 'task-changed',
      data: {
        changes: [
          { field: 'assigneeId', from: 'staff people', to: 'branch people' },
          { field: 'dueOn', from: null, to: '2025-11-07' },
        ],
      },
    })
  })

  test('a stale version returns STALE_VERSION; a task that is done returns ACTION_GONE', async () => {
    const { _id } = await ofSale()
    await change(_id, { title: 'Newer', version: 1 })
    const patch = (body: Wire<typeof updateTask, 'body'>) => fixtures.as('staff').refusal(updateTask, { ...at(_id), body })
    expect(await patch({ title: 'Older', version: 1 })).toMatchObject({ code: 'STALE_VERSION' })
    await done(_id)
    expect(await patch({ title: 'Late' })).toMatchObject({ code: 'ACTION_GONE' })
  })
})

describe('done, reopen and cancel', () => {
  test('store author and time, are recorded once, and may be repeated', async () => {
    const { _id } = await ofSale()
    const events = await eventsDuring(fixtures, sale.propertyId, async () => {
      expect((await done(_id)).task).toMatchObject({
        state: 'done',
        closedOn: expect.any(String),
        closedBy: { firstName: 'staff' },
      })
      await done(_id)
      expect((await fixtures.as('branch').ok(reopenTask, at(_id))).task).toMatchObject({
        state: 'open',
        closedOn: null,
        closedBy: null,
      })
      await fixtures.as('branch').ok(cancelTask, at(_id))
    })
    expect(events.map(({ kind }) => kind)).toEqual(['task-done', 'task-reopened', 'task-cancelled'])
    expect(await fixtures.as('staff').refusal(completeTask, at(_id))).toMatchObject({ code: 'ACTION_GONE' })
  })

  test('monthly from 31/01/2026: 28/02, 31/03; done three weeks late: one next task, in the future (story 16)', async () => {
    fixtures.clock.moveTo('2026-01-31T10:00:00Z')
    const first = await ofSale({ dueOn: '2026-01-31', repeat: { every: 1, unit: 'month', from: 'due' } })
    const second = (await done(first._id)).next
    expect(second).toMatchObject({ dueOn: '2026-02-28', state: 'open', repeat: { unit: 'month' } })
    fixtures.clock.moveTo('2026-02-28T10:00:00Z')
    const third = (await done(second?._id ?? '')).next
    expect(third?.dueOn).toBe('2026-03-31')
    fixtures.clock.moveTo('2026-04-21T10:00:00Z')
    expect((await done(third?._id ?? '')).next?.dueOn).toBe('2026-04-30')
    expect(await list({ propertyId: sale.propertyId, state: 'open' })).toHaveLength(1)
  })

  test('reopening removes an unchanged next task', async () => {
    const week = { every: 1, unit: 'week', from: 'due' } as const
    const { _id } = await ofSale({ dueOn: '2025-11-05', repeat: week })
    await done(_id)
    await fixtures.as('staff').ok(reopenTask, at(_id))
    expect(ids(await list({ propertyId: sale.propertyId, state: 'open' }))).toEqual([_id])
    const { next } = await done(_id)
    await change(next?._id ?? '', { title: 'Changed' })
    await fixtures.as('staff').ok(reopenTask, at(_id))
    expect(await list({ propertyId: sale.propertyId, state: 'open' })).toHaveLength(2)
    expect((await done(_id)).next).toBeNull()
  })
})

describe('GET task', () => {
  test('ordered by due day, time and creation; done and cancelled tasks latest first', async () => {
    const propertyId = sale.propertyId
    const none = await ofSale()
    const late = await ofSale({ dueOn: '2025-11-04' })
    const morning = await ofSale({ dueOn: '2025-11-05', dueAt: '09:00' })
    const today = await ofSale({ dueOn: '2025-11-05' })
    expect(ids(await list({ propertyId }))).toEqual(ids([late, morning, today, none]))
    expect(ids(await list({ propertyId, dueUntil: '2025-11-04' }))).toEqual([late._id])
    await done(late._id)
    fixtures.clock.advance({ minutes: 1 })
    await fixtures.as('staff').ok(cancelTask, at(none._id))
    expect(ids(await list({ propertyId, state: 'open' }))).toEqual(ids([morning, today]))
    expect(ids(await list({ propertyId, state: 'closed' }))).toEqual(ids([none, late]))
  })

  test('a task without a sale can be seen and changed by assignee, creator and company administrators', async () => {
    const { _id } = await add({ title: 'Private', assigneeId: fixtures.idOf.branch })
    const sees = async (as: FixtureUser) => ids(await list({ itemsPerPage: '100' }, as)).includes(_id)
    for (const as of ['staff', 'branch', 'company', 'platform'] as const) expect([as, await sees(as)]).toEqual([as, true])
    expect(await sees('secondBranch')).toBe(false)
    expect(await fixtures.as('secondBranch').refusal(completeTask, at(_id))).toMatchObject({ status: 404 })
    expect(await fixtures.as('otherCompany').refusal(completeTask, at(_id))).toMatchObject({ status: 404 })
    await done(_id, 'branch')
    const recorded = (await companyEvents(fixtures, fixtures.a.companyId)).filter(
      ({ data }) => (data as { taskId?: string }).taskId === _id,
    )
    expect(recorded.map(({ kind, property_id }) => [kind, property_id])).toEqual([
      ['task-added', null],
      ['task-done', null],
    ])
  })

  test('a task of a sale is visible to everyone whose scope contains the sale', async () => {
    const { _id } = await ofSale()
    expect(ids(await list({ itemsPerPage: '100' }, 'branch'))).toContain(_id)
    expect(ids(await list({ itemsPerPage: '100' }, 'secondBranch'))).not.toContain(_id)
    expect(await fixtures.as('secondBranch').refusal(updateTask, { ...at(_id), body: { title: 'x' } })).toMatchObject({
      status: 404,
    })
  })
})

describe('Tasks are action items of their assignee', () => {
  const items = async (as: FixtureUser) => {
    const { groups } = await fixtures.as(as).ok(readToday, { params: fixtures.a, query: { by: 'rank', itemsPerPage: '100' } })
    return groups.flatMap(({ actionItems }) => actionItems).filter(({ kind }) => kind === 'task')
  }
  const keysOf = async (as: FixtureUser) => (await items(as)).map(({ key }) => key)

  test('with or without a sale, until they are done, cancelled or reassigned', async () => {
    const own = await add({ title: 'Call the office', dueOn: '2025-11-04' }, 'branch')
    const other = await ofSale({ assigneeId: fixtures.idOf.branch, dueOn: '2025-11-05' })
    expect(await keysOf('branch')).toEqual(expect.arrayContaining([`task:${own._id}`, `task:${other._id}`]))
    await done(own._id, 'branch')
    await change(other._id, { assigneeId: fixtures.idOf.staff })
    expect(await keysOf('branch')).not.toContain(`task:${own._id}`)
    expect(await keysOf('branch')).not.toContain(`task:${other._id}`)
    expect(await keysOf('staff')).toContain(`task:${other._id}`)
  })

  test('POST today/done completes a task, creates the next one, and can be undone', async () => {
    const task = await ofSale({ dueOn: '2025-11-05', repeat: { every: 1, unit: 'week', from: 'due' } })
    const body = { actionItems: [{ subjectId: sale.propertyId, key: `task:${task._id}` }] }
    const { undoId } = await fixtures.as('staff').ok(completeActionItems, { params: fixtures.a, body })
    expect(await list({ propertyId: sale.propertyId, state: 'open' })).toMatchObject([{ dueOn: '2025-11-12' }])
    await fixtures.as('staff').ok(undoChange, { params: { ...fixtures.a, undoId }, body: {} })
    expect(ids(await list({ propertyId: sale.propertyId, state: 'open' }))).toEqual([task._id])
    expect(await keysOf('staff')).toContain(`task:${task._id}`)
  })
})

describe('POST undo of a change of tasks', () => {
  const undo = (undoId: string | null, as: FixtureUser = 'staff') =>
    fixtures.as(as).call(undoChange, { params: { ...fixtures.a, undoId: undoId ?? '' }, body: {} })

  test('cancels an added task, restores a changed one, reopens a completed one and cancels its successor', async () => {
    const body = {
      title: 'Ring',
      propertyId: sale.propertyId,
      dueOn: '2025-11-05',
      repeat: { every: 1, unit: 'week', from: 'due' } as const,
    }
    const { task, undoId, description } = await fixtures.as('staff').ok(createTask, { params: fixtures.a, body })
    expect(description).toBe('Task added: Ring')
    const changed = await change(task._id, { dueOn: '2025-11-07', note: 'Twice' })
    expect(await undo(changed.undoId)).toMatchObject({ status: 200 })
    expect(await list({ propertyId: sale.propertyId })).toMatchObject([{ dueOn: '2025-11-05', note: '', state: 'open' }])
    const settled = await done(task._id)
    expect(settled.description).toBe('Done: Ring. Next on 12/11/2025')
    await undo(settled.undoId)
    expect(await list({ propertyId: sale.propertyId })).toMatchObject([
      { _id: task._id, state: 'open', closedOn: null },
      { _id: settled.next?._id, state: 'cancelled', cancelReason: 'Undone' },
    ])
    expect(await undo(undoId)).toMatchObject({ status: 409, body: { code: 'UNDO_OVERTAKEN' } })
  })

  test('tasks of several sales are undone together; one that a colleague changed prevents it, with the name', async () => {
    const other = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '9 Task Street')
    const add = () =>
      fixtures.as('staff').ok(createTasksOfSales, {
        params: fixtures.a,
        body: { title: 'Ask', propertyIds: [sale.propertyId, other.propertyId] },
      })
    const first = await add()
    expect(first.description).toBe('Task added to 2 sales: Ask')
    expect(await undo(first.undoId)).toMatchObject({ status: 200 })
    const second = await add()
    await change(second.tasks[0]?._id ?? '', { title: 'Ask again' }, 'branch')
    expect(await undo(second.undoId)).toMatchObject({
      status: 409,
      body: { code: 'UNDO_OVERTAKEN', message: expect.stringContaining('branch people') },
    })
    for (const { propertyId } of [sale, other]) expect(await list({ propertyId, state: 'open' })).toHaveLength(1)
  })

  test('a call without changes cannot be undone', async () => {
    const { _id } = await ofSale()
    await done(_id)
    expect((await done(_id)).undoId).toBeNull()
  })
})
