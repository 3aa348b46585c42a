import type { Wire } from '@gya/domain/endpoint.ts'
import { addAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'
import { updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { updateManagementInfo } from '@gya/domain/features/management-info/management-info.contract.ts'
import { contractEnd, noticeEnd } from '@gya/domain/features/management-info/management-info.rules.ts'
import { addOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { listCompanyProperties, readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { eventsDuring, expectNothingWritten } from '../properties/testing/recorded-events.ts'
import { runConcurrently } from '../properties/testing/run-concurrently.ts'

let fixtures: Fixtures
let place: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  await noticePeriod(14)
  place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '5 Info Street')
  fixtures.clock.advance({ minutes: 1 })
})

type Body = Wire<typeof updateManagementInfo, 'body'>
const noticePeriod = (noticePeriodInDays: number | null) =>
  fixtures.as('company').ok(updateCompany, { body: { _id: fixtures.a.companyId, noticePeriodInDays } })
const read = () => fixtures.as('staff').ok(readProperty, { params: place })
const save = async (body: Body) => (await fixtures.as('staff').ok(updateManagementInfo, { params: place, body })).mi
const refusal = (body: object) =>
  expectNothingWritten(fixtures, () => fixtures.as('staff').refusal(updateManagementInfo, { params: place, body }))
const sell = () =>
  fixtures
    .as('staff')
    .ok(addOffer, { params: place, body: { name: 'B. Uyer', amount: 285_000, cashBuy: false, chain: false, state: 'A' } })

describe('PATCH mi', () => {
  test('saves every field and leaves absent ones unchanged', async () => {
    const sent: Body = {
      chain: 2,
      cTerm: 12,
      cSigned: '2025-09-01',
      listed: '2025-09-03',
      agencyFeeType: 1,
      agencyFee: 3_000.5,
      agencyFeePercent: 1.125,
      noticeGiven: '2025-10-01',
      noticeDays: 14,
      invoiceSent: true,
    }
    expect(await save(sent)).toMatchObject({ ...sent, cSignedEndDate: '2025-11-24', noticeEnd: '2025-10-15' })
    expect(await save({ chain: 0 })).toMatchObject({ ...sent, chain: 0 })
    expect((await read()).mi).toMatchObject({ ...sent, chain: 0 })
    const emptied = { cTerm: null, cSigned: null, listed: null, agencyFee: null, agencyFeePercent: null, noticeGiven: null }
    expect(await save(emptied)).toMatchObject({ ...emptied, noticeDays: null, cSignedEndDate: null, noticeEnd: null })
  })

  test('saves the end dates that the form previews', async () => {
    for (const [day, length] of [
      ['2025-10-20', 14],
      ['2024-02-29', 52],
      ['2099-12-31', 520],
    ] as const) {
      const mi = await save({ cSigned: day, cTerm: length, noticeGiven: day, noticeDays: length })
      expect([mi.cSignedEndDate, mi.noticeEnd]).toEqual([contractEnd(day, length), noticeEnd(day, length)])
    }
  })

  test('recomputes the fee: 285,000 at 1.25 % less 10 % is 3,206.25; without a price it is null', async () => {
    await fixtures.as('platform').ok(updateCompany, { body: { _id: fixtures.a.companyId, feeDeduction: 10 } })
    expect(await save({ agencyFeePercent: 1.25 })).toMatchObject({ feeDeduction: 10, fees: { gross: null, estimate: true } })
    await fixtures.as('staff').ok(addAskingPrice, { params: place, body: { price: 300_000, effectiveDate: '2026-03-10' } })
    expect((await read()).mi.fees).toMatchObject({ gross: 3_750, estimate: true })
    await sell()
    expect((await read()).mi.fees).toEqual({
      gross: 3_562.5,
      deduction: 356.25,
      expected: 3_206.25,
      percent: 1.25,
      estimate: false,
    })
    await fixtures.as('platform').ok(updateCompany, { body: { _id: fixtures.a.companyId, feeDeduction: null } })
  })

  test('cTerm, agency fee and noticeDays numeric, minimum 0; agencyFeePercent 0 to 100 in steps of 0.001', async () => {
    for (const [field, value] of [
      ['cTerm', -1],
      ['cTerm', 1.5],
      ['cTerm', '12'],
      ['cTerm', 521],
      ['agencyFee', -0.01],
      ['agencyFee', 1.001],
      ['agencyFee', '100'],
      ['noticeDays', -1],
      ['noticeDays', 1001],
      ['agencyFeePercent', -0.001],
      ['agencyFeePercent', 100.001],
      ['agencyFeePercent', 1.2345],
      ['chain', 4],
      ['chain', '2'],
      ['agencyFeeType', 2],
      ['cSigned', '2026-02-30'],
      ['cSigned', '2199-12-31'],
      ['noticeGiven', '10/03/2026'],
      ['agreedPrice', -1],
      ['invoiceSent', 'true'],
      ['version', 0],
    ] as const)
      expect(await refusal({ listed: '2026-03-01', [field]: value })).toMatchObject({ status: 400, issues: [{ path: field }] })
    expect(await refusal({ noticeEnd: '2026-03-10' })).toMatchObject({ status: 400 })
    for (const agencyFeePercent of [0, 0.001, 1.333, 100])
      expect(await save({ agencyFeePercent })).toMatchObject({ agencyFeePercent })
  })

  test('without changes writes nothing', async () => {
    const mi = await save({ chain: 1, noticeGiven: '2026-03-01' })
    const { version } = await read()
    await expectNothingWritten(fixtures, () =>
      save({ chain: 1, noticeGiven: '2026-03-01', noticeDays: mi.noticeDays, agreedPrice: null }),
    )
    expect(await read()).toMatchObject({ version })
  })
})

describe('Notice given can be turned on only when the company has a notice period set', () => {
  test('with a notice period: negotiated notice days default to 1 and the list shows the notice end', async () => {
    expect(await save({ noticeGiven: '2026-03-05' })).toMatchObject({
      noticeDays: 1,
      noticeEnd: '2026-03-06',
      noticePeriodInDays: 14,
    })
    const { data } = await fixtures
      .as('staff')
      .ok(listCompanyProperties, { params: place, query: { line1: '5 Info', itemsPerPage: '100' } })
    expect(data.find(({ _id }) => _id === place.propertyId)).toMatchObject({
      mi: { noticeEnd: '2026-03-06' },
      phase: 'preForSale',
    })
  })

  test('without a notice period: refused, nothing saved', async () => {
    await noticePeriod(null)
    expect(await refusal({ noticeGiven: '2026-03-05', chain: 1 })).toMatchObject({ status: 409, code: 'NOTICE_PERIOD_NOT_SET' })
    expect((await read()).mi).toMatchObject({ noticePeriodInDays: null, noticeGiven: null, chain: 3 })
  })

  test('nothing changes automatically after the notice end', async () => {
    await save({ noticeGiven: '2026-03-05' })
    fixtures.clock.advance({ days: 10 })
    expect(await read()).toMatchObject({ active: true, phase: 'preForSale', mi: { noticeEnd: '2026-03-06' } })
  })
})

describe('PATCH mi agreedPrice (sold price)', () => {
  test('can be edited after an offer was accepted, and the fee follows', async () => {
    await save({ agencyFeePercent: 1 })
    expect(await refusal({ agreedPrice: 280_000 })).toMatchObject({ code: 'SOLD_PRICE_WITHOUT_SALE' })
    await sell()
    expect(await save({ agreedPrice: 282_500.5 })).toMatchObject({ agreedPrice: 282_500.5, fees: { gross: 2_825.01 } })
    for (const agreedPrice of [null, 0]) expect(await refusal({ agreedPrice })).toMatchObject({ code: 'SOLD_PRICE_REQUIRED' })
  })

  test('is kept by other edits of the accepted offer and follows an amended amount', async () => {
    const { offers } = await sell()
    const _id = offers[0]?._id ?? ''
    await save({ agreedPrice: 282_000 })
    const change = (body: object) => fixtures.as('staff').ok(updateOffer, { params: place, body: { _id, ...body } })
    expect((await change({ notes: 'Rang.' })).mi.agreedPrice).toBe(282_000)
    expect((await change({ amendAmount: 280_000, amendReason: 'Damp' })).mi.agreedPrice).toBe(280_000)
  })
})

test('PATCH mi records notice, sold price and invoice as separate events, other fields with before and after', async () => {
  await sell()
  const recorded = await eventsDuring(fixtures, place.propertyId, async () => {
    await save({
      chain: 2,
      agencyFeePercent: 1.25,
      noticeGiven: '2026-03-05',
      noticeDays: 14,
      agreedPrice: 280_000,
      invoiceSent: true,
    })
    await save({ noticeDays: 20 })
    await save({ noticeGiven: null })
  })
  expect(recorded.map(({ kind, by, data }) => [kind, by, data])).toEqual(
    [
      [
        'management-info-saved',
        {
          fields: ['chain', 'agencyFeePercent'],
          before: { chain: 3, agencyFeePercent: null },
          after: { chain: 2, agencyFeePercent: 1250 },
        },
      ],
      ['notice-given', { on: '2026-03-05', days: 14 }],
      ['sold-price-saved', { price: 28_000_000, before: 28_500_000 }],
      ['invoice-sent', { sent: true }],
      ['management-info-saved', { fields: ['noticeDays'], before: { noticeDays: 14 }, after: { noticeDays: 20 } }],
      ['notice-withdrawn', { before: '2026-03-05' }],
    ].map(([kind, data]) => [kind, fixtures.idOf.staff, data]),
  )
})

describe('PATCH mi with concurrent saves', () => {
  test('same version: the first is saved, the second gets STALE_VERSION', async () => {
    const { version } = await read()
    const call = (as: 'staff' | 'branch', cTerm: number) => () =>
      fixtures.as(as).call(updateManagementInfo, { params: place, body: { cTerm, version } })
    const [won, lost] = await runConcurrently(fixtures, place, [call('branch', 12), call('staff', 20)])
    expect(won).toMatchObject({ status: 200, body: { mi: { cTerm: 12 } } })
    expect(lost).toMatchObject({ status: 409, body: { code: 'STALE_VERSION', details: { savedBy: 'branch people' } } })
    expect((await read()).mi.cTerm).toBe(12)
  })

  test('without version: fields that the other save did not send are kept', async () => {
    const bodies: Body[] = [{ cTerm: 12 }, { chain: 1 }, { noticeGiven: '2026-03-05' }, { agencyFee: 1_000 }]
    await runConcurrently(
      fixtures,
      place,
      bodies.map((body) => () => fixtures.as('staff').call(updateManagementInfo, { params: place, body })),
    )
    expect((await read()).mi).toMatchObject(Object.assign({}, ...bodies))
  })
})
