import {
  listForecastSales,
  readComing,
  readSaleForecast,
  readStepTimes,
  readTrackRecord,
} from '@gya/domain/features/forecast/forecast.contract.ts'
import { readFallThrough } from '@gya/domain/features/forecast/forecast-lists.contract.ts'
import { listQuick } from '@gya/domain/features/forecast/quick.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/support/test-app.ts'
import type { TestClient } from '../../test/support/test-client.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { forecastSales } from '../features/forecast/forecast-sales.ts'
import { demoSignIns, youngSignIn } from './company.ts'
import { fillDemo } from './fill-demo.ts'
import { fillPastSales } from './fill-past-sales.ts'
import { fillYoungCompany } from './fill-young-company.ts'
import { showcaseHome } from './showcase-property.ts'
import { demoClock } from './testing/open-demo.ts'

/** [forecast §12](docs/design/forecast.md#12), "Demo". */

let app: TestApp
let failedJobs: unknown[]
beforeAll(async () => {
  app = await openTestApp({ clock: new TestClock(demoClock.now()) })
  const { database, clock } = app
  await fillDemo(database, clock, () => {}, { files: app.files })
  // A second start adds nothing.
  for (let start = 0; start < 2; start++) {
    await fillYoungCompany({ database, clock })
    await fillPastSales(database, clock)
    await forecastSales({ database, clock })
  }
  // One week per job.
  await app.runJobs()
  const { rows } = await database.pool.query(
    'select task_identifier, last_error from graphile_worker.jobs where last_error is not null',
  )
  failedJobs = rows
}, 600_000)
afterAll(() => app.close())

test('the jobs have run without a failure', () => {
  expect(failedJobs).toEqual([])
})

async function signedIn(email: string): Promise<{ client: TestClient; params: { companyId: string } }> {
  const account = await app.database.db
    .selectFrom('app_user')
    .select(['id', 'company_id'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { client: await app.signedIn(account.id), params: { companyId: account.company_id ?? '' } }
}

describe('Larkmead', () => {
  let client: TestClient
  let params: { companyId: string }
  beforeAll(async () => {
    const larkmead = await signedIn(demoSignIns[1].email)
    client = larkmead.client
    params = larkmead.params
  })
  const quick = (kind: 'vendorFirm' | 'buyerFirm' | 'lender') =>
    client.ok(listQuick, { params: { ...params, branchId: 'all' }, query: { kind } })

  test('has 250 exchanges, its own tables, and ranges for its months', async () => {
    const { rows } = await app.database.pool.query<{ count: number }>(
      `select count(*)::int as count from sale_day d where company_id = $1 and outcome = 'exchanged' and until = 'infinity'`,
      [params.companyId],
    )
    expect(rows[0]?.count).toBeGreaterThanOrEqual(250)
    const coming = await client.ok(readComing, { params: { ...params, branchId: 'all' }, query: {} })
    expect(coming).toMatchObject({ basis: 'own', pending: 0, withoutChains: false })
    expect(coming.months[0]?.countRange).not.toBeNull()
  })

  test('is scored: forecasts of a year against exchanges, better than the median and the typed days', async () => {
    const record = await client.ok(readTrackRecord, { params: { ...params, branchId: 'all' }, query: { weeks: '4' } })
    if (!record.enough) throw new Error(record.words)
    expect(record.weeks).toBeGreaterThanOrEqual(48)
    expect(record.exchanges).toBeGreaterThanOrEqual(50)
    for (const out of [record.daysOut.median, record.daysOut.typed]) expect(out?.ours).toBeLessThan(out?.other ?? 0)
  })

  test('shows one firm clearly slow and hides a lender with few sales', async () => {
    const firms = await quick('vendorFirm')
    expect(firms.rows.filter(({ low }) => low > 1).map(({ name }) => name)).toContain('Puddifoot & Thrale')
    const { rows, hidden } = await quick('lender')
    expect(rows.length).toBeGreaterThan(1)
    expect(hidden).toMatch(/^1 more /)
  })

  test('27 Rodway Road is decided by a step', async () => {
    const { data } = await client.ok(listForecastSales, {
      params: { ...params, branchId: 'all' },
      query: { itemsPerPage: '100' },
    })
    const row = data.find(({ line1 }) => line1 === showcaseHome.address.line1)
    expect(row?.decides.kind).toBe('step')
    const place = { ...params, branchId: row?.branch._id ?? '', propertyId: row?._id ?? '' }
    const { forecast } = await client.ok(readSaleForecast, { params: place, query: {} })
    expect(forecast?.decides).toMatchObject(row?.decides ?? {})
  })
})

test('the young company: dates from published times, no ranges, no track record, no firms, few fall-offs', async () => {
  const { client, params } = await signedIn(youngSignIn.email)
  const coming = await client.ok(readComing, { params: { ...params, branchId: 'all' }, query: {} })
  expect(coming).toMatchObject({ basis: 'baseline', finishedSales: 12 })
  expect(coming.sales).toBeGreaterThan(0)
  expect(coming.sales).toBeLessThan(10)
  expect(coming.months.map(({ countRange }) => countRange)).toEqual([null, null, null])
  expect(await client.ok(readTrackRecord, { params: { ...params, branchId: 'all' }, query: { weeks: '4' } })).toMatchObject({
    enough: false,
  })
  expect(await client.ok(listQuick, { params: { ...params, branchId: 'all' }, query: { kind: 'vendorFirm' } })).toMatchObject({
    rows: [],
  })
  expect((await client.ok(readStepTimes, { params, query: {} })).deadlines).toEqual([])
  const { falls, rate } = await client.ok(readFallThrough, { params: { ...params, branchId: 'all' }, query: {} })
  expect(falls).toBeGreaterThan(0)
  expect(rate).toBeNull()
})
