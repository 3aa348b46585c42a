import { addDays, londonDay, showDate } from '@gya/domain/common/dates.ts'
import { saveChain } from '@gya/domain/features/chain/chain.contract.ts'
import { performFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import {
  listForecastSales,
  readComing,
  readSaleForecast,
  readStepTimes,
} from '@gya/domain/features/forecast/forecast.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { downloadReportCsv, readReport } from '@gya/domain/features/report/report.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { periodsAhead, readPeriods } from './coming.read-model.ts'
import { forecastSales } from './forecast-sales.ts'

let fixtures: Fixtures
let today: string
beforeAll(async () => {
  fixtures = await openFixtures()
  today = londonDay(fixtures.clock.now())
})
afterAll(() => fixtures.close())

async function sell(line1: string, cashBuy = false): Promise<PropertyPath> {
  const params = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, line1)
  await fixtures
    .as('staff')
    .ok(addOffer, { params, body: { name: 'Bea Uyer', amount: 285_000, cashBuy, chain: false, state: 'A' } })
  return params
}
const forecastOf = async (params: PropertyPath) =>
  (await fixtures.as('staff').ok(readSaleForecast, { params, query: {} })).forecast
const complete = (params: PropertyPath, ...keys: number[]) =>
  fixtures.as('staff').ok(saveTimeline, {
    params,
    body: { timeline: keys.map((key) => ({ key, state: 'C' as const, startedOn: today, completedOn: today })) },
  })
const runJob = () => forecastSales({ database: fixtures.database, clock: fixtures.clock })

describe('GET property/:companyId/:branchId/:propertyId/forecast', () => {
  test('a new sale of a company without history is forecast from published times', async () => {
    const forecast = await forecastOf(await sell('1 Forecast Way'))
    expect(forecast).toMatchObject({ onDay: today, basis: 'baseline', finishedSales: 0 })
    const halfBy = forecast?.halfBy ?? ''
    expect(halfBy > addDays(today, 80) && halfBy < addDays(today, 170)).toBe(true)
    expect((forecast?.by80 ?? '') > halfBy).toBe(true)
    expect(forecast?.rows.map(({ key }) => key)).toContain(stepKeys.Exchanged)
    expect(forecast?.decides.words).not.toBe('')
    expect(forecast?.byWeek.every((chance, week, all) => chance >= (all[week - 1] ?? 0))).toBe(true)
  })

  test('a step that is done does not make the exchange later; a cash buyer has no mortgage steps', async () => {
    const params = await sell('2 Forecast Way')
    const before = await forecastOf(params)
    await complete(params, stepKeys.MemoOfSaleSent, stepKeys.DraftContractsIssued, stepKeys.SearchesAppliedFor)
    const after = await forecastOf(params)
    expect((after?.halfBy ?? '') <= (before?.halfBy ?? '')).toBe(true)
    const cash = await forecastOf(await sell('3 Forecast Way', true))
    expect(cash?.rows.map(({ key }) => key)).not.toContain(stepKeys.MortgageApproved)
  })

  test('steps done are counted once each, with the surveys, and all of them are listed', async () => {
    const params = await sell('20 Forecast Way')
    const { MemoOfSaleSent, DraftContractsIssued, HomeBuyersSurvey, Roof } = stepKeys
    const set = (key: number, state: 'C' | 'IP') =>
      fixtures.as('staff').ok(saveTimeline, {
        params,
        body: { timeline: [{ key, state, startedOn: today, ...(state === 'C' ? { completedOn: today } : {}) }] },
      })
    await complete(params, MemoOfSaleSent, DraftContractsIssued)
    for (const state of ['IP', 'C', 'IP', 'C'] as const) await set(DraftContractsIssued, state)
    for (const key of [HomeBuyersSurvey, Roof])
      await fixtures.as('staff').ok(saveTimeline, {
        params,
        body: { timeline: [{ key, state: 'C', completedOn: today, surveyData: { date: today } }] },
      })
    const forecast = await forecastOf(params)
    const done = forecast?.rows.filter(({ status, days }) => status === 'done' && days !== null)
    expect(done?.map(({ key }) => key)).toEqual([MemoOfSaleSent, DraftContractsIssued, HomeBuyersSurvey, Roof])
    expect(forecast?.done).toBe(done?.length)
  })

  test('null without an open sale: for sale, fallen off, exchanged', async () => {
    const forSale = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '4 Forecast Way')
    expect(await forecastOf(forSale)).toBeNull()
    const params = await sell('5 Forecast Way')
    await fixtures.as('staff').ok(performFallOff, { params, body: { note: 'Changed their mind' } })
    expect(await forecastOf(params)).toBeNull()
  })

  test('links to a property of the company and by hand are listed as known', async () => {
    const [params, other] = [await sell('6 Forecast Way'), await sell('7 Forecast Way')]
    await fixtures.as('staff').ok(saveChain, {
      params,
      body: {
        items: [
          { _id: 'a', propertyRef: other.propertyId },
          { _id: 'b', thisProperty: true },
          { _id: 'c', propertyName: '14 Elm Road', timeline: { mosSent: true } },
        ],
      },
    })
    const forecast = await forecastOf(params)
    expect(forecast?.links.map(({ name, known }) => [name, known])).toEqual([
      ['7 Forecast Way', true],
      ['14 Elm Road', true],
    ])
  })
})

describe('GET forecast/:companyId/:branchId', () => {
  test('weeks, months and the list have the open sales of the branch; the company has all', async () => {
    const params = await sell('8 Forecast Way')
    const branch = { companyId: params.companyId, branchId: params.branchId }
    const coming = await fixtures.as('staff').ok(readComing, { params: branch, query: {} })
    expect(coming).toMatchObject({ onDay: today, pending: 0 })
    expect([coming.months.length, coming.weeks.length]).toEqual([3, 13])
    for (const { fees, feeRange } of coming.months) if (feeRange !== null) expect(feeRange.low).toBeLessThanOrEqual(fees + 100)
    const { data, paging } = await fixtures.as('staff').ok(listForecastSales, { params: branch, query: { itemsPerPage: '100' } })
    expect(paging.count).toBe(coming.sales)
    expect(data.map(({ line1 }) => line1)).toContain('8 Forecast Way')
    expect(data.map(({ halfBy }) => halfBy ?? '9999')).toEqual(data.map(({ halfBy }) => halfBy ?? '9999').toSorted())
    const all = await fixtures
      .as('company')
      .ok(readComing, { params: { companyId: params.companyId, branchId: 'all' }, query: {} })
    expect(all.sales).toBeGreaterThanOrEqual(coming.sales)
  })

  test('sales added up in the database give the same figures as sales read one by one, in chains too', async () => {
    const { db } = fixtures.database
    const [one, other] = [await sell('15 Forecast Way'), await sell('16 Forecast Way')]
    await fixtures.as('staff').ok(saveChain, {
      params: one,
      body: {
        items: [
          { _id: 'a', propertyRef: other.propertyId },
          { _id: 'b', thisProperty: true },
        ],
      },
    })
    await fixtures.as('staff').ok(readComing, { params: { companyId: one.companyId, branchId: one.branchId }, query: {} })
    await fixtures.database.pool.query(
      "update sale_forecast set fee = 300000 + ('x' || left(md5(property_id::text), 4))::bit(16)::int",
    )
    const { months, weeks } = periodsAhead(today, { day: 4, time: '17:00' })
    for (const branchId of [one.branchId, null]) {
      const scope = { companyId: one.companyId, branchId }
      const read = (exactUpTo: number) =>
        readPeriods(db, scope, [...months, ...weeks], { day: today, isPast: false, widening: 1, exactUpTo })
      const [exact, summed] = [await read(1000), await read(0)]
      expect(summed.sales).toBe(exact.sales)
      expect(exact.sales).toBeGreaterThan(2)
      expect(exact.periods.some(({ fees }) => fees > 0)).toBe(true)
      summed.periods.forEach((period, index) => {
        const expected = exact.periods[index]
        expect(period.count).toBeCloseTo(expected?.count ?? -1, 4)
        expect(Math.abs(period.fees - (expected?.fees ?? -1))).toBeLessThanOrEqual(1)
        expect(period).toMatchObject({ exchanged: expected?.exchanged, exchangedFees: expected?.exchangedFees })
      })
    }
  })

  test('a save makes the forecast stale: the next read has the new one', async () => {
    const params = await sell('9 Forecast Way')
    const branch = { companyId: params.companyId, branchId: params.branchId }
    const rowOf = async () =>
      (
        await fixtures.as('staff').ok(listForecastSales, { params: branch, query: { itemsPerPage: '100', sort: 'address' } })
      ).data.find(({ _id }) => _id === params.propertyId)
    const before = await rowOf()
    await complete(params, 30, 31, 32, 33, 34, 35, 26, 27, 28, 29)
    expect(((await rowOf())?.halfBy ?? '9999') < (before?.halfBy ?? '')).toBe(true)
    await fixtures.as('staff').ok(performFallOff, { params, body: { note: 'Changed their mind' } })
    expect(await rowOf()).toBeUndefined()
  })
})

describe('Job forecast-sales', () => {
  test('learns once a week and stores forecasts once a week', async () => {
    const params = await sell('10 Forecast Way')
    await complete(params, 30, 31)
    await runJob()
    await runJob()
    const { rows: runs } = await fixtures.database.pool.query('select 1 from learned_run where company_id = $1', [
      params.companyId,
    ])
    expect(runs).toHaveLength(1)
    const { rows: kept } = await fixtures.database.pool.query(
      'select on_day::text from sale_forecast_week where company_id = $1 and property_id = $2',
      [params.companyId, params.propertyId],
    )
    expect(kept).toEqual([{ on_day: today }])
    const { steps, learnedOn } = await fixtures
      .as('staff')
      .ok(readStepTimes, { params: { companyId: params.companyId }, query: {} })
    expect(learnedOn).toBe(today)
    expect(steps.find(({ key }) => key === stepKeys.MemoOfSaleSent)?.done).toBeGreaterThan(0)
  })

  test('two concurrent runs both succeed and learn once', async () => {
    const { pool } = fixtures.database
    await pool.query('delete from learned_run')
    await pool.query('delete from sale_forecast')
    await Promise.all([runJob(), runJob(), runJob()])
    const { rows } = await pool.query('select 1 from learned_run where company_id = $1', [fixtures.first.companyId])
    expect(rows).toHaveLength(1)
  })

  test('GET mi/report has the stored forecast of today of sold properties in rows, sort and CSV, and none of other days or phases', async () => {
    const [late, soon] = [await sell('12 Forecast Way'), await sell('13 Forecast Way')]
    await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '14 Forecast Way')
    await complete(soon, 30, 31, 32, 33, 34, 35, 26, 27, 28, 29)
    const params = { companyId: late.companyId, branchId: late.branchId }
    const rows = async (sortOption: 'halfBy:asc' | 'halfBy:desc') =>
      (await fixtures.as('staff').ok(readReport, { params, query: { itemsPerPage: '100', sortOption } })).data
    const idsOf = async (sortOption: 'halfBy:asc' | 'halfBy:desc') =>
      (await rows(sortOption)).map(({ _id }) => _id).filter((id) => id === late.propertyId || id === soon.propertyId)
    expect((await rows('halfBy:asc')).find(({ _id }) => _id === late.propertyId)?.forecast).toBeNull()
    await runJob()
    const kept = await forecastOf(late)
    const shown = await rows('halfBy:asc')
    expect(shown.find(({ _id }) => _id === late.propertyId)?.forecast).toEqual({
      halfBy: kept?.halfBy,
      by80: kept?.by80,
      decides: kept?.decides.words,
    })
    expect(shown.find(({ address }) => address.line1 === '14 Forecast Way')?.forecast).toBeNull()
    expect(await idsOf('halfBy:asc')).toEqual([soon.propertyId, late.propertyId])
    expect(await idsOf('halfBy:desc')).toEqual([late.propertyId, soon.propertyId])
    expect(shown.findIndex(({ forecast }) => forecast === null)).toBe(shown.filter(({ forecast }) => forecast !== null).length)

    const { body } = await fixtures.as('staff').inject({
      method: 'GET',
      url: addressOf(downloadReportCsv.path, params, { columns: 'address,forecastHalfBy,forecastBy80,decides' }),
    })
    const line = body.split('\r\n').find((text) => text.includes('12 Forecast Way'))
    expect(line).toContain([kept?.halfBy, kept?.by80].map((day) => showDate(day ?? '')).join())
    expect(line).toContain(kept?.decides.words)
    await fixtures.database.pool.query('update sale_forecast set on_day = on_day - 1')
    expect((await rows('halfBy:asc')).every(({ forecast }) => forecast === null)).toBe(true)
  })

  test('stores how many sales fell off, and continues with other companies when one fails', async () => {
    const params = await sell('11 Forecast Way')
    await fixtures.as('staff').ok(performFallOff, { params, body: { note: 'Changed their mind' } })
    const { pool } = fixtures.database
    const learnedBy = async (): Promise<string[]> =>
      (await pool.query('select distinct company_id from learned_run')).rows.map((row) => row.company_id)
    await pool.query('delete from learned_run')
    await runJob()
    const { rows: falls } = await pool.query(
      "select sum(done)::int as done from learned_band where company_id = $1 and step = 'falls'",
      [params.companyId],
    )
    expect(falls[0].done).toBeGreaterThan(0)
    const all = await learnedBy()
    expect(all.length).toBeGreaterThan(1)

    await pool.query('delete from learned_run')
    await pool.query("update fall_off set archive = archive - 'timeline' where company_id = $1 and property_id = $2", [
      params.companyId,
      params.propertyId,
    ])
    await runJob()
    const { rows: failures } = await pool.query("select key from job_failure where job = 'forecast-sales'")
    expect(failures).toEqual([{ key: params.companyId }])
    expect((await learnedBy()).toSorted()).toEqual(all.filter((id) => id !== params.companyId).toSorted())
  })
})
