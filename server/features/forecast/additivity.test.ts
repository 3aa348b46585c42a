import { type DateOnly, daysBetween, londonDay } from '@gya/domain/common/dates.ts'
import { type ForecastPeriod, listForecastSales, readComing } from '@gya/domain/features/forecast/forecast.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, takeOn } from '../../../test/support/fixtures.ts'
import { deriveProperties } from '../properties/write/derive-properties.ts'

/** [forecast §12.4](docs/design/forecast.md#12.4). */

let fixtures: Fixtures
let yesterday: DateOnly
beforeAll(async () => {
  fixtures = await openFixtures()
  await sellSome()
  yesterday = londonDay(fixtures.clock.now())
  fixtures.clock.advance({ days: 1 })
  await admin().ok(readMe)
})
afterAll(() => fixtures.close())

const admin = () => fixtures.as('company')
const branches = () => [fixtures.first, fixtures.second].map(({ companyId, branchId }) => ({ companyId, branchId }))
const company = () => ({ companyId: fixtures.first.companyId })

/** Sales of two branches, of two progressors and without one, at different steps and fees; one has exchanged. */
async function sellSome(): Promise<void> {
  const { db } = fixtures.database
  const { staff, branch, secondBranch } = fixtures.idOf
  const today = londonDay(fixtures.clock.now())
  for (const [nth, at] of [0, 1, 0, 0, 1, 0].entries()) {
    const place = at === 0 ? fixtures.first : fixtures.second
    const vendor = at === 0 ? fixtures.idOf.vendor : fixtures.idOf.secondVendor
    const params = await takeOn(admin(), place, vendor, `${nth + 1} Sum Street`)
    const offer = { name: 'Bea Uyer', amount: 200_000 + 31_000 * nth, cashBuy: true, chain: false, state: 'A' as const }
    await admin().ok(addOffer, { params, body: offer })
    const keys = [30, 31, 32, 33, 34, 35, 22, 23].slice(0, 2 * nth + 1)
    const timeline = keys.map((key) => ({ key, state: 'C' as const, startedOn: today, completedOn: today }))
    await admin().ok(saveTimeline, { params, body: { timeline } })
    await db
      .updateTable('property')
      .set({
        b_staff: [staff, null, branch, null, secondBranch, staff][nth] ?? null,
        agency_fee_type: 1,
        agency_fee: 150_001 + 23_457 * nth,
      })
      .where('id', '=', params.propertyId)
      .execute()
    await deriveProperties({ db, companyId: params.companyId, today }, [params.propertyId])
  }
  const done = await takeOn(admin(), fixtures.first, fixtures.idOf.vendor, '7 Sum Street')
  await admin().ok(addOffer, {
    params: done,
    body: { name: 'Bea Uyer', amount: 300_000, cashBuy: true, chain: false, state: 'A' },
  })
  await admin().ok(saveTimeline, {
    params: done,
    body: { timeline: [{ key: stepKeys.Exchanged, state: 'C', startedOn: today, completedOn: today }], completionDate: today },
  })
}

type Sum = Pick<ForecastPeriod, 'count' | 'fees' | 'exchanged' | 'exchangedFees'>
const sumOf = (periods: readonly Sum[]): Sum =>
  periods.reduce(
    (sum, { count, fees, exchanged, exchangedFees }) => ({
      count: sum.count + count,
      fees: sum.fees + fees,
      exchanged: sum.exchanged + exchanged,
      exchangedFees: sum.exchangedFees + exchangedFees,
    }),
    { count: 0, fees: 0, exchanged: 0, exchangedFees: 0 },
  )
/** Chances are stored as single-precision numbers, and the fees of each figure are whole pence. */
function expectSame(sum: Sum, figure: Sum): void {
  expect(sum.count).toBeCloseTo(figure.count, 4)
  expect(Math.abs(sum.fees - figure.fees)).toBeLessThanOrEqual(3)
  expect([sum.exchanged, sum.exchangedFees]).toEqual([figure.exchanged, figure.exchangedFees])
}

const days = () => [
  { query: {}, table: 'sale_forecast' },
  { query: { asAt: yesterday }, table: 'sale_forecast_as_at' },
]

test('branches add up to the company in every month and week, today and on a past day', async () => {
  for (const { query } of days()) {
    const whole = await admin().ok(readComing, { params: { ...company(), branchId: 'all' }, query })
    const parts = await Promise.all(branches().map((params) => admin().ok(readComing, { params, query })))
    expect(parts.reduce((sum, { sales }) => sum + sales, 0)).toBe(whole.sales)
    expect(whole.sales).toBe(6)
    for (const kind of ['months', 'weeks'] as const)
      whole[kind].forEach((figure, index) => {
        const ofBranches = parts.map((part) => part[kind][index] as ForecastPeriod)
        expect(ofBranches.map(({ first, last }) => [first, last])).toEqual(ofBranches.map(() => [figure.first, figure.last]))
        expectSame(sumOf(ofBranches), figure)
      })
    expect(whole.months[0]?.exchanged).toBe(1)
    expect(whole.months.some(({ count }) => count > 1.1)).toBe(true)
  }
})

test('a period is the sum of its listed sales; progressors, with sales without one, add up to their branch', async () => {
  for (const { query, table } of days()) {
    for (const params of [...branches(), null]) {
      const page = { ...query, itemsPerPage: '100' }
      const figures = params
        ? await admin().ok(readComing, { params, query })
        : await admin().ok(readComing, { params: { ...company(), branchId: 'all' }, query })
      const { data } = params
        ? await admin().ok(listForecastSales, { params, query: page })
        : await admin().ok(listForecastSales, { params: { ...company(), branchId: 'all' }, query: page })
      const ids = data.map(({ _id }) => _id)
      const { rows } = await fixtures.database.pool.query<{ id: string; by_day: number[] }>(
        `select property_id as id, by_day from ${table} where property_id = any($1) and on_day = $2`,
        [ids, figures.onDay],
      )
      const byDay = new Map(rows.map(({ id, by_day }) => [id, by_day]))
      for (const period of [...figures.months, ...figures.weeks]) {
        const chanceOf = (id: string): number => {
          const at = (day: number) => (day < 0 ? 0 : (byDay.get(id)?.[Math.min(day, 183)] ?? 0))
          return at(daysBetween(figures.onDay, period.last)) - at(daysBetween(figures.onDay, period.first) - 1)
        }
        const listed = data.map(({ _id, fee, progressor }) => ({
          progressor,
          count: chanceOf(_id),
          fees: chanceOf(_id) * (fee ?? 0),
          exchanged: 0,
          exchangedFees: 0,
        }))
        const came = {
          count: period.exchanged,
          fees: period.exchangedFees,
          exchanged: period.exchanged,
          exchangedFees: period.exchangedFees,
        }
        expectSame(sumOf([...listed, came]), period)
        const progressors = [...Map.groupBy(listed, ({ progressor }) => progressor).values()].map(sumOf)
        expectSame(sumOf([...progressors, came]), period)
      }
      expect(new Set(data.map(({ progressor }) => progressor)).size).toBeGreaterThan(1)
    }
  }
})
