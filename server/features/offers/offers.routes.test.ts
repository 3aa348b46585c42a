import { visible } from '@gya/domain/common/wire.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { addAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'
import { addOffer, deleteOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { type StepName, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { fromTimelineItem } from '@gya/domain/features/timeline/timeline.schemas.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { checksum, eventsDuring, expectNothingWritten } from '../properties/testing/recorded-events.ts'

let fixtures: Fixtures
let place: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '5 Offer Street')
  fixtures.clock.advance({ minutes: 1 })
})

type NewOffer = Wire<typeof addOffer, 'body'>
type Change = Omit<Wire<typeof updateOffer, 'body'>, '_id'>
type Property = Wire<typeof addOffer, 'response'>

const today = '2026-03-10'
const asked = { name: 'Bea Uyer', amount: 285_000, cashBuy: false, chain: true }
const add = (more: Partial<NewOffer> = {}) => fixtures.as('staff').ok(addOffer, { params: place, body: { ...asked, ...more } })
const newestId = ({ offers }: Property): string => offers.toSorted((a, b) => b._id.localeCompare(a._id))[0]?._id ?? ''
const added = async (more: Partial<NewOffer> = {}) => newestId(await add(more))
const change = (_id: string, body: Change) => fixtures.as('staff').ok(updateOffer, { params: place, body: { _id, ...body } })
const accept = (_id: string) => change(_id, { state: 'A' })
const remove = (offerId: string) => fixtures.as('staff').ok(deleteOffer, { params: { ...place, offerId } })
const read = () => fixtures.as('staff').ok(readProperty, { params: place })
const refusedChange = (_id: string, body: object) =>
  expectNothingWritten(fixtures, () => fixtures.as('staff').refusal(updateOffer, { params: place, body: { _id, ...body } }))
const refusedOffer = (body: object) =>
  expectNothingWritten(fixtures, () => fixtures.as('staff').refusal(addOffer, { params: place, body: body as NewOffer }))
const offerIn = ({ offers }: Property, id: string) => offers.find((offer) => offer._id === id)
const step = ({ timeline }: Property, name: StepName) => timeline.data.find((item) => item.keyName === name)
const states = (property: Property, ...names: StepName[]) => names.map((name) => step(property, name)?.state)
const saleStart = () =>
  fixtures.database.db.selectFrom('sale_start').selectAll().where('property_id', '=', place.propertyId).execute()
const financial = ['MortgageAppSubmitted', 'MortgageValuationBooked', 'MortgageValuationCompleted', 'MortgageApproved'] as const

describe('acceptedOn of an offer', () => {
  const memoStart = (property: Property) => step(property, 'MemoOfSaleSent')?.startedOn
  const recordedOn = (property: Property, id: string) => [
    offerIn(property, id)?.acceptedOn,
    step(property, 'SaleAgreed')?.completedOn,
  ]

  test('POST and PATCH offer save it: Sale agreed, the steps before it and the next due date follow', async () => {
    const _id = await added()
    const sold = await change(_id, { state: 'A', acceptedOn: '2026-03-02' })
    expect(recordedOn(sold, _id)).toEqual(['2026-03-02', '2026-03-02'])
    expect([step(sold, 'Viewings')?.completedOn, memoStart(sold)]).toEqual(['2026-03-02', '2026-03-02'])
    expect(step(sold, 'MemoOfSaleSent')?.warningDate).toBe('2026-03-04')
    place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '6 Offer Street')
    const added2 = await add({ state: 'A', acceptedOn: '2026-02-20' })
    expect(added2.offers[0]).toMatchObject({ acceptedOn: '2026-02-20', when: '2026-02-20' })
  })

  test('PATCH offer and PUT timeline (Sale agreed) correct it; both are recorded', async () => {
    const _id = await added({ state: 'A' })
    const events = await eventsDuring(fixtures, place.propertyId, () => change(_id, { acceptedOn: '2026-03-03' }))
    expect(events[0]).toMatchObject({ kind: 'offer-acceptance-dated', data: { on: '2026-03-03', before: today } })
    expect(recordedOn(await read(), _id)).toEqual(['2026-03-03', '2026-03-03'])
    expect(memoStart(await read())).toBe('2026-03-03')
    const item = { key: stepKeys.SaleAgreed, state: 'C' as const, completedOn: '2026-03-05' }
    const more = await eventsDuring(fixtures, place.propertyId, () =>
      fixtures.as('staff').ok(saveTimeline, { params: place, body: { timeline: [item] } }),
    )
    expect(more.map(({ kind }) => kind)).toContain('offer-acceptance-dated')
    expect(recordedOn(await read(), _id)).toEqual(['2026-03-05', '2026-03-05'])
    expect(step(await read(), 'Viewings')?.completedOn).toBe('2026-03-05')
  })

  test('refused in the future, after a later step, and on an offer that is not accepted', async () => {
    const _id = await added()
    expect(await refusedChange(_id, { state: 'A', acceptedOn: '2026-03-11' })).toMatchObject({ code: 'ACCEPTED_IN_FUTURE' })
    expect(await refusedChange(_id, { acceptedOn: '2026-03-01' })).toMatchObject({ code: 'OFFER_NOT_ACCEPTED' })
    expect(await refusedOffer({ ...asked, acceptedOn: '2026-03-01' })).toMatchObject({ code: 'OFFER_NOT_ACCEPTED' })
    await change(_id, { state: 'A', acceptedOn: '2026-03-01' })
    const memo = { key: stepKeys.MemoOfSaleSent, state: 'C' as const, completedOn: '2026-03-04' }
    await fixtures.as('staff').ok(saveTimeline, { params: place, body: { timeline: [memo] } })
    expect(await refusedChange(_id, { acceptedOn: '2026-03-05' })).toMatchObject({ code: 'ACCEPTED_AFTER_STEP' })
  })

  test('PATCH offer with the stored day, or without it, changes nothing', async () => {
    const pending = await added()
    await change(pending, { acceptedOn: null, notes: 'x' })
    expect(offerIn(await read(), pending)).toMatchObject({ acceptedOn: null, notes: 'x' })
    const accepted = await added({ state: 'A' })
    const events = await eventsDuring(fixtures, place.propertyId, () => change(accepted, { acceptedOn: today, notes: 'y' }))
    expect(events.map(({ kind }) => kind)).toEqual(['offer-updated'])
  })
})

describe('POST, PATCH and DELETE offer', () => {
  test('POST offer defaults to pending and today, and starts the amount history', async () => {
    const { offers, phase, mi } = await add()
    expect(offers).toEqual([
      {
        ...asked,
        _id: expect.any(String),
        when: today,
        state: 'P',
        acceptedOn: null,
        increasedOn: null,
        tel: '',
        email: '',
        depositSize: 0,
        mip: false,
        isRenting: false,
        notes: '',
        mayContact: null,
        history: [{ amount: 285_000, createdon: fixtures.clock.now(), note: '' }],
      },
    ])
    expect({ phase, agreed: mi.agreedPrice }).toEqual({ phase: 'preForSale', agreed: null })
    expect((await read()).offers).toEqual(offers)
  })

  test('POST offer saves every field', async () => {
    const said = {
      ...asked,
      when: '2026-03-01',
      tel: '0118 496 0456',
      email: 'Bea@Buyers.example',
      depositSize: 28_500.5,
      mip: true,
      isRenting: true,
      notes: 'Wants the shed.\nAnd the swing.',
    }
    const { offers } = await add(said)
    expect(offers).toMatchObject([{ ...said, email: 'bea@buyers.example' }])
  })

  test('offers are sorted by date made, newest first', async () => {
    for (const [name, when] of [
      ['second', '2026-02-02'],
      ['first', '2026-01-01'],
      ['third', '2026-03-03'],
      ['fourth', '2026-03-03'],
    ] as const) {
      fixtures.clock.advance({ minutes: 1 })
      await add({ name, when })
    }
    expect((await read()).offers.map((offer) => offer.name)).toEqual(['fourth', 'third', 'second', 'first'])
  })

  test('PATCH offer of a pending offer: partial edit, amount history, increasedOn for a rise', async () => {
    const id = await added({ depositSize: 10_000, tel: '0118 496 0456' })
    fixtures.clock.advance({ days: 1 })
    const up = await change(id, { amount: 290_000, notes: 'Raised by telephone' })
    expect(offerIn(up, id)).toMatchObject({
      ...asked,
      amount: 290_000,
      depositSize: 10_000,
      tel: '0118 496 0456',
      increasedOn: '2026-03-11',
    })
    fixtures.clock.advance({ days: 1 })
    const down = await change(id, { amount: 270_000, tel: '' })
    expect(offerIn(down, id)).toMatchObject({ amount: 270_000, tel: '', increasedOn: '2026-03-11', notes: 'Raised by telephone' })
    expect(offerIn(down, id)?.history.map((entry) => entry.amount)).toEqual([270_000, 290_000, 285_000])
    expect(down.mi.agreedPrice).toBeNull()
  })

  test.each([
    ['rejected', 'R'],
    ['withdrawn', 'W'],
  ] as const)('is %s, and pending or accepted again', async (_word, state) => {
    const id = await added()
    const property = await change(id, { state })
    expect(property).toMatchObject({ phase: 'preForSale', offers: [{ state, acceptedOn: null }], mi: { agreedPrice: null } })
    expect(await change(id, { state: 'P' })).toMatchObject({ offers: [{ state: 'P' }] })
    expect(await change(id, { state })).toMatchObject({ offers: [{ state }] })
    expect(await accept(id)).toMatchObject({ phase: 'sold', offers: [{ state: 'A', acceptedOn: today }] })
  })

  test('DELETE offer removes it; a second delete returns 404', async () => {
    const [id, other] = [await added(), await added({ name: 'Other' })]
    expect(await remove(id)).toMatchObject({ offers: [{ _id: other }] })
    expect(await fixtures.as('staff').refusal(deleteOffer, { params: { ...place, offerId: id } })).toMatchObject({ status: 404 })
    expect(await refusedChange(id, { mip: true })).toMatchObject({ status: 404 })
  })
})

describe('Offers of a withdrawn property', () => {
  const withdraw = (active: boolean) => {
    const { companyId, branchId, propertyId } = place
    return fixtures.as('staff').ok(updateProperty, { params: { companyId, branchId }, body: { _id: propertyId, active } })
  }

  test('can be recorded but not accepted until the property is reinstated', async () => {
    const id = await added()
    await withdraw(false)
    const refused = { status: 409, code: 'OFFER_ON_WITHDRAWN' }
    expect(await refusedChange(id, { state: 'A' })).toMatchObject(refused)
    expect(await refusedOffer({ ...asked, state: 'A' })).toMatchObject(refused)
    await change(id, { state: 'R' })
    await add({ name: 'Late' })
    await withdraw(true)
    expect((await accept(id)).phase).toBe('sold')
  })

  test('an agreed sale that was withdrawn can still be amended', async () => {
    const id = await added({ state: 'A' })
    await withdraw(false)
    const { offers } = await change(id, { state: 'A', amendAmount: 280_000, amendReason: 'Survey' })
    expect(offerIn({ offers } as Property, id)?.amount).toBe(280_000)
  })
})

describe('Accepting an offer (state A)', () => {
  test('sets agreed price and buyer and completes the selling steps up to Sale agreed', async () => {
    const id = await added({ tel: '0118 496 0456', email: 'bea@buyers.example', depositSize: 20_000 })
    const before = await read()
    fixtures.clock.advance({ days: 2 })
    const sold = await accept(id)
    expect(sold).toMatchObject({
      phase: 'sold',
      mi: { agreedPrice: 285_000 },
      buyer: { name: 'Bea Uyer', tel: '0118 496 0456', email: 'bea@buyers.example', cashBuyer: false },
      offers: [{ state: 'A', acceptedOn: '2026-03-12', depositSize: 20_000 }],
    })
    expect(step(sold, 'TakeOn')).toEqual(step(before, 'TakeOn'))
    for (const name of ['PropertyLaunched', 'Viewings', 'SaleAgreed'] as const)
      expect(step(sold, name)).toMatchObject({ state: 'C', completedOn: '2026-03-12', because: { kind: 'offer-accepted' } })
    expect(step(sold, 'MemoOfSaleSent')).toMatchObject({ state: 'IP', startedOn: '2026-03-12', wasAutoSetToInProgress: true })
    expect(states(sold, 'DraftContractsIssued', ...financial)).toEqual(['NS', 'NS', 'NS', 'NS', 'NS'])
  })

  test('stores the timeline for a fall-off', async () => {
    await fixtures.as('staff').ok(saveTimeline, { params: place, body: { timeline: [{ key: stepKeys.Viewings, state: 'B' }] } })
    const before = await read()
    const id = await added()
    await accept(id)
    const [start, ...more] = await saleStart()
    expect(more).toEqual([])
    expect(start?.offer_id).toBe(id)
    expect(start?.timeline).toEqual(before.timeline.data.map(fromTimelineItem))
    await change(id, { mip: true })
    expect((await saleStart())[0]?.timeline).toEqual(before.timeline.data.map(fromTimelineItem))
  })

  test('POST offer with state A does the same', async () => {
    const sold = await add({ state: 'A', amount: 300_000.5 })
    expect(sold).toMatchObject({ phase: 'sold', mi: { agreedPrice: 300_000.5 }, offers: [{ state: 'A', acceptedOn: today }] })
    expect(await saleStart()).toMatchObject([{ offer_id: newestId(sold) }])
  })

  test('with a new amount agrees the new amount', async () => {
    const id = await added()
    const sold = await change(id, { state: 'A', amount: 280_000, name: 'Bea and Ben Uyer' })
    expect(sold).toMatchObject({ mi: { agreedPrice: 280_000 }, buyer: { name: 'Bea and Ben Uyer' } })
    expect(offerIn(sold, id)?.history.map((entry) => entry.amount)).toEqual([280_000, 285_000])
  })

  test('refused while another offer is accepted', async () => {
    const [first, second] = [await added(), await added({ name: 'Second' })]
    await accept(first)
    const refused = { status: 409, code: 'OFFER_ALREADY_ACCEPTED', message: 'Another offer on this property has been accepted.' }
    expect(await refusedChange(second, { state: 'A' })).toMatchObject(refused)
    expect(await refusedChange(second, { state: 'A', amount: 999_999 })).toMatchObject(refused)
    expect(await refusedOffer({ ...asked, state: 'A' })).toMatchObject(refused)
    expect(await change(second, { amount: 290_000 })).toMatchObject({ phase: 'sold', mi: { agreedPrice: 285_000 } })
  })

  test('accepting it again keeps acceptedOn', async () => {
    const id = await added()
    const { version } = await accept(id)
    fixtures.clock.advance({ days: 1 })
    const before = await checksum(fixtures)
    expect(await accept(id)).toMatchObject({ version, offers: [{ acceptedOn: today }] })
    expect(await checksum(fixtures)).toEqual(before)
  })

  test('makes the fee final, based on the agreed price', async () => {
    await fixtures.database.db
      .updateTable('property')
      .set({ agency_fee_percent: 1_250 })
      .where('id', '=', place.propertyId)
      .execute()
    await fixtures.as('staff').ok(addAskingPrice, { params: place, body: { price: 300_000, effectiveDate: today } })
    const id = await added()
    expect((await read()).mi.fees).toMatchObject({ gross: 3_750, estimate: true })
    expect((await accept(id)).mi.fees).toMatchObject({ gross: 3_562.5, expected: 3_562.5, estimate: false })
    expect((await change(id, { amendAmount: 280_000, amendReason: 'Damp' })).mi.fees).toMatchObject({
      gross: 3_500,
      estimate: false,
    })
  })
})

describe('PATCH and DELETE of an accepted offer', () => {
  test('cannot change its state; that needs a fall-off', async () => {
    const id = await added({ state: 'A' })
    for (const state of ['P', 'R', 'W'] as const)
      expect(await refusedChange(id, { state, notes: 'x' })).toMatchObject({
        status: 409,
        code: 'OFFER_ACCEPTED_NEEDS_FALL_OFF',
        message: 'To end this sale, perform a fall-off on the Timeline page.',
      })
  })

  test('DELETE offer is refused', async () => {
    const id = await added({ state: 'A' })
    expect(
      await expectNothingWritten(fixtures, () =>
        fixtures.as('staff').refusal(deleteOffer, { params: { ...place, offerId: id } }),
      ),
    ).toMatchObject({ status: 409, code: 'OFFER_ACCEPTED_NEEDS_FALL_OFF' })
  })

  test('PATCH offer cannot change the amount; sending the same amount is allowed', async () => {
    const id = await added({ state: 'A' })
    expect(await refusedChange(id, { amount: 280_000 })).toMatchObject({ status: 409, code: 'OFFER_ACCEPTED_AMOUNT' })
    expect(await change(id, { amount: 285_000, state: 'A', mip: true })).toMatchObject({
      offers: [{ mip: true, amount: 285_000 }],
    })
  })

  test('amend with a reason changes agreed price and history, not acceptedOn', async () => {
    const id = await added({ state: 'A' })
    fixtures.clock.advance({ days: 3 })
    const lower = await change(id, { amendAmount: 280_000, amendReason: '  Damp in the cellar ' })
    expect(lower).toMatchObject({ phase: 'sold', mi: { agreedPrice: 280_000 } })
    expect(offerIn(lower, id)).toMatchObject({ amount: 280_000, acceptedOn: today, increasedOn: null })
    fixtures.clock.advance({ days: 1 })
    const higher = await change(id, { amendAmount: 282_000.25, amendReason: 'Curtains' })
    expect(offerIn(higher, id)).toMatchObject({
      amount: 282_000.25,
      increasedOn: '2026-03-14',
      history: [
        { amount: 282_000.25, note: 'Curtains' },
        { amount: 280_000, note: 'Damp in the cellar', createdon: '2026-03-13T09:31:00.123Z' },
        { amount: 285_000, note: '' },
      ],
    })
    expect(step(higher, 'SaleAgreed')).toEqual(step(lower, 'SaleAgreed'))
  })

  test('amend refused without a reason, with the same amount, or below 1', async () => {
    const id = await added({ state: 'A' })
    for (const amendReason of [undefined, '', '  \n '])
      expect(await refusedChange(id, { amendAmount: 280_000, amendReason })).toMatchObject({ code: 'AMEND_REASON_MISSING' })
    expect(await refusedChange(id, { amendAmount: 285_000, amendReason: 'x' })).toMatchObject({ code: 'AMEND_SAME_AMOUNT' })
    for (const amendAmount of [0, 0.99, 100.001, '280000'])
      expect(await refusedChange(id, { amendAmount, amendReason: 'x' })).toMatchObject({ issues: [{ path: 'amendAmount' }] })
    expect(await refusedChange(id, { amendAmount: 1, amendReason: 'x'.repeat(501) })).toMatchObject({
      issues: [{ path: 'amendReason' }],
    })
  })

  test('amend is refused for offers that are not accepted', async () => {
    const id = await added()
    for (const state of ['P', 'R', 'W'] as const) {
      await change(id, { state })
      expect(await refusedChange(id, { amendAmount: 280_000, amendReason: 'x' })).toMatchObject({ code: 'OFFER_NOT_ACCEPTED' })
      expect(await refusedChange(id, { state: 'A', amendAmount: 1, amendReason: 'x' })).toMatchObject({
        code: 'OFFER_NOT_ACCEPTED',
      })
    }
  })
})

describe('Offer with cashBuy', () => {
  test('has deposit 0 whatever is sent', async () => {
    const id = await added({ cashBuy: true, depositSize: 50_000 })
    expect(await read()).toMatchObject({ offers: [{ cashBuy: true, depositSize: 0 }] })
    expect(await change(id, { depositSize: 10 })).toMatchObject({ offers: [{ depositSize: 0 }] })
    expect(await change(id, { cashBuy: false, depositSize: 10 })).toMatchObject({ offers: [{ cashBuy: false, depositSize: 10 }] })
    expect(await change(id, { cashBuy: true })).toMatchObject({ offers: [{ cashBuy: true, depositSize: 0 }] })
  })

  test('once accepted sets the financial steps to NA', async () => {
    const id = await added({ cashBuy: true })
    expect(states(await read(), ...financial)).toEqual(['NS', 'NS', 'NS', 'NS'])
    const sold = await accept(id)
    expect(states(sold, ...financial)).toEqual(['NA', 'NA', 'NA', 'NA'])
    expect(sold.buyer.cashBuyer).toBe(true)
    expect(step(sold, 'MortgageApproved')?.because?.kind).toBe('cash-buyer')
  })

  test('changing cashBuy and back restores the financial steps with their completions', async () => {
    const id = await added({ state: 'A' })
    const timeline = [
      { key: stepKeys.MemoOfSaleSent, state: 'C' as const },
      { key: stepKeys.MortgageAppSubmitted, state: 'C' as const, completedOn: today },
      { key: stepKeys.MortgageValuationCompleted, state: 'B' as const },
    ]
    const { changes: _changes, ...before } = await fixtures.as('staff').ok(saveTimeline, { params: place, body: { timeline } })
    expect(states(before, ...financial)).toEqual(['C', 'IP', 'B', 'NS'])
    fixtures.clock.advance({ days: 1 })
    const cash = await change(id, { cashBuy: true })
    expect(states(cash, ...financial)).toEqual(['NA', 'NA', 'NA', 'NA'])
    expect(cash.buyer.cashBuyer).toBe(true)
    fixtures.clock.advance({ days: 1 })
    const back = await change(id, { cashBuy: false, depositSize: 5_000 })
    for (const name of financial) {
      const { because: _b, updatedOn: _u, ...now } = step(back, name) ?? {}
      const { because: _bb, updatedOn: _uu, ...then } = step(before, name) ?? {}
      expect(now).toEqual(then)
    }
    expect(back).toMatchObject({ buyer: { cashBuyer: false }, mi: { agreedPrice: 285_000 }, offers: [{ depositSize: 5_000 }] })
  })
})

describe('POST offer validation', () => {
  test('cashBuy and chain are required booleans', async () => {
    for (const field of ['cashBuy', 'chain'] as const)
      for (const value of [undefined, null, 'true', 1])
        expect(await refusedOffer({ ...asked, [field]: value })).toMatchObject({ status: 400, issues: [{ path: field }] })
  })

  test('name and amount are required; unknown fields are refused', async () => {
    for (const [field, value] of [
      ['name', undefined],
      ['name', '   '],
      ['name', 'x'.repeat(161)],
      ['email', 'bea at home'],
      ['tel', 'ring twice'],
      ['state', 'X'],
      ['when', '2026-02-29'],
      ['depositSize', -1],
      ['notes', 'x'.repeat(2001)],
      ['acceptedOn', '2026-02-30'],
      ['amendAmount', 1],
      ['history', []],
    ] as const)
      expect(await refusedOffer({ ...asked, [field]: value })).toMatchObject({ status: 400, issues: [{ path: field }] })
  })

  test('amount is 1 to 1,000,000,000 in whole pence', async () => {
    for (const amount of [undefined, null, 0, 0.5, 0.99, -1, 1.001, 1_000_000_000.01, 1e300, '285000'])
      expect(await refusedOffer({ ...asked, amount })).toMatchObject({
        status: 400,
        issues: [{ path: 'amount' }],
      })
    for (const amount of [1, 1.01, 285_000.99, 999_999_999.99, 1_000_000_000]) {
      const property = await add({ amount })
      expect(property.offers.find((offer) => offer._id === newestId(property))).toMatchObject({ amount, history: [{ amount }] })
    }
    const sold = await accept(newestId(await read()))
    expect(sold.mi.agreedPrice).toBe(1_000_000_000)
  })

  test('texts are stored as typed', async () => {
    const hidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\r]/
    const text = fc
      .oneof(
        fc.constantFrom(
          `'); delete from offer; --`,
          '<img src=x onerror=alert(1)>',
          '{{7*7}} ${7*7} %s %00 \\u0000',
          '=1+1',
          'null',
          '٣ ﷽ 🏠 é',
        ),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
      )
      .map((one) => one.trim())
      .filter((one) => visible.test(one) && !hidden.test(one) && one.isWellFormed())
    const id = await added()
    await fc.assert(
      fc.asyncProperty(text, text, async (name, notes) => {
        const line = name.replace(/[\n\t]/g, ' ')
        expect(offerIn(await change(id, { name: line, notes: `${notes}\n\t${name}` }), id)).toMatchObject({
          name: line,
          notes: `${notes}\n\t${name}`,
        })
      }),
      { numRuns: 15, examples: [[`O'Brien`, '"; \\']] },
    )
  })
})

describe('Offer events in the record', () => {
  test('name action, offer, amount, user and time', async () => {
    let id = ''
    const recorded = await eventsDuring(fixtures, place.propertyId, async () => {
      id = await added()
      await change(id, { mip: true })
      await change(id, { amount: 290_000 })
      await change(id, { state: 'R' })
      await fixtures.as('branch').ok(updateOffer, { params: place, body: { _id: id, state: 'A' } })
      await change(id, { amendAmount: 280_000, amendReason: 'Damp' })
      await remove(await added({ name: 'Gone' }))
    })
    const at = fixtures.clock.now()
    expect(recorded.every((entry) => entry.at === at)).toBe(true)
    expect(recorded.filter(({ kind }) => kind !== 'step-changed').map(({ kind, by, data }) => [kind, by, data.amount])).toEqual([
      ['offer-added', fixtures.idOf.staff, 28_500_000],
      ['offer-updated', fixtures.idOf.staff, 28_500_000],
      ['offer-amended', fixtures.idOf.staff, 29_000_000],
      ['offer-rejected', fixtures.idOf.staff, 29_000_000],
      ['offer-accepted', fixtures.idOf.branch, 29_000_000],
      ['offer-amended', fixtures.idOf.staff, 28_000_000],
      ['offer-added', fixtures.idOf.staff, 28_500_000],
      ['offer-removed', fixtures.idOf.staff, 28_500_000],
    ])
    const steps = recorded.filter(({ kind }) => kind === 'step-changed')
    expect(steps.map(({ by, data }) => [by, data.key, data.to, data.because])).toEqual([
      [fixtures.idOf.branch, stepKeys.PropertyLaunched, 'C', 'offer-accepted'],
      [fixtures.idOf.branch, stepKeys.Viewings, 'C', 'offer-accepted'],
      [fixtures.idOf.branch, stepKeys.SaleAgreed, 'C', 'offer-accepted'],
      [fixtures.idOf.branch, stepKeys.MemoOfSaleSent, 'IP', 'previous-step-completed'],
    ])
  })

  test('include changed fields and amount of the save that accepts the offer', async () => {
    const id = await added({ notes: 'Wants the piano' })
    const cashInstead = { cashBuy: true, notes: 'Wants the piano and the shed', state: 'A' } as const
    const told = await eventsDuring(fixtures, place.propertyId, () => change(id, cashInstead))
    expect(told.slice(0, 2)).toMatchObject([
      {
        kind: 'offer-updated',
        data: {
          changes: [
            { field: 'cashBuy', from: false, to: true },
            { field: 'notes', from: 'Wants the piano', to: cashInstead.notes },
          ],
        },
      },
      { kind: 'offer-accepted' },
    ])
    const other = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '7 Offer Street')
    const { offers } = await fixtures.as('staff').ok(addOffer, { params: other, body: asked })
    const both = { _id: offers[0]?._id ?? '', amount: 290_000, state: 'A' } as const
    const amended = await eventsDuring(fixtures, other.propertyId, () =>
      fixtures.as('staff').ok(updateOffer, { params: other, body: both }),
    )
    expect(amended.slice(0, 2)).toMatchObject([
      { kind: 'offer-amended', data: { before: 28_500_000, amount: 29_000_000 } },
      { kind: 'offer-accepted', data: { amount: 29_000_000 } },
    ])
  })

  test('are not written by a save without changes', async () => {
    const id = await added({ cashBuy: true })
    const { offers, version } = await read()
    const { history: _history, acceptedOn: _a, increasedOn: _i, _id, ...same } = offers[0] as Property['offers'][number]
    const before = await checksum(fixtures)
    for (const body of [{}, same, { depositSize: 7 }]) expect(await change(id, body)).toMatchObject({ version })
    expect(await checksum(fixtures)).toEqual(before)
  })
})

test('An offer of another property or company, or an unknown one, is not found', async () => {
  const theirs = newestId(await fixtures.as('secondBranch').ok(addOffer, { params: fixtures.second, body: asked }))
  const foreign = newestId(await fixtures.as('otherStaff').ok(addOffer, { params: fixtures.other, body: asked }))
  for (const id of [theirs, foreign, '00000000-0000-7000-8000-00000000dead'])
    await expectNothingWritten(fixtures, async () => {
      for (const name of ['staff', 'company', 'platform'] as const) {
        const as = fixtures.as(name)
        expect(await as.refusal(updateOffer, { params: place, body: { _id: id, state: 'A' } })).toMatchObject({ status: 404 })
        expect(await as.refusal(deleteOffer, { params: { ...place, offerId: id } })).toMatchObject({ status: 404 })
      }
    })
})

test('PATCH offer with an old version gets STALE_VERSION, naming who saved', async () => {
  const id = await added()
  const { version } = await read()
  await fixtures.as('branch').ok(updateProperty, { params: place, body: { _id: place.propertyId, bedrooms: 2 } })
  const stale = { code: 'STALE_VERSION', details: { savedBy: 'branch people', savedOn: fixtures.clock.now() } }
  expect(await refusedChange(id, { state: 'A', version })).toMatchObject(stale)
  expect(await refusedOffer({ ...asked, version })).toMatchObject(stale)
  expect(await change(id, { state: 'A', version: version + 1 })).toMatchObject({ phase: 'sold' })
})
