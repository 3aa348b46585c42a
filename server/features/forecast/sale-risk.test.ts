import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import { saveExpected } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { performFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { listForecastSales, readSaleForecast } from '@gya/domain/features/forecast/forecast.contract.ts'
import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { addOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { forecastSales } from './forecast-sales.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const today = () => londonDay(fixtures.clock.now())
const runJob = () => forecastSales({ database: fixtures.database, clock: fixtures.clock })
const branch = () => ({ companyId: fixtures.first.companyId, branchId: fixtures.first.branchId })

async function sell(line1: string, amount = 285_000): Promise<PropertyPath> {
  const params = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, line1)
  await fixtures
    .as('staff')
    .ok(addOffer, { params, body: { name: 'Bea Uyer', amount, cashBuy: false, chain: false, state: 'A' } })
  return params
}
const risksOf = async (params: PropertyPath) =>
  (await fixtures.as('staff').ok(readSaleForecast, { params, query: {} })).forecast?.risks.map(({ risk }) => risk)
const daysOf = async ({ propertyId }: PropertyPath) =>
  (
    await fixtures.database.pool.query<{ risk: string; since: string; until: string | null }>(
      'select risk, since::text, until::text from sale_risk_day where property_id = $1 order by risk, since',
      [propertyId],
    )
  ).rows
const atRisk = async (query: { sort?: 'address' } = {}) =>
  (await fixtures.as('staff').ok(listForecastSales, { params: branch(), query: { itemsPerPage: '100', risk: '1', ...query } }))
    .data
const block = (params: PropertyPath, state: 'B' | 'IP') =>
  fixtures.as('staff').ok(saveTimeline, {
    params,
    body: { timeline: [{ key: stepKeys.MemoOfSaleSent, state, startedOn: today(), blockedOn: state === 'B' ? today() : null }] },
  })

test('reasons of a sale from its facts: mortgage offer, price, delay, silence; a note ends the silence', async () => {
  const params = await sell('1 Risk Road')
  expect(await risksOf(params)).toEqual([])
  await fixtures.as('staff').ok(saveExpected, { params, body: { mortgageOfferExpires: addDays(today(), 40) } })
  const { rows } = await fixtures.database.pool.query<{ id: string }>('select id from offer where property_id = $1', [
    params.propertyId,
  ])
  await fixtures.as('staff').ok(updateOffer, {
    params,
    body: { _id: rows[0]?.id ?? '', amendAmount: 280_000, amendReason: 'After the survey' },
  })
  await block(params, 'B')
  expect(await risksOf(params)).toEqual(['offer-expiry', 'price', 'delayed'])
  fixtures.clock.advance({ days: 14 })
  expect(await risksOf(params)).toEqual(expect.arrayContaining(['offer-expiry', 'price', 'delayed', 'silence']))
  await fixtures.as('staff').ok(addNote, { params, body: { message: 'Spoke to the buyer' } })
  expect(await risksOf(params)).not.toContain('silence')
  fixtures.clock.advance({ days: 28 })
  expect(await risksOf(params)).not.toContain('price')
})

test('stored from the day on which a forecast finds a reason until the day on which one does not; open when the sale ends', async () => {
  const params = await sell('2 Risk Road')
  const agreed = today()
  const later = (days: number) => addDays(agreed, days)
  await block(params, 'B')
  await runJob()
  await runJob()
  expect(await daysOf(params)).toEqual([{ risk: 'delayed', since: agreed, until: null }])
  fixtures.clock.advance({ days: 3 })
  await block(params, 'IP')
  await runJob()
  expect(await daysOf(params)).toEqual([{ risk: 'delayed', since: agreed, until: later(3) }])
  // Found again on that day, so it has held throughout.
  await block(params, 'B')
  await runJob()
  expect(await daysOf(params)).toEqual([{ risk: 'delayed', since: agreed, until: null }])
  await block(params, 'IP')
  await runJob()
  fixtures.clock.advance({ days: 2 })
  await block(params, 'B')
  await runJob()
  const kept = [
    { risk: 'delayed', since: agreed, until: later(3) },
    { risk: 'delayed', since: later(5), until: null },
  ]
  expect(await daysOf(params)).toEqual(kept)
  await fixtures.as('staff').ok(performFallOff, { params, body: { note: 'Changed their mind' } })
  fixtures.clock.advance({ days: 1 })
  await runJob()
  expect(await daysOf(params)).toEqual(kept)
})

test('factors are learned from sales that fell off while a reason held, and applied to sales for which it holds', async () => {
  const [sale, other] = [await sell('3 Risk Road'), await sell('4 Risk Road')]
  await block(sale, 'B')
  const chances = async () =>
    Promise.all(
      [sale, other].map(
        async (params) => (await fixtures.as('staff').ok(readSaleForecast, { params, query: {} })).forecast?.fallsThrough ?? 0,
      ),
    )
  const before = await chances()
  const { pool } = fixtures.database
  // As if twelve sales had fallen off while they were delayed: rows are inserted, because the calls would take seconds.
  const fallen = await sell('5 Risk Road')
  await block(fallen, 'B')
  await runJob()
  await fixtures.as('staff').ok(performFallOff, { params: fallen, body: { note: 'Changed their mind' } })
  await pool.query(
    `with copies as (
       insert into fall_off (company_id, property_id, id, offer_id, buyer_name, note, archive, createdon)
       select company_id, property_id, gen_random_uuid(), gen_random_uuid(), buyer_name, note, archive, createdon
       from fall_off cross join generate_series(1, 11) where property_id = $1
       returning company_id, offer_id, property_id)
     insert into sale_risk_day (company_id, sale_id, risk, since, property_id)
     select company_id, offer_id, 'delayed', $2, property_id from copies`,
    [fallen.propertyId, today()],
  )
  await pool.query('delete from learned_run')
  fixtures.clock.advance({ days: 1 })
  await runJob()
  const { rows } = await pool.query<{ observed: number; factor: number }>(
    `select observed, factor from learned_risk where company_id = $1 and risk = 'delayed'`,
    [sale.companyId],
  )
  expect(rows[0]?.observed).toBeGreaterThanOrEqual(12)
  expect(rows[0]?.factor).toBeGreaterThan(1.8)
  const shown = (await fixtures.as('staff').ok(readSaleForecast, { params: sale, query: {} })).forecast?.risks
  expect(shown?.find(({ risk }) => risk === 'delayed')?.factor).toBe(rows[0]?.factor)
  const after = await chances()
  expect((after[0] ?? 0) / (after[1] ?? 1)).toBeGreaterThan(1.2 * ((before[0] ?? 0) / (before[1] ?? 1)))
})

test('at risk: the tenth of the company’s sales most likely to fall through, with ties, and sales whose mortgage offer may expire', async () => {
  const { pool } = fixtures.database
  const sales = []
  for (const number of [6, 7, 8, 9]) sales.push(await sell(`${number} Risk Road`))
  await runJob()
  const { rows } = await pool.query<{ property_id: string }>(
    'select property_id from sale_forecast where company_id = $1 order by property_id',
    [branch().companyId],
  )
  const count = rows.length
  expect(count).toBeGreaterThan(4)
  const give = (property: string | undefined, chance: number, expires = false) =>
    pool.query('update sale_forecast set p_fall = $2, offer_expires = $3 where property_id = $1', [property, chance, expires])
  for (const { property_id } of rows) await give(property_id, 0.1)
  const idsAtRisk = async () => (await atRisk()).map(({ _id }) => _id).toSorted()
  expect((await idsAtRisk()).length).toBe(count)
  const ids = sales.map(({ propertyId }) => propertyId)
  await give(ids[0], 0.3)
  await give(ids[1], 0.3)
  await give(ids[2], 0.05, true)
  expect(await idsAtRisk()).toEqual(ids.slice(0, 3).toSorted())
  expect((await atRisk()).every(({ risks }) => Array.isArray(risks))).toBe(true)

  // The tenth is that of the company, not of the branch.
  const company = { companyId: branch().companyId }
  const ofCompany = await fixtures
    .as('company')
    .ok(listForecastSales, { params: { ...company, branchId: 'all' }, query: { risk: '1' } })
  expect(ofCompany.paging.count).toBe(3)
  const moved = fixtures.second.branchId
  await pool.query('update sale_forecast set branch_id = $2 where property_id = $1', [ids[0], moved])
  expect(await idsAtRisk()).toEqual(ids.slice(1, 3).toSorted())
  const refused = await fixtures.as('staff').refusal(listForecastSales, { params: branch(), query: { risk: '2' } as never })
  expect(refused.status).toBe(400)
})
