import { londonDay } from '@gya/domain/common/dates.ts'
import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { readForecastSettings, saveForecastSettings } from '@gya/domain/features/forecast/forecast-settings.contract.ts'
import { readHow } from '@gya/domain/features/forecast/how.contract.ts'
import { downloadQuick, listQuick, listStaff } from '@gya/domain/features/forecast/quick.contract.ts'
import { createArea } from '@gya/domain/features/roles/areas.contract.ts'
import { assignRole } from '@gya/domain/features/roles/roles.contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { forecastSales } from './forecast-sales.ts'

let fixtures: Fixtures
let firmId: string
/** Progressors who reach the first branch by an area, or every branch, and one of another branch. */
let byArea: string
let everywhere: string
let elsewhere: string
beforeAll(async () => {
  fixtures = await openFixtures()
  const { companyId } = branch()
  const contact = (name: string) =>
    fixtures.as('company').ok(createContact, {
      params: { companyId },
      body: { name, email: '', tel: '', address: null, type: 'solicitor', recommended: false },
    })
  firmId = (await contact('Zed & Co'))._id
  const person = (type: 'AREA_MANAGER' | 'PROGRESSOR' | 'BRANCH_STAFF', branchId?: string) =>
    fixtures.addUser({ type, email: `${type.toLowerCase()}@people.example`, companyId, branchId })
  byArea = await person('AREA_MANAGER')
  everywhere = await person('PROGRESSOR')
  elsewhere = await person('BRANCH_STAFF', fixtures.second.branchId)
  await fixtures.database.pool.query('update app_user set all_branches = true where id = $1', [everywhere])
  const company = fixtures.as('company')
  const body = { name: 'North', branchIds: [fixtures.first.branchId] }
  const { _id: areaId } = await company.ok(createArea, { params: { companyId }, body })
  await company.ok(assignRole, { params: { companyId, userId: byArea }, body: { areaIds: [areaId] } })
  const ids = [
    ['buyerFirm', firmId, 30, 46.5, 14],
    ['buyerFirm', (await contact('=Able & Co'))._id, 40, 39, 22],
    ['buyerFirm', (await contact('Few & Co'))._id, 40, 20, 9],
    ['progressor', fixtures.idOf.staff, 50, 52, 12],
    ['progressor', fixtures.idOf.branch, 60, 40, 15],
    ...[byArea, everywhere, elsewhere].map((id) => ['progressor', id, 50, 52, 12] as const),
  ] as const
  const { db } = fixtures.database
  const key = { company_id: companyId, learned_on: londonDay(fixtures.clock.now()) }
  await db
    .insertInto('learned_run')
    .values({ ...key, method: 2, sales: 60, k: 6, blocked: 0.5 })
    .execute()
  await db
    .insertInto('learned_factor')
    .values(
      ids.map(([kind, id, observed, expected, finished_sales]) => ({
        ...key,
        kind,
        id,
        observed,
        expected,
        factor: (10 + observed) / (10 + expected),
        finished_sales,
        open_sales: 3,
        median_days: 11,
      })),
    )
    .execute()
})
afterAll(() => fixtures.close())

const branch = () => ({ companyId: fixtures.first.companyId, branchId: fixtures.first.branchId })
const settings = (body: { closedDays?: { from: string; to: string }[]; compareStaff?: boolean; version?: number }) => {
  const { companyId } = branch()
  const closedDays = body.closedDays ?? [{ from: '12-24', to: '01-01' }]
  return fixtures
    .as('company')
    .call(saveForecastSettings, { params: { companyId }, body: { compareStaff: false, ...body, closedDays } })
}

describe('GET forecast/:companyId/:branchId/quick', () => {
  test('rows by name, unclear differences named; those under 10 sales are hidden and counted', async () => {
    const { rows, hidden } = await fixtures.as('staff').ok(listQuick, { params: branch(), query: {} })
    expect(rows.map(({ name, words }) => [name, words])).toEqual([
      ['=Able & Co', 'No clear difference'],
      ['Zed & Co', 'Takes 1.4 × as long'],
    ])
    expect(rows[1]).toMatchObject({ finishedSales: 14, openSales: 3, steps: 30, medianDays: 11 })
    expect(hidden).toBe('1 more firm with fewer than 10 sales')
    const { companyId } = branch()
    const all = await fixtures
      .as('company')
      .ok(listQuick, { params: { companyId, branchId: 'all' }, query: { kind: 'vendorFirm' } })
    expect(all).toMatchObject({ rows: [], hidden: '' })
  })

  test('how the figure of a firm came about; a hidden firm is not found', async () => {
    const params = { ...branch(), figure: 'quick' as const, key: `buyerFirm_${firmId}` }
    const { title, terms } = await fixtures.as('staff').ok(readHow, { params, query: {} })
    expect(title).toBe('Zed & Co: takes 1.4 × as long')
    expect(terms.map(({ value }) => value)).toEqual(expect.arrayContaining(['30', '46.5', '× 0.71', '14 exchanged, 3 open']))
  })

  test('its CSV has no formulas; the audit has only its size', async () => {
    const url = addressOf(downloadQuick.path, branch(), { kind: 'buyerFirm' })
    const answer = await fixtures.as('staff').inject({ method: 'GET', url })
    expect(answer.body).toContain("'=Able & Co,22,3,40,39.0,11,")
    expect(answer.body).not.toContain('Few & Co')
  })
})

describe('GET forecast/:companyId/:branchId/staff', () => {
  test('off by default; a branch admin sees the branch, a member their own row; switching it off hides all', async () => {
    const staff = (as: 'staff' | 'branch') => fixtures.as(as).ok(listStaff, { params: branch() })
    expect(await staff('branch')).toMatchObject({ compared: false, rows: [] })
    expect((await settings({ compareStaff: true })).status).toBe(200)
    expect((await staff('branch')).rows.map(({ _id }) => _id)).toEqual(
      expect.arrayContaining([fixtures.idOf.branch, fixtures.idOf.staff]),
    )
    const shown = async (...ids: (string | undefined)[]) =>
      (await staff('branch')).rows.filter(({ _id }) => ids.includes(_id)).length
    expect(await shown(byArea, everywhere)).toBe(2)
    expect(await shown(elsewhere)).toBe(0)
    const own = await staff('staff')
    expect(own.rows.map(({ _id }) => _id)).toEqual([fixtures.idOf.staff])
    expect((await settings({ compareStaff: false })).status).toBe(200)
    expect(await staff('branch')).toMatchObject({ compared: false, rows: [] })
  })
})

describe('PUT company/:companyId/closed-days', () => {
  test('24 December to 1 January by default; changes have a version and an entry in the record; impossible days are refused', async () => {
    const { companyId } = branch()
    const before = await fixtures.as('staff').ok(readForecastSettings, { params: { companyId } })
    expect(before.closedDays).toEqual([{ from: '12-24', to: '01-01' }])
    const closedDays = [
      { from: '08-10', to: '08-14' },
      { from: '12-22', to: '01-02' },
    ]
    const saved = await settings({ closedDays, version: before.version })
    expect(saved.body).toMatchObject({ closedDays, version: before.version + 1 })
    expect((await settings({ closedDays: [], version: before.version })).status).toBe(409)
    expect((await settings({ closedDays: [{ from: '02-30', to: '03-01' }] })).status).toBe(400)
    expect((await settings({ closedDays: [{ from: '13-01', to: '03-01' }] })).status).toBe(400)
    const { rows } = await sql<{ closed: string[] }>`
      select data -> 'closed' as closed from event
      where company_id = ${companyId} and kind = 'closed-days-edited' order by at desc, id desc limit 1`.execute(
      fixtures.database.db,
    )
    expect(rows[0]?.closed).toEqual(['10/08 to 14/08', '22/12 to 02/01'])
  })

  test('step times are learned again with the new closed days, even if the week has been learned', async () => {
    const { companyId } = branch()
    const learnedIn = async () =>
      (
        await fixtures.database.db
          .selectFrom('learned_run')
          .select('closed')
          .where('company_id', '=', companyId)
          .orderBy('learned_on', 'desc')
          .executeTakeFirstOrThrow()
      ).closed
    await settings({ closedDays: [] })
    await forecastSales({ database: fixtures.database, clock: fixtures.clock })
    expect(await learnedIn()).toEqual([])
    await settings({ closedDays: [{ from: '12-22', to: '01-02' }] })
    await forecastSales({ database: fixtures.database, clock: fixtures.clock })
    expect(await learnedIn()).toEqual([{ from: '12-22', to: '01-02' }])
  })
})
