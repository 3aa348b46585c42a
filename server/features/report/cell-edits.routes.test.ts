import type { Wire } from '@gya/domain/endpoint.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { editCells } from '@gya/domain/features/report/cell-edits.contract.ts'
import { readReport } from '@gya/domain/features/report/report.contract.ts'
import { type StepName, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { readToday } from '@gya/domain/features/today/today.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, type FixtureUser, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { statementsDuring } from '../../../test/support/statements-during.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { loadProperty } from '../properties/read/load-property.ts'
import { expectNothingWritten } from '../properties/testing/recorded-events.ts'
import { runConcurrently } from '../properties/testing/run-concurrently.ts'

let fixtures: Fixtures
let sales: [PropertyPath, PropertyPath, PropertyPath]
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  sales = [await sell('1 Cell Street'), await sell('2 Cell Street'), await sell('3 Cell Street')]
  fixtures.clock.advance({ minutes: 1 })
})

async function sell(line1: string): Promise<PropertyPath> {
  const path = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, line1)
  const offer = { name: 'B', amount: 285_000, cashBuy: false, chain: false, state: 'A' as const }
  await fixtures.as('staff').ok(addOffer, { params: path, body: offer })
  return path
}

type Edit = Wire<typeof editCells, 'body'>['edits'][number]
const today = '2026-03-10'
const company = () => ({ companyId: sales[0].companyId })
const edit = (edits: Edit[], as: FixtureUser = 'staff') => fixtures.as(as).ok(editCells, { params: company(), body: { edits } })
const preview = (edits: Edit[]) =>
  expectNothingWritten(fixtures, () => fixtures.as('staff').ok(editCells, { params: company(), body: { edits, preview: true } }))
const refusal = (edits: Edit[], as: FixtureUser = 'staff') =>
  expectNothingWritten(fixtures, () => fixtures.as(as).refusal(editCells, { params: company(), body: { edits } }))
const undo = (undoId: string | null) =>
  fixtures.as('staff').ok(undoChange, { params: { ...company(), undoId: undoId ?? '' }, body: {} })
const load = ({ companyId, propertyId }: PropertyPath) => loadProperty(fixtures.database.db, { companyId, propertyId }, today)
const setStep = (path: PropertyPath, name: StepName, state: 'C' | 'IP' | 'B', more = {}, as: FixtureUser = 'branch') =>
  fixtures.as(as).ok(saveTimeline, { params: path, body: { timeline: [{ key: stepKeys[name], state }], ...more } })

/** An edit of a step whose cell showed this value. */
const step = (
  { propertyId }: PropertyPath,
  name: StepName,
  to: { state: 'C' | 'IP' | 'B' | 'NS' | 'NA'; on?: string },
  was: { state: 'C' | 'IP' | 'B' | 'NS' | 'NA'; on?: string } = { state: 'NS' },
): Edit => ({
  propertyId,
  step: { key: stepKeys[name], ...to },
  was: { step: { key: stepKeys[name], state: was.state, on: was.on ?? null } },
})

/** A promise at the second attempt: the step waits until its day. */
const snooze = ({ companyId, propertyId }: PropertyPath, name: StepName) =>
  fixtures.database.db
    .insertInto('action_item_snooze')
    .values({
      company_id: companyId,
      subject_id: propertyId,
      key: `step:${stepKeys[name]}`,
      until: '2026-03-20T07:00:00.000Z',
      reason: 'promised',
      conversation_id: fixtures.clock.newId(),
      attempts: 2,
      set_by: fixtures.idOf.branch,
      set_on: fixtures.clock.now(),
    })
    .execute()
const snoozes = async () => {
  const ids = sales.map(({ propertyId }) => propertyId)
  const { rows } = await sql`
    select * from action_item_snooze where subject_id = any(${ids}::uuid[]) order by subject_id, key`.execute(
    fixtures.database.db,
  )
  return rows
}

/** Figures of the dashboard: events, and the current state of each sale. */
const figures = async () => {
  const ids = sales.map(({ propertyId }) => propertyId)
  const { rows: happenings } = await sql`
    select property_id, what, on_day, fee_day, fee from property_happening where property_id = any(${ids}::uuid[])
    order by 1, 2, 3`.execute(fixtures.database.db)
  const { rows: days } = await sql`
    select property_id, phase, first_warning, any_blocked, completion_date from property_day
    where property_id = any(${ids}::uuid[]) and until = 'infinity' order by 1`.execute(fixtures.database.db)
  return { happenings, days }
}
const report = async () => {
  const { data } = await fixtures.as('staff').ok(readReport, { params: company(), query: { searchText: 'Cell Street' } })
  return data.filter(({ _id }) => sales.some(({ propertyId }) => propertyId === _id))
}
const withoutVersion = (rows: Awaited<ReturnType<typeof report>>) => rows.map(({ version: _version, ...row }) => row)

describe('PATCH cells: one cell', () => {
  test('completes a step and returns the report row, and the steps started by rules with the reason', async () => {
    const answer = await edit([step(sales[0], 'MemoOfSaleSent', { state: 'C' }, { state: 'IP' })])
    expect(answer.description).toBe(
      '1 Cell Street: Memo of sale sent complete. Mortgage app submitted, Draft contracts issued, Not having survey started.',
    )
    expect(answer.changes.find(({ key }) => key === stepKeys.DraftContractsIssued)).toMatchObject({
      field: 'step',
      from: 'NS',
      to: 'IP',
      because: 'Started because Memo of sale sent, the last selling step, was completed',
    })
    expect(answer.rows).toEqual((await report()).filter(({ _id }) => _id === sales[0].propertyId))
  })

  test('C on two cells and two undos leave report and dashboard unchanged', async () => {
    const before = { report: withoutVersion(await report()), figures: await figures() }
    const first = await edit([step(sales[0], 'MemoOfSaleSent', { state: 'C' }, { state: 'IP' })])
    fixtures.clock.advance({ minutes: 1 })
    const second = await edit([step(sales[1], 'MemoOfSaleSent', { state: 'C' }, { state: 'IP' })])
    fixtures.clock.advance({ minutes: 1 })
    await undo(second.undoId)
    fixtures.clock.advance({ minutes: 1 })
    await undo(first.undoId)
    expect({ report: withoutVersion(await report()), figures: await figures() }).toEqual(before)
  })

  test('undo restores the snooze of a completed and of a blocked step', async () => {
    await edit([step(sales[0], 'MemoOfSaleSent', { state: 'C' }, { state: 'IP' })])
    await snooze(sales[0], 'DraftContractsIssued')
    await snooze(sales[1], 'MemoOfSaleSent')
    const before = await snoozes()
    fixtures.clock.advance({ minutes: 1 })
    const { undoId } = await edit([
      step(sales[0], 'DraftContractsIssued', { state: 'B' }, { state: 'IP' }),
      step(sales[1], 'MemoOfSaleSent', { state: 'C' }, { state: 'IP' }),
    ])
    expect(await snoozes()).toEqual([])
    fixtures.clock.advance({ minutes: 1 })
    await undo(undoId)
    expect(await snoozes()).toEqual(before)
  })

  test('a step can have its own day; a day in the future is refused at the cell', async () => {
    expect(await refusal([step(sales[0], 'MemoOfSaleSent', { state: 'C', on: '2026-03-11' }, { state: 'IP' })])).toMatchObject({
      code: 'STEP_DATE_IN_FUTURE',
      issues: [{ path: 'edits.0' }],
    })
    await edit([step(sales[0], 'MemoOfSaleSent', { state: 'C', on: today }, { state: 'IP' })])
    const { timeline } = await load(sales[0])
    expect(timeline.find(({ keyName }) => keyName === 'MemoOfSaleSent')?.completedOn).toBe(today)
  })

  test('the same step changed by a colleague: STALE_VERSION names who; another step is no conflict', async () => {
    await setStep(sales[0], 'SearchesBack', 'C')
    await edit([step(sales[0], 'MemoOfSaleSent', { state: 'C' }, { state: 'IP' })])
    fixtures.clock.advance({ minutes: 1 })
    await setStep(sales[0], 'DraftContractsIssued', 'B')
    expect(await refusal([step(sales[0], 'DraftContractsIssued', { state: 'C' }, { state: 'IP' })])).toMatchObject({
      status: 409,
      code: 'STALE_VERSION',
      details: { savedBy: 'branch people', savedOn: fixtures.clock.now() },
    })
  })

  test('Exchanged without a completion date is refused; with the date in the same edit it is saved, and undone', async () => {
    const exchanged = step(sales[0], 'Exchanged', { state: 'C' })
    expect(await refusal([exchanged])).toMatchObject({ code: 'COMPLETION_DATE_REQUIRED' })
    const before = await load(sales[0])
    const withDate = { ...exchanged, completionDate: '2026-04-10', was: { ...exchanged.was, completionDate: null } }
    const { undoId, rows } = await edit([withDate])
    expect(rows).toMatchObject([{ phase: 'exchanged', completionDate: '2026-04-10' }])
    fixtures.clock.advance({ minutes: 1 })
    await undo(undoId)
    const { detail, timeline } = await load(sales[0])
    expect([detail.completionDate, timeline]).toEqual([null, before.timeline])
  })

  test('a corrected day of Sale agreed corrects the acceptance, and undo restores both', async () => {
    const { detail } = await load(sales[0])
    fixtures.clock.advance({ hours: 24 })
    const agreed = step(sales[0], 'SaleAgreed', { state: 'C', on: '2026-03-11' }, { state: 'C', on: today })
    const { undoId } = await edit([agreed])
    expect((await load(sales[0])).detail.offers[0]?.acceptedOn).toBe('2026-03-11')
    fixtures.clock.advance({ minutes: 1 })
    await undo(undoId)
    expect((await load(sales[0])).detail.offers[0]?.acceptedOn).toBe(detail.offers[0]?.acceptedOn)
  })

  test('moving expected exchange moves expected completion, with the reason; undo restores both', async () => {
    const { propertyId } = sales[0]
    const days = { expectedExchange: '2026-04-10', expectedCompletion: '2026-04-17' }
    await edit([{ propertyId, ...days, was: { expectedExchange: null, expectedCompletion: null } }])
    fixtures.clock.advance({ minutes: 1 })
    const { undoId, changes } = await edit([
      { propertyId, expectedExchange: '2026-04-20', was: { expectedExchange: '2026-04-10' } },
    ])
    expect(changes).toMatchObject([
      { field: 'expectedExchange', from: '2026-04-10', to: '2026-04-20', because: null },
      { field: 'expectedCompletion', to: '2026-04-27', because: 'Moved along with the expected exchange' },
    ])
    fixtures.clock.advance({ minutes: 1 })
    await undo(undoId)
    expect((await load(sales[0])).detail).toMatchObject(days)
    expect(
      await refusal([{ propertyId, expectedExchange: '2026-03-09', was: { expectedExchange: '2026-04-10' } }]),
    ).toMatchObject({
      code: 'EXPECTED_IN_PAST',
    })
  })

  test('without changes: no undo and no entry', async () => {
    const { propertyId } = sales[0]
    const answer = await expectNothingWritten(fixtures, () =>
      edit([{ propertyId, expectedExchange: null, was: { expectedExchange: null } }]),
    )
    expect(answer).toMatchObject({ undoId: null, changes: [], description: 'Nothing changed.' })
  })
})

describe('PATCH cells: bulk', () => {
  const exchangeAll = () => sales.map((path) => step(path, 'Exchanged', { state: 'C' }))

  test('preview: what will change and what cannot, with the reason; applying the rest; a sale changed in between: none saved', async () => {
    await fixtures.as('branch').ok(saveTimeline, { params: sales[0], body: { completionDate: '2026-04-10' } })
    await fixtures.as('branch').ok(saveTimeline, { params: sales[1], body: { completionDate: '2026-04-10' } })
    const seen = await preview(exchangeAll())
    expect(seen).toMatchObject({ undoId: null, rows: [] })
    expect([...new Set(seen.changes.map(({ propertyId }) => propertyId))].toSorted()).toEqual(
      [sales[0].propertyId, sales[1].propertyId].toSorted(),
    )
    expect(seen.refused).toEqual([
      { propertyId: sales[2].propertyId, code: 'COMPLETION_DATE_REQUIRED', message: 'Exchanged needs a completion date.' },
    ])
    const able = exchangeAll().slice(0, 2)
    await setStep(sales[1], 'Exchanged', 'IP')
    expect(await refusal(able)).toMatchObject({
      status: 409,
      code: 'BULK_CHANGED',
      issues: [{ path: 'edits.1', message: '2 Cell Street: Somebody else has saved this since you opened it.' }],
      details: { savedBy: 'branch people' },
    })
  })

  test('story 11: Exchanged over 12, two without completion date: "preview 10 and 2 with the reason"; the ten, of which one changed: none saved', async () => {
    const twelve = [...sales]
    while (twelve.length < 12) twelve.push(await sell(`${twelve.length + 1} Cell Street`))
    const [ten, two] = [twelve.slice(0, 10), twelve.slice(10)]
    for (const path of ten) await fixtures.as('branch').ok(saveTimeline, { params: path, body: { completionDate: '2026-04-10' } })
    const exchange = (paths: readonly PropertyPath[]) => paths.map((path) => step(path, 'Exchanged', { state: 'C' }))
    const ids = (rows: readonly { propertyId: string }[]) => [...new Set(rows.map(({ propertyId }) => propertyId))].toSorted()
    const seen = await preview(exchange(twelve))
    expect(ids(seen.changes)).toEqual(ids(ten))
    expect(ids(seen.refused)).toEqual(ids(two))
    expect(seen.refused.map(({ message }) => message)).toEqual(two.map(() => 'Exchanged needs a completion date.'))
    const [changed] = ten.slice(6)
    await setStep(changed ?? sales[0], 'Exchanged', 'B')
    expect(await refusal(exchange(ten))).toMatchObject({ status: 409, code: 'BULK_CHANGED', issues: [{ path: 'edits.6' }] })
    const rest = ten.filter((path) => path !== changed)
    expect(ids((await edit(exchange(rest))).changes)).toEqual(ids(rest))
  })

  test('story 10: 12 assigned in bulk: one preview, one undo, 12 entries, each in the new person’s news', async () => {
    const twelve = [...sales]
    while (twelve.length < 12) twelve.push(await sell(`${twelve.length + 1} Cell Street`))
    const assign = twelve.map(({ propertyId }) => ({ propertyId, bStaff: fixtures.idOf.branch, was: { bStaff: null } }))
    const seen = await preview(assign)
    expect([seen.changes.length, seen.refused]).toEqual([12, []])
    fixtures.clock.advance({ minutes: 1 })
    const { undoId } = await edit(assign)
    const ids = twelve.map(({ propertyId }) => propertyId).toSorted()
    const { rows: entries } = await sql<{ property_id: string }>`
      select property_id from event where kind = 'progressor-assigned' and data ->> 'undoId' = ${undoId}
      order by property_id`.execute(fixtures.database.db)
    expect(entries.map(({ property_id }) => property_id)).toEqual(ids)
    const news = async () => {
      const query = { who: 'me', groups: 'new', itemsPerPage: '100' } as const
      const { groups } = await fixtures.as('branch').ok(readToday, { params: company(), query })
      return groups.flatMap(({ actionItems }) => actionItems).filter(({ propertyId }) => ids.includes(propertyId ?? ''))
    }
    const theirs = await news()
    expect(theirs.map(({ propertyId }) => propertyId ?? '').toSorted()).toEqual(ids)
    expect([...new Set(theirs.map(({ description }) => description))]).toEqual(['Newly assigned'])
    fixtures.clock.advance({ minutes: 1 })
    await undo(undoId)
    expect(await news()).toEqual([])
  })

  test('one change, one undo, an entry in each sale with the id of the undo', async () => {
    const before = { figures: await figures(), report: withoutVersion(await report()) }
    const { undoId, description } = await edit(sales.map((path) => step(path, 'MemoOfSaleSent', { state: 'C' }, { state: 'IP' })))
    expect(description).toMatch(/^3 sales: Memo of sale sent complete\./)
    const { rows } = await sql<{ property_id: string }>`
      select distinct property_id from event where data ->> 'undoId' = ${undoId}`.execute(fixtures.database.db)
    expect(rows).toHaveLength(3)
    fixtures.clock.advance({ minutes: 1 })
    await undo(undoId)
    expect({ figures: await figures(), report: withoutVersion(await report()) }).toEqual(before)
    for (const path of sales) {
      const { data } = await fixtures.as('staff').ok(readHistory, { params: path })
      expect(data.some(({ words }) => words === 'Undone')).toBe(true)
    }
  })

  test('derives the same rows as single saves of the timeline', async () => {
    fixtures.clock.moveTo(testStart)
    const twin = await sell('4 Cell Street')
    fixtures.clock.advance({ minutes: 1 })
    const bulk = sales.map((path) => step(path, 'MemoOfSaleSent', { state: 'C' }, { state: 'IP' }))
    await edit(bulk)
    await setStep(twin, 'MemoOfSaleSent', 'C', {}, 'staff')
    const expected = await derivedOf(twin)
    for (const path of sales) expect(await derivedOf(path)).toEqual(expected)
    fixtures.clock.advance({ hours: 24 })
    await edit(sales.map((path) => step(path, 'DraftContractsIssued', { state: 'B' }, { state: 'IP' })))
    await setStep(twin, 'DraftContractsIssued', 'B', {}, 'staff')
    const later = await derivedOf(twin)
    expect(later.days).toHaveLength(2)
    for (const path of sales) expect(await derivedOf(path)).toEqual(later)
  })

  test('two bulk changes of the same sales in opposite order: one is saved, the other refused, and none is lost', async () => {
    const memo = (path: PropertyPath, state: 'C' | 'B') => step(path, 'MemoOfSaleSent', { state }, { state: 'IP' })
    const call = (edits: Edit[], as: FixtureUser) => () => fixtures.as(as).call(editCells, { params: company(), body: { edits } })
    const [first] = sales.toSorted((a, b) => a.propertyId.localeCompare(b.propertyId))
    const answers = await runConcurrently(fixtures, first ?? sales[0], [
      call(
        sales.map((path) => memo(path, 'C')),
        'staff',
      ),
      call(
        sales.toReversed().map((path) => memo(path, 'B')),
        'branch',
      ),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 409])
    expect(answers[1]?.body).toMatchObject({ code: 'BULK_CHANGED', details: { savedBy: 'staff people' } })
  })

  test('assigns the progressor with their open tasks, with one undo', async () => {
    const assign = (bStaff: string | null, was: string | null, moveTasks?: boolean): Edit[] =>
      sales.map(({ propertyId }) => ({ propertyId, bStaff, ...(moveTasks ? { moveTasks } : {}), was: { bStaff: was } }))
    await edit(assign(fixtures.idOf.branch, null))
    const taskIds = await Promise.all(sales.map(addTask))
    fixtures.clock.advance({ minutes: 1 })
    const { undoId, rows } = await edit(assign(fixtures.idOf.staff, fixtures.idOf.branch, true))
    expect(rows.map(({ bStaff }) => bStaff?._id)).toEqual(sales.map(() => fixtures.idOf.staff))
    expect(await assigneesOf(taskIds)).toEqual([fixtures.idOf.staff])
    const { data } = await fixtures.as('staff').ok(readHistory, { params: sales[0] })
    expect(
      data
        .slice(0, 2)
        .map(({ words }) => words)
        .toSorted(),
    ).toEqual(['Sales progressor assigned', 'Task changed'])
    fixtures.clock.advance({ minutes: 1 })
    await undo(undoId)
    expect(await assigneesOf(taskIds)).toEqual([fixtures.idOf.branch])
    expect((await report()).map(({ bStaff }) => bStaff?._id)).toEqual(sales.map(() => fixtures.idOf.branch))
    expect(await refusal(assign(fixtures.idOf.secondBranch, fixtures.idOf.branch))).toMatchObject({ code: 'NOT_A_MEMBER' })
    expect(await refusal(assign(fixtures.idOf.otherStaff, fixtures.idOf.branch))).toMatchObject({ status: 404 })
  })

  test('takes the same number of statements for 3 rows as for 40, and its undo too', async () => {
    const many = [...sales]
    while (many.length < 40) many.push(await sell(`${many.length} Cell Road`))
    for (const path of many) await snooze(path, 'MemoOfSaleSent')
    const memo = (path: PropertyPath) => step(path, 'MemoOfSaleSent', { state: 'C' }, { state: 'IP' })
    const three = await statementsDuring(fixtures, () => edit(many.slice(0, 3).map(memo)))
    const rest = await statementsDuring(fixtures, () => edit(many.slice(3).map(memo)))
    expect(rest.statements).toHaveLength(three.statements.length)
    expect(rest.statements.length).toBeLessThanOrEqual(25)
    fixtures.clock.advance({ minutes: 1 })
    const first = await statementsDuring(fixtures, () => undo(three.answer.undoId))
    const second = await statementsDuring(fixtures, () => undo(rest.answer.undoId))
    expect(second.statements).toHaveLength(first.statements.length)
  })

  test('refuses rows out of scope, duplicates, more than 100 rows, surveys, and edits without the shown value', async () => {
    const memo = (path: PropertyPath) => step(path, 'MemoOfSaleSent', { state: 'C' }, { state: 'IP' })
    expect(await refusal([memo(sales[0]), memo(fixtures.second)])).toMatchObject({ status: 404 })
    expect(await refusal([memo(sales[0]), memo(fixtures.other)], 'company')).toMatchObject({ status: 404 })
    expect(await refusal([memo(sales[0]), memo(sales[0])])).toMatchObject({ status: 400 })
    expect(await refusal(Array.from({ length: 101 }, () => memo(sales[0])))).toMatchObject({ status: 400 })
    expect(await refusal([])).toMatchObject({ status: 400 })
    const { propertyId } = sales[0]
    expect(await refusal([{ propertyId, expectedExchange: today, was: {} }])).toMatchObject({
      status: 400,
      issues: [{ path: 'edits.0.was.expectedExchange', message: 'Say what the cell showed.' }],
    })
    expect(await refusal([{ propertyId, was: {} }])).toMatchObject({ status: 400 })
    const survey = { key: 5, state: 'C' as const }
    expect(await refusal([{ propertyId, step: survey, was: { step: { ...survey, on: null } } }])).toMatchObject({ status: 400 })
  })
})

/** Derived rows without what differs between sales. */
async function derivedOf({ propertyId }: PropertyPath) {
  const { db } = fixtures.database
  const { rows: reports } = await sql<Record<string, unknown>>`
    select to_jsonb(r) - '{property_id,line1,address_sort,search_text,version}'::text[] as row
    from property_report r where property_id = ${propertyId}`.execute(db)
  const { rows: days } = await sql`
    select to_jsonb(d) - 'property_id' as row from property_day d where property_id = ${propertyId} order by since`.execute(db)
  const { rows: happenings } = await sql`
    select what, on_day, fee_day, fee from property_happening where property_id = ${propertyId} order by 1, 2`.execute(db)
  const { rows: items } = await sql`
    select to_jsonb(i) - '{subject_id,property_id,party_ref}'::text[] as row
    from action_item i where property_id = ${propertyId} order by key`.execute(db)
  return { reports, days, happenings, items }
}

async function addTask({ companyId, propertyId, branchId }: PropertyPath): Promise<string> {
  const id = fixtures.clock.newId()
  await fixtures.database.db
    .insertInto('task')
    .values({
      company_id: companyId,
      id,
      property_id: propertyId,
      branch_id: branchId,
      title: 'Ring',
      assignee_id: fixtures.idOf.branch,
      created_by: fixtures.idOf.branch,
      createdon: fixtures.clock.now(),
      updatedon: fixtures.clock.now(),
    })
    .execute()
  return id
}

async function assigneesOf(ids: readonly string[]): Promise<string[]> {
  const rows = await fixtures.database.db
    .selectFrom('task')
    .select('assignee_id')
    .where('id', 'in', [...ids])
    .execute()
  return [...new Set(rows.map(({ assignee_id }) => assignee_id))]
}
