import { defaultEndOfWeek } from '@gya/domain/common/company-week.ts'
import { londonDay } from '@gya/domain/common/dates.ts'
import { createBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { downloadDashboard } from '@gya/domain/features/dashboard/dashboard.contract.ts'
import { showPeriod } from '@gya/domain/features/dashboard/dashboard-export.ts'
import { dashboardViews, definitionOf, metricsOfView } from '@gya/domain/features/dashboard/metrics.ts'
import { periodsOf } from '@gya/domain/features/dashboard/periods.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, type FixtureUser, openFixtures, takeOn, testAddress } from '../../../test/support/fixtures.ts'
import { addressOf } from '../../../test/support/test-client.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const get = (path: string, params: Record<string, string>, query: object, as: FixtureUser = 'company') =>
  fixtures.as(as).inject({ method: 'GET', url: addressOf(path, params, query) })
const linesOf = (body: string): string[] => body.trimEnd().split('\r\n')

test('GET /md/csv/:companyId/:branchId returns the metrics of a tab with a column per period, and escapes formulas', async () => {
  const { companyId } = fixtures.a
  const branch = await fixtures
    .as('company')
    .ok(createBranch, { params: { companyId }, body: { name: '=1+1', address: testAddress('1 Formula Street') } })
  const ids = await takeOn(fixtures.as('company'), { companyId, branchId: branch._id }, fixtures.idOf.vendor, '1 Formula Street')
  await fixtures
    .as('company')
    .ok(addOffer, { params: ids, body: { name: 'B. Uyer', amount: 285_000, cashBuy: true, chain: false, state: 'A' } })

  const answer = await get(downloadDashboard.path, { companyId, branchId: branch._id }, { tab: 'financial' })
  expect(answer.headers['content-disposition']).toContain(
    `filename="=1+1 Dashboard, Financial ${londonDay(fixtures.clock.now())}.csv"`,
  )
  const [head, ...lines] = linesOf(answer.body)
  const ranges = periodsOf(londonDay(fixtures.clock.now()), defaultEndOfWeek).map(showPeriod)
  expect(head).toBe(`\uFEFFBranch,Group,Stat,Unit,${ranges.join()},Change,What it counts`)
  expect(lines.map((line) => line.split(',')[2])).toEqual(metricsOfView('financial').map((metric) => definitionOf(metric).label))
  // The company is known from today on: nothing is compared with the two weeks before.
  expect(lines).toContain(
    `'=1+1,Financial,Cash buys,Number,1,0,0,0,0,0,,"Offers of a cash buyer accepted in the period, as they stood when they were accepted."`,
  )
})

test('GET /md/csv writes fees as exact pounds and an undefined mean as an empty cell', async () => {
  const { body } = await get(downloadDashboard.path, fixtures.first, { tab: 'sales' })
  const line = (label: string) => linesOf(body).find((one) => one.includes(`,Sales,${label},`))
  expect(line('Average agreed price')).toContain(',£ on average,,,,,,,,')
  expect(line('Fees: sales pipeline')).toContain(',£,0,0,0,0,0,0,,')
})

test('GET /md/csv/:companyId/all returns every tab to a company admin', async () => {
  const { companyId } = fixtures.a
  for (const tab of dashboardViews) {
    const { body } = await get(downloadDashboard.path, { companyId, branchId: 'all' }, { tab })
    expect(linesOf(body)).toHaveLength(1 + metricsOfView(tab).length)
    expect(linesOf(body)[1]).toMatch(/^Whole company,/)
  }
  expect((await get(downloadDashboard.path, { companyId, branchId: 'all' }, { tab: 'sales' }, 'staff')).statusCode).toBe(403)
})

test('GET /md/csv refuses an unknown tab and a branch out of scope', async () => {
  expect((await get(downloadDashboard.path, fixtures.first, { tab: 'all' })).statusCode).toBe(400)
  expect((await get(downloadDashboard.path, fixtures.first, { tab: 'sales', colour: 'red' })).statusCode).toBe(400)
  expect((await get(downloadDashboard.path, fixtures.other, { tab: 'sales' })).statusCode).toBe(404)
})
