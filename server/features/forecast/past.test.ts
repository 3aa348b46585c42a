import { addDays, daysBetween, londonDay } from '@gya/domain/common/dates.ts'
import { readPast } from '@gya/domain/features/forecast/forecast-lists.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, takeOn } from '../../../test/support/fixtures.ts'
import { statementsDuring } from '../../../test/support/statements-during.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

/** The chance by the end of a day, 1 in 26 more each week. */
const chanceBy = (days: number): number => (days < 0 ? 0 : Math.min(26, days / 7) / 26)

test('GET forecast/:companyId/:branchId/past: exchanges forecast for each period by the weekly forecast before it, in few statements', async () => {
  const staff = fixtures.as('staff')
  const params = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '1 Earlier Road')
  await staff.ok(addOffer, { params, body: { name: 'Bea Uyer', amount: 285_000, cashBuy: false, chain: false, state: 'A' } })
  const today = londonDay(fixtures.clock.now())
  const byWeek = Array.from({ length: 27 }, (_, week) => week / 26)
  const kept = [30, 51, 72].map((ago) => addDays(today, -ago))
  for (const day of kept)
    await fixtures.database.pool.query(
      `insert into sale_forecast_week (company_id, on_day, sale_id, property_id, branch_id, half_by, by_80, p_fall, pace, by_week, fee)
       select company_id, $3, id, property_id, $4, null, null, 0, 1, $5, 400000 from sale where company_id = $1 and property_id = $2`,
      [params.companyId, params.propertyId, day, params.branchId, byWeek],
    )
  const { companyId, branchId } = params
  const { answer, statements } = await statementsDuring(fixtures, () =>
    staff.ok(readPast, { params: { companyId, branchId }, query: {} }),
  )
  expect(statements.filter((text) => text.includes('sale_forecast_week')).length).toBeLessThanOrEqual(2)
  const periods = [answer.month, ...answer.weeks]
  expect(periods.filter(({ saidOn }) => saidOn !== null).length).toBeGreaterThanOrEqual(2)
  for (const { first, last, said, saidFees, saidOn } of periods) {
    const latest = first === answer.month.first && last === answer.month.last ? first : addDays(last, -28)
    expect(saidOn).toBe(kept.find((day) => day <= latest && day > addDays(latest, -7)) ?? null)
    if (saidOn === null) continue
    const chance = chanceBy(daysBetween(saidOn, last)) - chanceBy(daysBetween(saidOn, first) - 1)
    expect(said).toBeCloseTo(chance, 5)
    expect(saidFees).toBeCloseTo(4000 * chance, 1)
  }
})
