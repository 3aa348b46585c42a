import { addDays, londonDay, showDate } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { addAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'
import { readMetrics } from '@gya/domain/features/dashboard/dashboard.contract.ts'
import { saveExpected } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { performFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { updateManagementInfo } from '@gya/domain/features/management-info/management-info.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { type StepName, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { readTargets, saveTargets } from '@gya/domain/features/week/targets.contract.ts'
import { listWeekRows, readWeek } from '@gya/domain/features/week/week.contract.ts'
import { peopleMetrics, type WeekMetric, weekBys, weekMetrics } from '@gya/domain/features/week/week.model.ts'
import { weekPage } from '@gya/domain/features/week/week-page.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { textOfPages } from '../../../test/support/pdf-text.ts'
import type { TestClient } from '../../../test/support/test-client.ts'
import { makePdf } from '../../infra/pdf/make-pdf.ts'
import { weekPdfLayout } from './week-pdf-layout.ts'

let fixtures: Fixtures
let query: (text: string, values: unknown[]) => Promise<Record<string, unknown>[]>
/** A second member of the first branch. */
let mate: string
let today: string

type Asked = Wire<typeof readWeek, 'query'>
const company = () => ({ companyId: fixtures.a.companyId })
const as = () => fixtures.as('company')
const ago = (days: number) => addDays(today, -days)
const week = (asked: Asked = {}, by: TestClient = as()) => by.ok(readWeek, { params: company(), query: asked })
type AskedRows = Wire<typeof listWeekRows, 'query'>
const rowsInput = (metric: WeekMetric, asked: AskedRows) => ({
  params: { ...company(), metric },
  query: { itemsPerPage: '100', ...asked },
})
const rowsOf = (metric: WeekMetric, asked: AskedRows) => as().ok(listWeekRows, rowsInput(metric, asked))
const statusOf = async (metric: WeekMetric, asked: AskedRows) =>
  (await fixtures.as('staff').call(listWeekRows, rowsInput(metric, asked))).status

const step = (params: PropertyPath, name: StepName, completedOn: string, more: object = {}) =>
  as().ok(saveTimeline, { params, body: { timeline: [{ key: stepKeys[name], state: 'C', completedOn }], ...more } })

/** Taken on by a negotiator, offered `asking` and sold `agreed` days ago. */
async function sell(
  branch: PropertyPath,
  line1: string,
  { negotiator, progressor }: Record<string, string | null>,
  agreed: number,
) {
  const params = await takeOn(as(), branch, fixtures.idOf.vendor, line1)
  await query('update property set negotiator_id = $2, b_staff = $3 where id = $1', [params.propertyId, negotiator, progressor])
  await as().ok(addAskingPrice, { params, body: { price: 300_000, effectiveDate: ago(60) } })
  await as().ok(updateManagementInfo, { params, body: { agencyFeePercent: 1 } })
  await step(params, 'PropertyLaunched', ago(50))
  await as().ok(addViewing, { params, body: { name: 'V. Isitor', when: ago(agreed + 1) } })
  const offer = { name: 'B. Uyer', amount: 280_000, cashBuy: true, chain: false, state: 'A' as const, acceptedOn: ago(agreed) }
  await as().ok(addOffer, { params, body: offer })
  await step(params, 'MemoOfSaleSent', ago(agreed))
  return params
}

beforeAll(async () => {
  fixtures = await openFixtures()
  today = londonDay(fixtures.clock.now())
  query = async (text, values) => (await fixtures.database.pool.query(text, values)).rows
  mate = await fixtures.addUser({
    type: 'PROGRESSOR',
    email: 'digby@people.example',
    companyId: fixtures.a.companyId,
    branchId: fixtures.first.branchId,
  })
  const { staff, branch } = fixtures.idOf
  const exchange = { completionDate: addDays(today, 3) }
  const moving = await sell(fixtures.first, '1 Late Road', { negotiator: mate, progressor: staff }, 12)
  await step(moving, 'Exchanged', ago(9), exchange)
  const done = await sell(fixtures.second, '2 Done Road', { negotiator: branch, progressor: mate }, 12)
  await step(done, 'Exchanged', ago(2), { completionDate: ago(1) })
  await step(done, 'Completed', ago(1))
  const fallen = await sell(fixtures.first, '3 Fallen Road', { negotiator: staff, progressor: staff }, 2)
  await as().ok(performFallOff, { params: fallen, body: { note: 'Lost their job' } })
  const waiting = await sell(fixtures.first, '4 Waiting Road', { negotiator: null, progressor: null }, 1)
  await as().ok(saveExpected, { params: waiting, body: { expectedExchange: addDays(today, 8) } })
})
afterAll(() => fixtures.close())

const feesOf = (body: Wire<typeof listWeekRows, 'response'>) =>
  Object.values(body.data)
    .flat()
    .reduce((sum, { amount }) => sum + (amount ?? 0), 0)

describe('GET /week', () => {
  test.each([
    ['the month so far', { as: 'month' }],
    ['own dates', { first: '2025-10-01', last: '2026-03-08', as: 'own' }],
  ] as const)('every figure of %s equals the rows that it opens, and their fees, in each period', async (_of, asked) => {
    for (const { metric, values } of (await week(asked)).rows)
      for (const [nth, value] of values.entries()) {
        const body = await rowsOf(metric, { ...asked, period: String(nth) as '0' })
        const listed = metric.startsWith('fees') ? feesOf(body) : body.paging.count
        expect([metric, nth, listed]).toEqual([metric, nth, value ?? 0])
      }
  })

  test.each(weekBys)('every column by %s adds up, and each of its figures equals the rows that it opens', async (by) => {
    const asked = { as: 'month', by } as const
    const { rows, people } = await week(asked)
    for (const [nth, metric] of peopleMetrics.entries()) {
      const sum = people.reduce((all, { values }) => all + (values[nth] ?? 0), 0)
      expect([metric, sum]).toEqual([metric, rows.find((row) => row.metric === metric)?.values[0]])
      for (const { _id, values } of people) {
        const body = await rowsOf(metric, { ...asked, who: _id })
        const listed = metric.startsWith('fees') ? feesOf(body) : body.paging.count
        expect([metric, _id, listed]).toEqual([metric, _id, values[nth]])
      }
    }
  })

  test('two weeks of own dates are the dashboard’s two weeks', async () => {
    const { rows } = await week({ first: ago(13), last: today, as: 'own' })
    const metrics = weekMetrics.filter((metric) => metric !== 'movesWeek')
    const tiles = await as().ok(readMetrics, { params: { ...company(), branchId: 'all' }, query: { metrics: metrics.join() } })
    for (const metric of metrics) {
      const { count, sum } = tiles.data[metric]?.[tiles.periods[0]?.key ?? ''] ?? {}
      expect([metric, rows.find((row) => row.metric === metric)?.values[0]]).toEqual([metric, sum ?? count])
    }
  })

  test('flows of any period equal an independent count of the tables that people fill', async () => {
    const counted = `select
      (select count(*) from property where company_id = $1 and deleted_on is null and london_day(createdon) between $2 and $3) as "takeOn",
      (select count(*) from viewing where company_id = $1 and viewed_on between $2 and $3) as viewings,
      (select count(*) from offer where company_id = $1 and made_on between $2 and $3) as offers,
      (select count(*) from event where company_id = $1 and kind = 'offer-accepted' and (data ->> 'on')::date between $2 and $3) as "salesAgreed",
      (select count(*) from fall_off where company_id = $1 and london_day(createdon) between $2 and $3) as "fallOffs",
      (select count(*) from property_step where company_id = $1 and key = ${stepKeys.Exchanged} and completed_on between $2 and $3) as exchanged,
      (select count(*) from property_step where company_id = $1 and key = ${stepKeys.Completed} and completed_on between $2 and $3) as completed`
    for (const [first, last] of [
      [ago(2), today],
      [ago(30), ago(9)],
      [ago(13), ago(2)],
      [ago(1), ago(1)],
    ] as const) {
      const { rows } = await week({ first, last, as: 'own' })
      const [raw = {}] = await query(counted, [fixtures.a.companyId, first, last])
      for (const [metric, count] of Object.entries(raw))
        expect([first, metric, rows.find((row) => row.metric === metric)?.values[0]]).toEqual([first, metric, Number(count)])
    }
  })

  test('an exchange of last week that is entered later counts in last week’s page, for who had the sale when it was recorded', async () => {
    const late = await sell(fixtures.first, '5 Entered Road', { negotiator: null, progressor: mate }, 20)
    const lastWeek = { first: ago(10), last: ago(4) }
    const before = await week({ ...lastWeek, by: 'progressor' })
    await step(late, 'Exchanged', ago(6), { completionDate: addDays(today, 9) })
    await query('update property set b_staff = $2 where id = $1', [late.propertyId, fixtures.idOf.staff])
    const after = await week({ ...lastWeek, by: 'progressor' })
    const of = ({ people }: typeof after, id: string) => people.find(({ _id }) => _id === id)?.values[5] ?? 0
    expect([of(after, mate) - of(before, mate), of(after, fixtures.idOf.staff)]).toEqual([1, of(before, fixtures.idOf.staff)])
  })

  test('managers see everybody of their reach; others their own row and Others; a colleague’s rows are 404', async () => {
    const { people } = await week({ by: 'negotiator' })
    expect(people.at(-1)?._id).toBe('nobody')
    const own = await week({ by: 'negotiator', as: 'month' }, fixtures.as('staff'))
    expect(own.people.map(({ _id }) => _id)).toEqual([fixtures.idOf.staff, 'others'])
    const statuses = await Promise.all(
      [mate, 'nobody', 'others', fixtures.idOf.staff].map((who) => statusOf('takeOn', { by: 'negotiator', who })),
    )
    expect(statuses).toEqual([404, 404, 200, 200])
    expect(await statusOf('takeOn', { by: 'branch', who: fixtures.second.branchId })).toBe(404)
  })

  test('lists expected exchanges with what they wait for, sales that fell off and moves, and says whose sales have nobody', async () => {
    const { lists, nobody, name } = await week({ branchIds: fixtures.first.branchId })
    expect(name).toBe('First Street')
    expect(lists.exchanges.rows.map(({ line1, words }) => [line1, words])).toEqual([
      ['4 Waiting Road', 'waits for a word on a survey'],
    ])
    expect(lists.fallen).toMatchObject({ count: 1, fees: 2_800, rows: [{ line1: '3 Fallen Road', words: 'Not classified' }] })
    expect(lists.moves.rows.map(({ line1 }) => line1)).toContain('1 Late Road')
    expect(nobody).toBe(1)
  })

  test('refuses days to come, more than a year, and places out of reach', async () => {
    const refusal = async (asked: Asked, by: TestClient = as()) => {
      const { status, body } = await by.call(readWeek, { params: company(), query: asked })
      return [status, (body as { code: string }).code]
    }
    expect(await refusal({ first: today, last: addDays(today, 1) })).toEqual([400, 'PERIOD_IN_FUTURE'])
    expect(await refusal({ first: ago(366), last: today })).toEqual([400, 'VALIDATION_FAILED'])
    expect(await refusal({ first: '1999-12-01', last: '1999-12-02' })).toEqual([400, 'VALIDATION_FAILED'])
    expect(await refusal({ branchIds: fixtures.other.branchId })).toEqual([404, 'NOT_FOUND'])
    expect(await refusal({ branchIds: fixtures.second.branchId }, fixtures.as('staff'))).toEqual([404, 'NOT_FOUND'])
  })

  test('a stock of a day before the company’s first is not known', async () => {
    const { rows, knownSince } = await week({ first: ago(40), last: ago(30) })
    const values = rows.filter(({ metric }) => metric === 'salesPipeline' || metric === 'offers').map((row) => row.values)
    expect([values[0]?.[0], values[1]?.[0], knownSince]).toEqual([0, null, today])
  })
})

describe('GET /week/pdf', () => {
  test('is one A4 page with the figures that the caller sees, named after the branch and the last day', async () => {
    const url = `/api/week/${fixtures.a.companyId}/pdf?by=negotiator&as=month&branchIds=${fixtures.first.branchId}`
    const { headers, rawPayload } = await fixtures.as('staff').inject({ method: 'GET', url })
    expect(headers['content-disposition']).toContain('filename="Week-First-Street-2026-03-10.pdf"')
    const pages = textOfPages(rawPayload)
    expect(pages).toHaveLength(1)
    expect(pages[0]).toMatch(/Week of First Street.*Sales agreed.*By negotiator.*Others.*Exchanges expected by.*4 Waiting Road/)
    expect(pages[0]).not.toContain('digby')
  })

  test('is one page with 20 people of the widest names and full lists', async () => {
    const answer = await week({ by: 'negotiator', as: 'month' })
    const wide = 'W'.repeat(60)
    const values = peopleMetrics.map(() => 1_234_567)
    const one = { name: wide, left: true, values, target: 9_999_999, pace: -8_888_888, note: null }
    const people = Array.from({ length: 20 }, (_, nth) => ({ ...one, _id: String(nth) }))
    const row = { _id: '1', branch: '1', line1: wide, on: '2025-01-01', fee: 1_234_567, words: wide, tone: 'late' } as const
    const list = { count: 999, fees: 9_999_999, passed: 99, rows: Array.from({ length: 50 }, () => row) }
    const full = { ...answer, name: wide, company: wide, people, lists: { exchanges: list, fallen: list, moves: list } }
    const pdf = await makePdf(weekPdfLayout(weekPage(full, { now: fixtures.clock.now(), madeFor: wide })))
    const pages = textOfPages(pdf)
    expect(pages).toHaveLength(1)
    expect(pages[0]).toContain('Others (6)')
    expect(pages[0]).toContain('and 993 more')
  })
})

describe('PATCH /target', () => {
  const month = '2026-03-01'
  const set = (body: Partial<Wire<typeof saveTargets, 'body'>['edits'][number]>, by: TestClient = as()) => {
    const edit = { metric: 'salesAgreed', fromMonth: month, perMonth: 31, was: 0, ...body } as const
    return by.call(saveTargets, { params: company(), body: { edits: [edit] } })
  }

  test('a number holds until the next; the week shows it to date, of a company as the sum of its branches', async () => {
    const [first, second] = [fixtures.first.branchId, fixtures.second.branchId]
    expect((await set({ branchId: first })).status).toBe(200)
    expect((await set({ branchId: second, perMonth: 62 })).status).toBe(200)
    const { rows } = await as().ok(readTargets, { params: company(), query: { from: '2026-02-01', until: '2026-04-01' } })
    expect(rows.find(({ branchId }) => branchId === first)?.numbers.salesAgreed).toEqual([0, 31, 31])
    const row = (await week({ as: 'month' })).rows.find(({ metric }) => metric === 'salesAgreed')
    expect(row?.target).toBe(30)
    const branches = (await week({ as: 'month', branchIds: first })).rows.find(({ metric }) => metric === 'salesAgreed')
    expect(branches?.target).toBe(10)
    expect(
      (await query(`select data -> 'targets' as said from event where kind = 'targets-saved' order by at, id`, [])).at(-1),
    ).toEqual({
      said: ['Second Street, Sales agreed from 03/2026: 0 to 62'],
    })
  })

  test('of several branches of which one has no target it is the sum of the others, without a pace, and says which has none', async () => {
    const branchId = fixtures.first.branchId
    expect((await set({ branchId, metric: 'exchanged' })).status).toBe(200)
    const row = async (query: object) => (await week({ as: 'month', ...query })).rows.find(({ metric }) => metric === 'exchanged')
    expect(await row({})).toMatchObject({ target: 10, pace: null, note: 'no target: Second Street' })
    expect(await row({ branchIds: branchId })).toMatchObject({ target: 10, pace: expect.any(Number), note: null })
  })

  test('fees are whole pounds; a person’s target is theirs alone, and paces their row', async () => {
    expect((await set({ userId: mate, metric: 'feesSold', perMonth: 6_200 })).status).toBe(200)
    const { people, rows } = await week({ as: 'month', by: 'negotiator' })
    expect(people.find(({ _id }) => _id === mate)?.target).toBe(2_000)
    expect(rows.find(({ metric }) => metric === 'feesSold')?.target).toBeNull()
    expect(await set({ userId: mate, metric: 'takeOn' })).toMatchObject({
      status: 400,
      body: { issues: [{ message: 'The targets of a person are fees agreed and fees exchanged.' }] },
    })
    const ofBranch = async () => {
      const page = await week({ as: 'month', by: 'negotiator', branchIds: fixtures.first.branchId })
      const own = page.people.find(({ _id }) => _id === mate)
      return own && [own.target, own.note]
    }
    expect(await ofBranch()).toEqual([2_000, null])
    const place = [fixtures.a.companyId, fixtures.second.branchId, mate]
    await query('insert into branch_member (company_id, branch_id, user_id) values ($1, $2, $3)', place)
    expect(await ofBranch()).toEqual([null, 'target is of 2 branches'])
    await query('delete from branch_member where company_id = $1 and branch_id = $2 and user_id = $3', place)
  })

  test('of two setters who saw the same number the second is refused; other branches are out of reach', async () => {
    expect((await set({ branchId: fixtures.first.branchId, perMonth: 20, was: 0 })).body).toMatchObject({ code: 'STALE_VERSION' })
    const manager = fixtures.as('branch')
    expect((await set({ branchId: fixtures.second.branchId, was: 62 }, manager)).status).toBe(404)
    expect((await set({ branchId: fixtures.first.branchId, was: 31 }, manager)).status).toBe(200)
    expect((await set({ branchId: fixtures.first.branchId, was: 31 }, fixtures.as('staff'))).status).toBe(403)
    expect((await set({ branchId: fixtures.first.branchId, was: 31, perMonth: 10_001 })).status).toBe(400)
  })

  test('a target without figures has its row; one of a deleted branch, or of somebody without a branch, is not aimed at', async () => {
    const newcomer = await fixtures.addUser({
      type: 'BRANCH_STAFF',
      email: 'ada@people.example',
      companyId: fixtures.a.companyId,
      branchId: fixtures.first.branchId,
    })
    expect((await set({ userId: newcomer, metric: 'feesSold', fromMonth: '2025-12-01', perMonth: 3_100 })).status).toBe(200)
    const ofNewcomer = async () =>
      (await week({ as: 'month', by: 'negotiator' })).people.find(({ _id }) => _id === newcomer)?.target
    expect(await ofNewcomer()).toBe(1_000)
    expect((await set({ userId: newcomer, metric: 'feesSold', perMonth: 1, was: 3_100 })).status).toBe(200)
    await query('delete from branch_member where user_id = $1', [newcomer])
    expect(await ofNewcomer()).toBeUndefined()
    const aimed = async () => (await week({ as: 'month' })).rows.find(({ metric }) => metric === 'salesAgreed')?.target
    const before = (await aimed()) ?? 0
    await query('update branch set deleted_on = now() where id = $1', [fixtures.second.branchId])
    expect(await aimed()).toBe(before - 20)
    await query('update branch set deleted_on = null where id = $1', [fixtures.second.branchId])
    const edit = { branchId: fixtures.first.branchId, metric: 'takeOn', fromMonth: month, perMonth: 5, was: 0 } as const
    expect((await as().call(saveTargets, { params: company(), body: { edits: [edit, edit] } })).status).toBe(400)
  })
})

test('a sale that fell off and is restored says so in the list of those fallen off, where it still counts', async () => {
  const params = await sell(fixtures.first, '5 Restored Road', { negotiator: null, progressor: null }, 1)
  await as().ok(performFallOff, { params, body: { note: 'Sold in haste' } })
  const [fallOff] = await query('select id from fall_off where property_id = $1', [params.propertyId])
  await as().ok(restoreFallOff, { params: { ...params, fallOffId: String(fallOff?.id) } })
  const { lists, rows } = await week({ branchIds: fixtures.first.branchId })
  expect(lists.fallen.rows.find(({ line1 }) => line1 === '5 Restored Road')?.words).toBe(
    `Not classified, restored on ${showDate(today)}`,
  )
  expect(lists.fallen.count).toBe(rows.find(({ metric }) => metric === 'fallOffs')?.values[0])
})
