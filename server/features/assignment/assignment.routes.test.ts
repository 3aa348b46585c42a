import { readProgressorChoice, saveAssignRule, shareSales } from '@gya/domain/features/assignment/assignment.contract.ts'
import type { AssignRule } from '@gya/domain/features/assignment/choose-progressor.ts'
import { readBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { deleteProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import { assignProgressor } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { performFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { countSalesOfMember, deactivateMember, reactivateMember } from '@gya/domain/features/members/member-lifecycle.contract.ts'
import { addOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { completeTask, createTask, listTasks } from '@gya/domain/features/tasks/tasks.contract.ts'
import { readTodayPeople } from '@gya/domain/features/today/today.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { companyEvents } from '../../../test/support/company-events.ts'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { findMailsTo } from '../../../test/support/sent-mails.ts'
import { inTransaction, statementsDuring } from '../../../test/support/statements-during.ts'
import { eventsDuring, expectNothingWritten } from '../properties/testing/recorded-events.ts'
import { findWorkers } from './assignment.repository.ts'
import { findSalesToShare } from './share-sales.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const as = () => fixtures.as('branch')
let people = 0
let ada: string
let bea: string
let emails: string[]
/** Two people of the branch whose names follow each other. */
beforeEach(async () => {
  people += 1
  emails = ['ada', 'bea'].map((name) => `${name}-${String(people).padStart(3, '0')}@assigned.example`)
  const add = (email = '') =>
    fixtures.addUser({ type: 'BRANCH_STAFF', email, companyId: fixtures.a.companyId, branchId: fixtures.first.branchId })
  ada = await add(emails[0])
  bea = await add(emails[1])
  await setRule('none')
})

const setRule = (rule: AssignRule, among: string[] = []) =>
  as().ok(saveAssignRule, { params: { ...fixtures.a, branchId: fixtures.first.branchId }, body: { rule, among } })
const property = (line1 = '9 Assigned Street') => takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, line1)
const buyer = { name: 'Bea Uyer', amount: 285_000, cashBuy: false, chain: false, state: 'A' as const }
const accept = (params: PropertyPath, more: { bStaff?: string | null } = {}) =>
  fixtures.as('staff').ok(addOffer, { params, body: { ...buyer, ...more } })
const progressorOf = async (params: PropertyPath) => (await as().ok(readProperty, { params })).contacts.bStaff?._id ?? null
const sold = async (bStaff: string | null = null) => {
  const params = await property()
  await accept(params, { bStaff })
  return params
}

describe('Accepting an offer: acceptance story 9 of [seat §19](docs/design/seat.md#19)', () => {
  test('a call without bStaff follows the rule `load`: fewest sales, tie by name; with an entry in the same transaction', async () => {
    await setRule('load', [bea, ada])
    const [one, two] = [await property(), await property()]
    const entry = (await eventsDuring(fixtures, one.propertyId, () => accept(one))).find(
      ({ kind }) => kind === 'progressor-assigned',
    )
    expect(entry).toMatchObject({ by: fixtures.idOf.staff, data: { from: null, to: ada } })
    await accept(two)
    expect([await progressorOf(one), await progressorOf(two)]).toEqual([ada, bea])
  })

  test('eight at once under `load`: each counts those before it', async () => {
    await setRule('load', [ada, bea])
    const sales = await Promise.all(Array.from({ length: 8 }, () => property()))
    await Promise.all(sales.map((params) => accept(params)))
    const owners = await Promise.all(sales.map(progressorOf))
    expect([ada, bea].map((id) => owners.filter((owner) => owner === id).length)).toEqual([4, 4])
  })

  test('two at once under `turn`: two different people; whoever was chosen by hand as the next has had their turn', async () => {
    await setRule('turn', [ada, bea])
    const both = [await property(), await property()]
    await Promise.all(both.map((params) => accept(params)))
    const chosen = await Promise.all(both.map(progressorOf))
    expect(new Set(chosen)).toEqual(new Set([ada, bea]))
    const last = await fixtures.database.db
      .selectFrom('branch')
      .select('assign_last')
      .where('id', '=', fixtures.first.branchId)
      .execute()
    const next = last[0]?.assign_last === ada ? bea : ada
    await accept(await property(), { bStaff: next })
    const after = await property()
    await accept(after)
    expect(await progressorOf(after)).toBe(next === ada ? bea : ada)
  })

  test('`none` leaves nobody; bStaff names somebody or nobody; one that is there is never replaced', async () => {
    const rows = [await property(), await property(), await property()] as const
    await accept(rows[0])
    await accept(rows[1], { bStaff: ada })
    await setRule('load', [ada])
    await accept(rows[2], { bStaff: null })
    expect(await Promise.all(rows.map(progressorOf))).toEqual([null, ada, null])
    const taken = await property()
    await as().ok(assignProgressor, { params: taken, body: { bStaff: bea } })
    await accept(taken, { bStaff: ada })
    expect(await progressorOf(taken)).toBe(bea)
  })

  test('refuses a colleague of another branch, and bStaff without an acceptance; nothing is written', async () => {
    const params = await property()
    const refusal = (more: object) => fixtures.as('staff').refusal(addOffer, { params, body: { ...buyer, ...more } })
    await expectNothingWritten(fixtures, async () => {
      expect(await refusal({ bStaff: fixtures.idOf.secondBranch })).toMatchObject({ status: 409, code: 'NOT_A_MEMBER' })
      expect(await refusal({ bStaff: ada, state: 'P' })).toMatchObject({ status: 409, code: 'PROGRESSOR_NEEDS_ACCEPTANCE' })
    })
    const { offers } = await fixtures.as('staff').ok(addOffer, { params, body: { ...buyer, state: 'P' } })
    const _id = offers[0]?._id ?? ''
    await fixtures.as('staff').ok(updateOffer, { params, body: { _id, state: 'A', bStaff: bea } })
    expect(await progressorOf(params)).toBe(bea)
  })

  test('a restore keeps the progressor; after the leaver left it is the rule’s', async () => {
    await setRule('load', [bea])
    const params = await sold(ada)
    const restore = async () => {
      const { saleResets } = await as().ok(performFallOff, { params, body: { note: 'Survey' } })
      await as().ok(restoreFallOff, { params: { ...params, fallOffId: saleResets[0]?._id ?? '' } })
      return progressorOf(params)
    }
    expect(await restore()).toBe(ada)
    await fixtures.as('company').ok(deactivateMember, { params: { ...fixtures.a, userId: ada } })
    expect(await restore()).toBe(bea)
  })

  test('`negotiator` without named people chooses a negotiator of any role who may run the sale; with named people, only them', async () => {
    const boss = fixtures.idOf.company
    const [own, named] = [await property(), await property()]
    for (const { propertyId } of [own, named])
      await fixtures.database.db.updateTable('property').set({ negotiator_id: boss }).where('id', '=', propertyId).execute()
    await setRule('negotiator')
    expect((await as().ok(readProgressorChoice, { params: own })).suggested).toBe(boss)
    await accept(own)
    await setRule('negotiator', [ada])
    await accept(named)
    expect([await progressorOf(own), await progressorOf(named)]).toEqual([boss, ada])
  })

  test('GET progressor: whom the rule would choose, else the caller; the others by name with their sales', async () => {
    const params = await property()
    const choice = (name: 'branch' | 'platform' = 'branch') => fixtures.as(name).ok(readProgressorChoice, { params })
    expect(await choice()).toMatchObject({ progressor: null, suggested: fixtures.idOf.branch })
    expect(await choice('platform')).toMatchObject({ suggested: null })
    await setRule('negotiator', [ada, bea])
    await fixtures.database.db.updateTable('property').set({ negotiator_id: bea }).where('id', '=', params.propertyId).execute()
    await sold(bea)
    const { suggested, people: all } = await choice()
    expect(suggested).toBe(bea)
    expect(all.filter(({ _id }) => [ada, bea].includes(_id)).map(({ sales }) => sales)).toEqual([0, 1])
    await accept(params)
    expect(await choice()).toMatchObject({ progressor: { _id: bea } })
  })
})

describe('PUT branch/assign-rule', () => {
  test('saves the rule with an entry of the company; people who cannot run its sales are refused', async () => {
    expect(await setRule('turn', [bea])).toMatchObject({ assignRule: 'turn', assignAmong: [bea] })
    expect((await companyEvents(fixtures, fixtures.a.companyId)).at(-1)).toMatchObject({
      kind: 'assign-rule-saved',
      data: { branchId: fixtures.first.branchId, before: 'none', rule: 'turn', among: 1 },
    })
    const params = { ...fixtures.a, branchId: fixtures.first.branchId }
    const { version } = await as().ok(readBranch, { params })
    await expectNothingWritten(fixtures, async () => {
      const refusal = (body: object) => as().refusal(saveAssignRule, { params, body: { rule: 'load', among: [], ...body } })
      expect(await refusal({ among: [fixtures.idOf.secondBranch] })).toMatchObject({ code: 'NOT_A_MEMBER' })
      expect(await refusal({ version: version - 1 })).toMatchObject({ code: 'STALE_VERSION' })
      expect(await refusal({ among: [ada, ada] })).toMatchObject({ status: 400 })
      await setRule('turn', [bea])
    })
    expect((await fixtures.as('staff').call(saveAssignRule, { params, body: { rule: 'none', among: [] } })).status).toBe(403)
  })
})

describe('POST property/share', () => {
  type Body = Parameters<typeof share>[0]
  const share = (body: object) =>
    as().ok(shareSales, { params: fixtures.a, body: { among: [ada, bea], by: 'load', ...body } as never })
  const refusal = (body: Body, name: 'branch' | 'company' = 'branch') =>
    fixtures.as(name).refusal(shareSales, { params: fixtures.a, body: { among: [ada, bea], by: 'load', ...body } as never })
  const undo = (undoId: string | null) => as().call(undoChange, { params: { ...fixtures.a, undoId: undoId ?? '' }, body: {} })

  test('previews and shares, with entries, one e-mail a person and one undo, which leaves a sale that has changed since', async () => {
    const sales = [await sold(), await sold(), await sold(fixtures.idOf.staff)] as const
    const propertyIds = sales.map(({ propertyId }) => propertyId)
    const { task } = await as().ok(createTask, {
      params: fixtures.a,
      body: { title: 'Ring', propertyId: propertyIds[2] ?? '', assigneeId: fixtures.idOf.staff },
    })
    const asked = { propertyIds, moveTasks: true }
    const preview = await expectNothingWritten(fixtures, () => share({ ...asked, preview: true }))
    expect(preview).toMatchObject({
      people: [
        { _id: ada, sales: 2 },
        { _id: bea, sales: 1 },
      ].toSorted((a, b) => (a._id < b._id ? -1 : 1)),
      left: [],
      undoId: null,
    })
    const saved = await share({ ...asked, seen: preview.seen })
    const owners = await Promise.all(sales.map(progressorOf))
    expect([ada, bea].map((id) => owners.filter((owner) => owner === id).length)).toEqual([2, 1])
    const { data: tasks } = await as().ok(listTasks, { params: fixtures.a, query: { propertyId: propertyIds[2] ?? '' } })
    expect(tasks).toMatchObject([{ _id: task._id, assignee: { _id: owners[2] } }])
    expect((await findMailsTo(fixtures, emails[0] ?? ''))[0]?.subject).toBe('2 sales are now yours')
    expect((await findMailsTo(fixtures, emails[1] ?? ''))[0]?.subject).toBe('1 sale is now yours')
    expect(
      (await companyEvents(fixtures, fixtures.a.companyId)).findLast(({ property_id }) => property_id === null),
    ).toMatchObject({
      kind: 'sales-shared',
      data: { sales: 3, among: 2, tasks: 1 },
    })
    expect((await auditEntries(fixtures.database, 'sales-handed-over')).at(-1)).toMatchObject({ data: { sales: 3, tasks: 1 } })
    await as().ok(assignProgressor, { params: sales[0], body: { bStaff: fixtures.idOf.branch } })
    expect(await undo(saved.undoId)).toMatchObject({
      status: 200,
      body: { description: 'Undone: 3 sales shared, 1 task moved. Not undone: 9 Assigned Street (changed since)' },
    })
    expect(await Promise.all(sales.map(progressorOf))).toEqual([fixtures.idOf.branch, null, fixtures.idOf.staff])
  })

  test('a leaver’s sales and homes for sale are told apart, balanced apart, and shown with what each runs before and afterwards', async () => {
    await Promise.all([sold(bea), sold(bea), ...Array.from({ length: 4 }, () => sold(fixtures.idOf.staff))])
    const homes = await Promise.all(Array.from({ length: 5 }, () => property()))
    for (const params of homes) await as().ok(assignProgressor, { params, body: { bStaff: fixtures.idOf.staff } })
    const held = { from: fixtures.idOf.staff, branchIds: [fixtures.first.branchId] }
    const { people: shared } = await share({ ...held, preview: true })
    const of = (id: string) => shared.find(({ _id }) => _id === id)
    const all = [of(ada), of(bea)]
    expect(all.map((one) => one?.before)).toEqual([
      { sales: 0, homes: 0, withdrawn: 0 },
      { sales: 2, homes: 0, withdrawn: 0 },
    ])
    for (const kind of ['sales', 'homes'] as const) {
      const [more = 0, less = 0] = all.map((one) => one?.after[kind] ?? 0).toSorted((a, b) => b - a)
      expect([kind, more - less]).toEqual([kind, expect.toBeOneOf([0, 1])])
      for (const one of all) expect(one && one.after[kind] - one.before[kind]).toBe(one?.[kind])
    }
    expect(all.reduce((sum, one) => sum + (one?.homes ?? 0), 0)).toBeGreaterThanOrEqual(5)
    const { undoId } = await share(held)
    expect((await undo(undoId)).body).toMatchObject({
      description: expect.stringMatching(/^Undone: \d+ sales and \d+ homes for sale shared/),
    })
    expect((await findMailsTo(fixtures, emails[0] ?? ''))[0]?.subject).toMatch(/^\d sales and \d homes? for sale are now yours$/)
  })

  test('a sale whose progressor has changed since the preview: BULK_CHANGED, nothing is written; undo of nothing left: UNDO_OVERTAKEN', async () => {
    const params = await sold()
    const { seen } = await share({ propertyIds: [params.propertyId], preview: true })
    await as().ok(assignProgressor, { params, body: { bStaff: ada } })
    await expectNothingWritten(fixtures, async () =>
      expect(await refusal({ propertyIds: [params.propertyId], seen })).toMatchObject({ status: 409, code: 'BULK_CHANGED' }),
    )
    const { undoId } = await share({ propertyIds: [params.propertyId], among: [bea] })
    await as().ok(assignProgressor, { params, body: { bStaff: ada } })
    expect(await undo(undoId)).toMatchObject({ status: 409, body: { code: 'UNDO_OVERTAKEN' } })
  })

  test('undo after one of its sales was deleted and a task done: the rest is undone, and they are named', async () => {
    const sales = [await sold(fixtures.idOf.staff), await sold(fixtures.idOf.staff), await sold(fixtures.idOf.staff)] as const
    const task = { title: 'Ring', propertyId: sales[1].propertyId, assigneeId: fixtures.idOf.staff }
    const { task: ring } = await as().ok(createTask, { params: fixtures.a, body: task })
    const propertyIds = sales.map(({ propertyId }) => propertyId)
    const { undoId } = await share({ propertyIds, among: [ada], moveTasks: true })
    await fixtures.as('company').ok(deleteProperty, { params: sales[0] })
    await as().ok(completeTask, { params: { ...fixtures.a, taskId: ring._id } })
    expect(await undo(undoId)).toMatchObject({
      status: 200,
      body: {
        description:
          'Undone: 3 sales shared, 1 task moved. Not undone: 9 Assigned Street (deleted since); the task “Ring” (changed since)',
      },
    })
    expect(await Promise.all([sales[1], sales[2]].map(progressorOf))).toEqual([fixtures.idOf.staff, fixtures.idOf.staff])
  })

  test('from somebody: their open sales within reach; from nobody: also those of somebody who has left (story 11), as Today counts them', async () => {
    const [own, left] = [await sold(ada), await sold(ada)]
    expect(await share({ from: ada, among: [bea], branchIds: [fixtures.first.branchId] })).toMatchObject({
      people: [{ _id: bea, sales: 2 }],
    })
    const params = { ...fixtures.a, userId: ada }
    expect(await fixtures.as('company').ok(countSalesOfMember, { params })).toMatchObject({ count: 0 })
    await as().ok(assignProgressor, { params: left, body: { bStaff: ada } })
    await fixtures.as('company').ok(deactivateMember, { params: { ...fixtures.a, userId: ada } })
    expect((await as().ok(readProperty, { params: left })).contacts.bStaff).toMatchObject({ _id: ada, left: true })
    const nobodys = async () =>
      (await as().ok(readTodayPeople, { params: fixtures.a, query: {} })).data.find(({ userId }) => userId === null)?.sales ?? 0
    const count = await nobodys()
    expect(count).toBeGreaterThan(0)
    expect(await share({ from: 'nobody', among: [bea], by: 'turn' })).toMatchObject({ people: [{ sales: count }] })
    expect(await nobodys()).toBe(0)
    expect(await Promise.all([own, left].map(progressorOf))).toEqual([bea, bea])
    await fixtures.as('company').ok(reactivateMember, { params: { ...fixtures.a, userId: ada } })
  })

  const leave = (userId: string) => fixtures.as('company').ok(deactivateMember, { params: { ...fixtures.a, userId } })
  const giveAll = (moreOrLess: object = {}) =>
    fixtures.as('company').ok(shareSales, {
      params: fixtures.a,
      body: { from: ada, among: [bea], by: 'load', moveTasks: true, ...moreOrLess },
    })
  const tasksOf = async (assigneeId: string) =>
    (await as().ok(listTasks, { params: fixtures.a, query: { assigneeId } })).data.map(({ _id }) => _id)
  const taskOfAda = async (title: string, propertyId: string | null = null) =>
    (await as().ok(createTask, { params: fixtures.a, body: { title, propertyId, assigneeId: ada } })).task._id
  const undoAll = (undoId: string | null) =>
    fixtures.as('company').call(undoChange, { params: { ...fixtures.a, undoId: undoId ?? '' }, body: {} })

  test('tasks alone: described, in the history and the audit; undone each by itself, and refused once none is left', async () => {
    const [pens, paper] = [await taskOfAda('Order pens'), await taskOfAda('Order paper')]
    const { undoId } = await giveAll()
    const data = { sales: 0, among: 0, tasks: 2 }
    expect((await companyEvents(fixtures, fixtures.a.companyId)).at(-1)).toMatchObject({ kind: 'sales-shared', data })
    expect((await auditEntries(fixtures.database, 'sales-handed-over')).at(-1)).toMatchObject({ data })
    await as().ok(completeTask, { params: { ...fixtures.a, taskId: paper } })
    expect(await undoAll(undoId)).toMatchObject({
      body: { description: 'Undone: 2 tasks moved. Not undone: the task “Order paper” (changed since)' },
    })
    expect(await tasksOf(ada)).toEqual([pens])
    const again = await giveAll()
    await as().ok(completeTask, { params: { ...fixtures.a, taskId: pens } })
    expect(await undoAll(again.undoId)).toMatchObject({ status: 409, body: { code: 'UNDO_OVERTAKEN' } })
  })

  const nameOf = async (id: string) => (await findWorkers(fixtures.database.db, fixtures.a.companyId, { userIds: [id] }))[0]?.name

  test('undo gives neither a sale nor a task back to somebody who has left, and says so; with nothing else it is refused', async () => {
    const gone = await nameOf(ada)
    const params = await sold(ada)
    const others = await sold(null)
    const tasks = [await taskOfAda('Ring', params.propertyId), await taskOfAda('Order pens')]
    const { undoId } = await giveAll()
    const both = await share({ propertyIds: [others.propertyId], among: [ada] })
    expect(both.undoId).not.toBeNull()
    const { undoId: mixed } = await share({ propertyIds: [others.propertyId], among: [bea] })
    await leave(ada)
    const why = `(${gone}, who had it, can no longer have it)`
    expect(await undoAll(undoId)).toMatchObject({
      status: 409,
      body: { code: 'UNDO_OVERTAKEN', message: `9 Assigned Street and the task “Order pens” ${why}.` },
    })
    expect(await undo(mixed)).toMatchObject({
      status: 409,
      body: { code: 'UNDO_OVERTAKEN', message: `9 Assigned Street ${why}.` },
    })
    expect([await progressorOf(params), await progressorOf(others)]).toEqual([bea, bea])
    expect(new Set(await tasksOf(bea))).toEqual(new Set(tasks))
  })

  test('undo leaves what a leaver had where it is, puts the rest back, and tells the new progressor what stays theirs', async () => {
    const [kept, back] = [await sold(ada), await sold(fixtures.idOf.staff)]
    const { undoId } = await share({ propertyIds: [kept.propertyId, back.propertyId], among: [bea] })
    const gone = await nameOf(ada)
    await leave(ada)
    expect(await undo(undoId)).toMatchObject({
      status: 200,
      body: {
        description: `Undone: 2 sales shared. Not undone: 9 Assigned Street (${gone}, who had it, can no longer have it)`,
      },
    })
    expect([await progressorOf(kept), await progressorOf(back)]).toEqual([bea, fixtures.idOf.staff])
    expect((await findMailsTo(fixtures, emails[1] ?? '')).map(({ subject, state }) => [subject, state])).toEqual(
      expect.arrayContaining([
        ['2 sales are now yours', 'cancelled'],
        ['1 sale is now yours', 'queued'],
      ]),
    )
  })

  test('undo of one assignment does not make somebody progressor who has left', async () => {
    const params = await sold(ada)
    const gone = await nameOf(ada)
    const { undoId } = await as().ok(assignProgressor, { params, body: { bStaff: bea } })
    await leave(ada)
    expect(await undo(undoId)).toMatchObject({
      status: 409,
      body: { message: `${gone} can no longer be the sales progressor at 9 Assigned Street.` },
    })
    expect(await progressorOf(params)).toBe(bea)
  })

  test('undo takes the e-mail back that waits', async () => {
    await sold(ada)
    const { undoId } = await giveAll()
    fixtures.clock.advance({ seconds: 90 })
    const [mail] = await findMailsTo(fixtures, emails[1] ?? '')
    expect((await undoAll(undoId)).body).toMatchObject({ description: 'Undone: 1 sale shared' })
    const mails = await findMailsTo(fixtures, emails[1] ?? '')
    expect([mail?.subject, mail?.state, mails.map(({ state }) => state)]).toEqual([
      '1 sale is now yours',
      'queued',
      ['cancelled'],
    ])
    expect(mail?.text).toContain('you are the sales progressor of 1 sale')
  })

  test('undo after the e-mail has gone says so and corrects it by another', async () => {
    const params = await sold(ada)
    const to = await nameOf(bea)
    const { undoId } = await giveAll()
    fixtures.clock.advance({ minutes: 3 })
    expect((await undoAll(undoId)).body).toMatchObject({
      description: `Undone: 1 sale shared. The e-mail had been sent to ${to}; another one corrects it`,
    })
    expect(await progressorOf(params)).toBe(ada)
    expect((await findMailsTo(fixtures, emails[1] ?? '')).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['1 sale is now yours', '1 sale is not yours after all']),
    )
  })

  test('refuses to share somebody’s sales with themselves', () =>
    expectNothingWritten(fixtures, async () => {
      expect(await refusal({ from: ada, among: [bea, ada] })).toMatchObject({ status: 409, code: 'HAND_OVER_TO_SAME' })
    }))

  test('a preview is of whose each sale will be: BULK_CHANGED if somebody else would get one', async () => {
    const { propertyId } = await sold()
    const { seen } = await share({ propertyIds: [propertyId], preview: true })
    await sold(ada)
    expect(await refusal({ propertyIds: [propertyId], seen })).toMatchObject({ code: 'BULK_CHANGED' })
  })

  test('waits for the saves of its sales, then reads them, and counts, as they are', async () => {
    const sales = [await sold(), await sold()] as const
    const [completed, taken] = sales.map(({ propertyId }) => propertyId)
    const { pool } = fixtures.database
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query('select from property where id = any($1) for update', [[completed, taken]])
    const sharing = share({ propertyIds: [completed, taken] })
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await vi.waitUntil(async () => (await pool.query(waiting)).rowCount, 10_000)
    await holder.query(`update property_report set phase = 'completed' where property_id = $1`, [completed])
    await holder.query('update property set b_staff = $2 where id = $1', [taken, fixtures.idOf.staff])
    await sold(ada)
    await holder.query('commit')
    holder.release()
    expect((await sharing).left).toEqual([{ propertyId: completed, why: 'Completed sales keep their progressor.' }])
    expect(await progressorOf(sales[1])).toBe(bea)
    const entries = (await companyEvents(fixtures, fixtures.a.companyId)).filter(({ property_id }) => property_id === taken)
    expect(entries.at(-1)).toMatchObject({
      kind: 'progressor-assigned',
      data: { from: fixtures.idOf.staff, fromName: expect.stringMatching(/./) },
    })
  })

  test('from nobody: also sales of somebody who has lost the branch; reads and locks no more sales than a call shares', async () => {
    const { propertyId } = await sold(ada)
    await sold(ada)
    const { db } = fixtures.database
    const from = (id: string, most?: number) =>
      findSalesToShare(db, { ...fixtures.a, whose: { from: id }, branchIds: null, locks: true, ...(most ? { most } : {}) })
    expect([await from(ada, 1), await from(ada)].map(({ length }) => length)).toEqual([1, 2])
    await db.deleteFrom('branch_member').where('user_id', '=', ada).execute()
    const { data } = await as().ok(readTodayPeople, { params: fixtures.a, query: {} })
    const sales = await from('nobody')
    expect(sales.map((sale) => sale.propertyId)).toContain(propertyId)
    expect(sales).toHaveLength(data.find(({ userId }) => userId === null)?.sales ?? 0)
  })

  test('hands everything of a leaver over to one person, with the tasks of no sale', async () => {
    const task = await taskOfAda('Order pens')
    const params = await sold(ada)
    const { undoId } = await giveAll()
    expect([await tasksOf(bea), await progressorOf(params)]).toEqual([[task], bea])
    await undoAll(undoId)
    expect([await tasksOf(ada), await progressorOf(params)]).toEqual([[task], ada])
  })

  test('keeps sales that nobody of them may run; refuses people and sales out of reach', async () => {
    const elsewhere = { ...fixtures.second }
    const here = await sold()
    const propertyIds = [here.propertyId, elsewhere.propertyId]
    const answer = await fixtures
      .as('company')
      .ok(shareSales, { params: fixtures.a, body: { propertyIds, among: [ada], by: 'load' } })
    expect(answer.left).toEqual([{ propertyId: elsewhere.propertyId, why: 'None of them works in Second Street.' }])
    await expectNothingWritten(fixtures, async () => {
      expect(await refusal({ propertyIds })).toMatchObject({ status: 404 })
      expect(await refusal({ from: ada, among: [fixtures.idOf.secondBranch] })).toMatchObject({ status: 404 })
      expect(await refusal({ from: ada, among: [fixtures.idOf.vendor] }, 'company')).toMatchObject({ status: 404 })
      expect(await refusal({ from: ada, branchIds: [elsewhere.branchId] })).toMatchObject({ status: 404 })
      expect(await refusal({ from: ada, propertyIds })).toMatchObject({ status: 400 })
      expect(await refusal({ from: ada, among: [] })).toMatchObject({ status: 400 })
    })
  })

  test('a group of 50 takes at most 12 statements more', async () => {
    const ids = await Promise.all(Array.from({ length: 51 }, () => sold()))
    const run = async (count: number, among: string) => {
      const propertyIds = ids.slice(0, count).map(({ propertyId }) => propertyId)
      const { statements } = await statementsDuring(fixtures, () => share({ propertyIds, among: [among] }))
      return inTransaction(statements).length
    }
    expect((await run(51, ada)) - (await run(50, bea))).toBeLessThanOrEqual(12)
  })
})
