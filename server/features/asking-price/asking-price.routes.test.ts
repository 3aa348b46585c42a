import type { Wire } from '@gya/domain/endpoint.ts'
import { addAskingPrice, deleteAskingPrice, updateAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { listCompanyProperties, readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { withClockAt } from '../../../test/support/with-clock-at.ts'
import { checksum, eventsDuring, expectNothingWritten } from '../properties/testing/recorded-events.ts'
import { runConcurrently } from '../properties/testing/run-concurrently.ts'
import { applyScheduledPrices } from './apply-scheduled-prices.ts'

let fixtures: Fixtures
let ids: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  ids = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '5 Price Street')
  fixtures.clock.advance({ minutes: 1 })
})

type Entry = Wire<typeof addAskingPrice, 'body'>
type Property = Wire<typeof addAskingPrice, 'response'>

const enter = (price: number, effectiveDate: string, more: Partial<Entry> = {}) =>
  fixtures.as('staff').ok(addAskingPrice, { params: ids, body: { price, effectiveDate, ...more } })
const change = (_id: string, body: object) => fixtures.as('staff').ok(updateAskingPrice, { params: ids, body: { _id, ...body } })
const remove = (askingPriceId: string) => fixtures.as('staff').ok(deleteAskingPrice, { params: { ...ids, askingPriceId } })
const read = () => fixtures.as('staff').ok(readProperty, { params: ids })
const newest = ({ mi }: Property): string => mi.askingPrice[0]?._id ?? ''
/** Sets the agency's terms. */
const setTerms = (terms: { agency_fee_type?: number; agency_fee?: number; agency_fee_percent?: number }) =>
  fixtures.database.db.updateTable('property').set(terms).where('id', '=', ids.propertyId).execute()

describe('PUT /property/:companyId/:branchId/:propertyId/askingprice with a future effective date', () => {
  const listed = async () => {
    const { data } = await fixtures.as('company').ok(listCompanyProperties, { params: ids, query: { itemsPerPage: '100' } })
    return data.find(({ _id }) => _id === ids.propertyId)?.mi.currentAskingPrice
  }

  test('schedules the price: current price, fee estimate and lists change on that day', async () => {
    await setTerms({ agency_fee_percent: 1_000 })
    await enter(300_000, '2026-03-01')
    const { mi } = await enter(250_000, '2026-03-20')
    expect(mi).toMatchObject({ currentAskingPrice: 300_000, fees: { gross: 3_000, estimate: true } })
    expect(mi.askingPrice.map(({ price }) => price)).toEqual([250_000, 300_000])
    expect(await listed()).toBe(300_000)
    await withClockAt(fixtures, '2026-03-20T00:02:00.000Z', async () => {
      await applyScheduledPrices(fixtures)
      expect((await read()).mi).toMatchObject({ currentAskingPrice: 250_000, fees: { gross: 2_500 } })
      expect(await listed()).toBe(250_000)
    })
  })

  test('leaves a property without an earlier entry without a current price', async () => {
    expect((await enter(250_000, '2026-03-20')).mi).toMatchObject({ currentAskingPrice: null, fees: { gross: null } })
    expect(await listed()).toBeNull()
  })
})

describe('PUT, PATCH and DELETE /property/:companyId/:branchId/:propertyId/askingprice', () => {
  test('the first entry is the current price; its price option defaults to fixed', async () => {
    expect((await read()).mi).toMatchObject({ askingPrice: [], currentAskingPrice: null })
    const { mi } = await enter(300_000, '2026-03-10')
    expect(mi.currentAskingPrice).toBe(300_000)
    expect(mi.askingPrice).toEqual([
      { _id: expect.any(String), price: 300_000, effectiveDate: '2026-03-10', priceOption: 3, createdon: fixtures.clock.now() },
    ])
    expect((await read()).mi).toEqual(mi)
    for (const priceOption of [0, 1, 2, 3, 4] as const)
      expect((await enter(1, '2026-03-10', { priceOption })).mi.askingPrice[0]).toMatchObject({ priceOption })
  })

  test('the history is sorted by effective date and entry time, newest first; the first is the current price', async () => {
    await enter(300_000, '2026-02-01')
    fixtures.clock.advance({ minutes: 1 })
    await enter(310_000, '2026-01-01')
    fixtures.clock.advance({ minutes: 1 })
    await enter(290_000, '2026-03-01')
    fixtures.clock.advance({ minutes: 1 })
    const { mi } = await enter(285_000, '2026-03-01')
    expect(mi.askingPrice.map((entry) => entry.price)).toEqual([285_000, 290_000, 300_000, 310_000])
    expect(mi.currentAskingPrice).toBe(285_000)
    const last = await enter(1, '2026-03-01')
    expect(last.mi.askingPrice[0]?.price).toBe(1)
  })

  test('updating and deleting an entry updates the current price', async () => {
    const first = newest(await enter(300_000, '2026-02-01'))
    const second = newest(await enter(290_000, '2026-03-01'))
    expect((await change(second, { price: 280_000.5 })).mi).toMatchObject({ currentAskingPrice: 280_000.5 })
    expect((await change(second, { effectiveDate: '2026-01-01' })).mi.currentAskingPrice).toBe(300_000)
    expect((await change(second, { effectiveDate: '2026-03-01', priceOption: 0 })).mi).toMatchObject({
      askingPrice: [
        { _id: second, price: 280_000.5, priceOption: 0 },
        { _id: first, price: 300_000, priceOption: 3 },
      ],
    })
    expect((await remove(second)).mi).toMatchObject({ currentAskingPrice: 300_000, askingPrice: [{ _id: first }] })
    expect((await remove(first)).mi).toMatchObject({ currentAskingPrice: null, askingPrice: [] })
  })

  test('keeps any valid amount exact to the penny', async () => {
    const { as, pence } = { as: fixtures.as('staff'), pence: fc.integer({ min: 0, max: 100_000_000_000 }) }
    await fc.assert(
      fc.asyncProperty(pence, async (amount) => {
        const { mi } = await as.ok(addAskingPrice, { params: ids, body: { price: amount / 100, effectiveDate: '2026-03-10' } })
        expect(mi.currentAskingPrice).toBe(amount / 100)
        await remove(mi.askingPrice[0]?._id ?? '')
      }),
      { numRuns: 15, examples: [[0], [1], [29], [28_500_001], [100_000_000_000]] },
    )
  })

  test('refuses prices below 0, above 1,000,000,000, with fractions of a penny or as text, and invalid dates and options', async () => {
    for (const price of [-0.01, -1, 1_000_000_000.01, 1e15, 100.001, 0.005, '300000', null, undefined])
      expect(
        await expectNothingWritten(fixtures, () =>
          fixtures.as('staff').refusal(addAskingPrice, { params: ids, body: { price, effectiveDate: '2026-03-10' } as Entry }),
        ),
      ).toMatchObject({ status: 400, issues: [{ path: 'price' }] })
    for (const [field, value] of [
      ['effectiveDate', undefined],
      ['effectiveDate', '2026-02-29'],
      ['effectiveDate', '10/03/2026'],
      ['priceOption', 5],
      ['priceOption', '3'],
    ] as const) {
      const body = { price: 1, effectiveDate: '2026-03-10', [field]: value } as Entry
      expect(await fixtures.as('staff').refusal(addAskingPrice, { params: ids, body })).toMatchObject({
        issues: [{ path: field }],
      })
    }
  })
})

describe('Expected fee', () => {
  test('is estimated from the current asking price until a price is agreed', async () => {
    await setTerms({ agency_fee_percent: 1_250 })
    const entered = await enter(285_000, '2026-03-01')
    expect(entered.mi.fees).toEqual({ gross: 3_562.5, deduction: 0, expected: 3_562.5, percent: 1.25, estimate: true })
    expect((await enter(270_000, '2026-03-05')).mi.fees).toMatchObject({ gross: 3_375 })
    expect((await change(newest(await read()), { price: 280_000 })).mi.fees).toMatchObject({ gross: 3_500, expected: 3_500 })
    await remove(newest(await read()))
    expect((await remove(newest(await read()))).mi.fees).toMatchObject({ gross: null, expected: null, estimate: true })
  })

  test('ignores the asking price once a price is agreed', async () => {
    await setTerms({ agency_fee_percent: 1_000 })
    await enter(300_000, '2026-03-01')
    const body = { name: 'B. Uyer', amount: 290_000, cashBuy: false, chain: false, state: 'A' as const }
    await fixtures.as('staff').ok(addOffer, { params: ids, body })
    expect((await enter(250_000, '2026-03-09')).mi).toMatchObject({
      agreedPrice: 290_000,
      fees: { gross: 2_900, estimate: false },
    })
  })

  test('a fixed fee keeps its amount and has no percentage', async () => {
    await setTerms({ agency_fee_type: 1, agency_fee: 300_000 })
    expect((await enter(200_000, '2026-03-01')).mi.fees).toMatchObject({ gross: 3_000, percent: 1.5 })
    for (const price of [0, 0.01, 1, 2_999.99])
      expect((await enter(price, '2026-03-01')).mi.fees).toMatchObject({
        gross: 3_000,
        expected: 3_000,
        percent: null,
      })
    expect((await enter(3_000, '2026-03-01')).mi.fees).toMatchObject({ percent: 100 })
  })
})

describe('Asking price events in GET /property/:companyId/:branchId/:propertyId/history', () => {
  test('name author, time and previous value of each added, updated and deleted price', async () => {
    let id = ''
    const recorded = await eventsDuring(fixtures, ids.propertyId, async () => {
      await enter(300_000, '2026-02-01')
      id = newest(await enter(290_000, '2026-03-01'))
      await fixtures.as('branch').ok(updateAskingPrice, { params: ids, body: { _id: id, price: 280_000 } })
      await remove(id)
    })
    const at = fixtures.clock.now()
    const entry = { at, by: fixtures.idOf.staff }
    expect(recorded).toMatchObject([
      { ...entry, kind: 'asking-price-added', data: { price: 30_000_000, before: null, on: '2026-02-01' } },
      {
        ...entry,
        kind: 'asking-price-added',
        data: { price: 29_000_000, before: 30_000_000, on: '2026-03-01', askingPriceId: id },
      },
      {
        ...entry,
        by: fixtures.idOf.branch,
        kind: 'asking-price-updated',
        data: { price: 28_000_000, before: 29_000_000, askingPriceId: id },
      },
      { ...entry, kind: 'asking-price-removed', data: { price: 28_000_000, on: '2026-03-01', askingPriceId: id } },
    ])
  })

  test('are not written for a save that changes nothing', async () => {
    const { version, ...entered } = await enter(300_000, '2026-02-01')
    const before = await checksum(fixtures)
    for (const body of [{}, { price: 300_000, effectiveDate: '2026-02-01', priceOption: 3 }])
      expect(await change(newest({ version, ...entered }), body)).toMatchObject({ version })
    expect(await checksum(fixtures)).toEqual(before)
  })
})

describe('Refused asking price calls', () => {
  test('404 for an entry of another property, of another company, or deleted before', async () => {
    const mine = newest(await enter(300_000, '2026-02-01'))
    const other = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '6 Price Street')
    const body = { price: 1, effectiveDate: '2026-02-01' }
    const theirs = newest(await fixtures.as('staff').ok(addAskingPrice, { params: other, body }))
    const foreign = newest(await fixtures.as('otherStaff').ok(addAskingPrice, { params: fixtures.other, body }))
    await remove(mine)
    for (const id of [theirs, foreign, mine, '00000000-0000-7000-8000-00000000dead'])
      await expectNothingWritten(fixtures, async () => {
        expect(await fixtures.as('staff').refusal(updateAskingPrice, { params: ids, body: { _id: id, price: 2 } })).toMatchObject(
          {
            status: 404,
          },
        )
        expect(await fixtures.as('staff').refusal(deleteAskingPrice, { params: { ...ids, askingPriceId: id } })).toMatchObject({
          status: 404,
        })
      })
    for (const id of ['', 'x', `${mine}'--`])
      expect(await fixtures.as('staff').refusal(updateAskingPrice, { params: ids, body: { _id: id } })).toMatchObject({
        issues: [{ path: '_id' }],
      })
  })

  test('STALE_VERSION for an old version', async () => {
    const { version } = await read()
    const entered = await enter(300_000, '2026-02-01', { version })
    for (const refused of [
      () =>
        fixtures.as('staff').refusal(addAskingPrice, { params: ids, body: { price: 1, effectiveDate: '2026-02-01', version } }),
      () => fixtures.as('staff').refusal(updateAskingPrice, { params: ids, body: { _id: newest(entered), price: 1, version } }),
    ])
      expect(await expectNothingWritten(fixtures, refused)).toMatchObject({
        code: 'STALE_VERSION',
        details: { savedBy: 'staff people', savedOn: fixtures.clock.now() },
      })
  })
})

test('Concurrent PUT …/askingprice calls keep every price; the last is the current one', async () => {
  const prices = [300_000, 290_000, 280_000, 270_000]
  const answers = await runConcurrently(
    fixtures,
    ids,
    prices.map((price) => () => enter(price, '2026-03-10')),
  )
  // PostgreSQL does not define the order in which more than two waiters get a row lock.
  const lengths = answers.map(({ mi }) => mi.askingPrice.length)
  expect(lengths.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4])
  const last = prices[lengths.indexOf(4)] ?? 0
  expect((await read()).mi).toMatchObject({ currentAskingPrice: last })
  const row = await fixtures.database.db
    .selectFrom('property_report')
    .selectAll()
    .where('property_id', '=', ids.propertyId)
    .executeTakeFirst()
  expect(row).toMatchObject({ asking_price: last * 100 })
})
