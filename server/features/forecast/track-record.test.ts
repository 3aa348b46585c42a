import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import { readComing, readTrackRecord } from '@gya/domain/features/forecast/forecast.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, takeOn } from '../../../test/support/fixtures.ts'
import { forecastSales } from './forecast-sales.ts'
import { method } from './learned-tables.repository.ts'
import { scoreLately } from './track-record.read-model.ts'

let fixtures: Fixtures
let today: string
beforeAll(async () => {
  fixtures = await openFixtures()
  today = londonDay(fixtures.clock.now())
})
afterAll(() => fixtures.close())

const branch = () => ({ companyId: fixtures.first.companyId, branchId: fixtures.first.branchId })
const ofBranch = (weeks?: '4' | '8' | '12') =>
  fixtures.as('staff').ok(readTrackRecord, { params: branch(), query: weeks ? { weeks } : {} })
const ofCompany = () =>
  fixtures.as('company').ok(readTrackRecord, { params: { companyId: branch().companyId, branchId: 'all' }, query: {} })

async function exchange(line1: string): Promise<string> {
  const params = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, line1)
  await fixtures
    .as('staff')
    .ok(addOffer, { params, body: { name: 'Bea Uyer', amount: 285_000, cashBuy: true, chain: false, state: 'A' } })
  await fixtures.as('staff').ok(saveTimeline, {
    params,
    body: {
      timeline: [{ key: stepKeys.Exchanged, state: 'C', startedOn: today, completedOn: today }],
      completionDate: addDays(today, 30),
    },
  })
  return params.propertyId
}

/** More sales like the exchanged one, inserted as rows, because fifty by calls would take seconds. */
async function copyExchanges(propertyId: string, copies: number): Promise<void> {
  const { pool } = fixtures.database
  for (const [table, own] of [
    ['property', 'id'],
    ['property_report', 'property_id'],
    ['offer', 'property_id'],
    ['property_step', 'property_id'],
  ] as const) {
    const { rows } = await pool.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
      [table],
    )
    const names = rows.map(({ name }) => name)
    const copied = names.map((name) => (name === own || name === 'id' ? `md5(t.${name}::text || n)::uuid` : `t."${name}"`))
    await pool.query(
      `insert into ${table} (${names.map((name) => `"${name}"`).join()}) select ${copied.join()}
       from ${table} t cross join generate_series(1, $2::int) n
       where t.company_id = $1 and t.${own} = $3`,
      [branch().companyId, copies, propertyId],
    )
  }
  await pool.query('select keep_sale_days($1, array(select id from property where company_id = $1), $2)', [
    branch().companyId,
    today,
  ])
}

/**
 * For every exchanged sale, a forecast for each of the weeks that ended `first` to `last` weeks ago: from four weeks ago on, an exchange
 * within four weeks was 85 % likely, before that 15 %.
 */
const keep = (first: number, last: number) =>
  fixtures.database.pool.query(
    `insert into sale_forecast_week (company_id, on_day, sale_id, property_id, branch_id, half_by, by_80, p_fall, pace, by_week, typed)
     select p.company_id, $2::date - 7 * n, o.id, p.id, p.branch_id, $2::date - 10, $2::date - 1, 0.2, 1,
       array_fill((case when n = 4 then 0.85 else 0.15 end)::real, array[27]), case when n = 4 then $2::date + 4 end
     from property p
     join offer o on o.company_id = p.company_id and o.property_id = p.id and o.state = 'A'
     join property_report r on r.company_id = p.company_id and r.property_id = p.id
     cross join generate_series($3::int, $4::int) n
     where p.company_id = $1 and r.step_24 is not null
     on conflict do nothing`,
    [branch().companyId, today, first, last],
  )

test('no score below 26 weeks and 50 exchanges; then forecasts against exchanges, the same for branch and company', async () => {
  expect(await ofBranch()).toEqual({
    enough: false,
    have: 0,
    need: 26,
    words: 'No forecast has been stored yet. They are stored once a week and scored after 26 weeks.',
  })
  const propertyId = await exchange('1 Track Way')
  await keep(4, 29)
  expect(await ofBranch()).toMatchObject({ enough: false, have: 1, need: 50 })
  expect(await ofBranch('8')).toMatchObject({ enough: false, have: 22, need: 26 })

  await copyExchanges(propertyId, 49)
  await keep(4, 29)
  const record = await ofBranch()
  if (!record.enough) throw new Error(record.words)
  expect(record).toMatchObject({ weeks: 26, exchanges: 50, first: addDays(today, -7 * 29), last: addDays(today, -28) })
  expect(record.calibration.groups.map(({ from, said, came, count }) => [from, said.toFixed(2), came, count])).toEqual([
    [0.1, '0.15', 0, 1250],
    [0.8, '0.85', 1, 50],
  ])
  // Half by was ten days before the exchange, and the typed day four days after it; nothing had exchanged before.
  expect(record.daysOut).toMatchObject({ median: null, typed: { ours: 10, other: 4, forecasts: 50 } })
  expect(record.daysOut.typed?.words).toContain('more than the date as typed')
  expect(record.by80).toEqual({ due: 1300, came: 0 })
  expect(record.months.every(({ came }) => came === 0)).toBe(true)
  expect(await ofCompany()).toEqual(record)
})

test('from the next learning on, 8-in-10 dates that do not hold give a warning, and ranges are widened', async () => {
  const coming = () => fixtures.as('staff').ok(readComing, { params: branch(), query: {} })
  expect((await coming()).warning).toBeNull()
  await forecastSales({ database: fixtures.database, clock: fixtures.clock })
  expect((await coming()).warning).toBe('Recently, 0 of 100 sales exchanged by their 8-in-10 date.')
  expect(await ofCompany()).toEqual(await ofBranch())
  const { db, pool } = fixtures.database
  const { companyId } = branch()
  const widening = async () =>
    (await pool.query('select widening from learned_run where company_id = $1 and learned_on = $2', [companyId, today])).rows
  expect(await widening()).toEqual([{ widening: 2 }])
  // Weeks of an earlier method do not widen the ranges of this one.
  await pool.query(
    "insert into learned_run (company_id, learned_on, method, sales, k, blocked, closed) values ($1, $2, $3, 0, 6, 1, '[]')",
    [companyId, addDays(today, -7 * 30), method - 1],
  )
  await scoreLately(db, companyId, today)
  expect(await widening()).toEqual([{ widening: 1 }])
})

test('not for the staff of another branch, of another company, or a vendor', async () => {
  const company = { companyId: branch().companyId }
  const input = { params: branch(), query: {} }
  expect((await fixtures.as('otherStaff').refusal(readTrackRecord, input)).status).toBe(404)
  expect((await fixtures.as('secondBranch').refusal(readTrackRecord, input)).status).toBe(404)
  expect(
    (await fixtures.as('otherCompany').refusal(readTrackRecord, { params: { ...company, branchId: 'all' }, query: {} })).status,
  ).toBe(404)
  expect(
    (await fixtures.as('staff').refusal(readTrackRecord, { params: { ...company, branchId: 'all' }, query: {} })).status,
  ).toBe(403)
  expect((await fixtures.as('vendor').refusal(readTrackRecord, input)).status).toBe(403)
})
