import { addOffer, deleteOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { runConcurrently } from '../properties/testing/run-concurrently.ts'

let fixtures: Fixtures
let place: PropertyPath
let first: string
let second: string
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '5 Auction Street')
  first = await offered('First', 285_000)
  second = await offered('Second', 290_000)
})

const offered = async (name: string, amount: number) => {
  const body = { name, amount, cashBuy: name === 'Second', chain: false }
  const { offers } = await fixtures.as('staff').ok(addOffer, { params: place, body })
  return offers.find((offer) => offer.name === name)?._id ?? ''
}
const read = () => fixtures.as('staff').ok(readProperty, { params: place })
const accept = (name: 'staff' | 'branch' | 'company', _id: string) => () =>
  fixtures.as(name).call(updateOffer, { params: place, body: { _id, state: 'A' } })
const refused = { status: 409, body: { code: 'OFFER_ALREADY_ACCEPTED' } }

/** A sale to one buyer: one acceptance, with all its consequences from the same offer. */
async function expectSoldTo(id: string, name: string, amount: number) {
  const property = await read()
  expect(property.offers.filter((offer) => offer.state === 'A').map((offer) => offer._id)).toEqual([id])
  expect(property).toMatchObject({ phase: 'sold', buyer: { name, cashBuyer: name === 'Second' }, mi: { agreedPrice: amount } })
  expect(property.timeline.data.find((step) => step.keyName === 'MortgageApproved')?.state).toBe(name === 'Second' ? 'NA' : 'NS')
  const { db } = fixtures.database
  expect(await db.selectFrom('sale_start').select('offer_id').where('property_id', '=', place.propertyId).execute()).toEqual([
    { offer_id: id },
  ])
  const accepted = await db
    .selectFrom('event')
    .select('data')
    .where('property_id', '=', place.propertyId)
    .where('kind', '=', 'offer-accepted')
    .execute()
  expect(accepted).toMatchObject([{ data: { offerId: id } }])
}

describe('Two offers of one property accepted concurrently', () => {
  test('the first offer’s save comes first: it is accepted, the second is refused', async () => {
    const [won, lost] = await runConcurrently(fixtures, place, [accept('staff', first), accept('branch', second)])
    expect(won).toMatchObject({ status: 200 })
    expect(lost).toMatchObject(refused)
    await expectSoldTo(first, 'First', 285_000)
  })

  test('the second offer’s save comes first: it is accepted, the first is refused', async () => {
    const [won, lost] = await runConcurrently(fixtures, place, [accept('branch', second), accept('staff', first)])
    expect(won).toMatchObject({ status: 200 })
    expect(lost).toMatchObject(refused)
    await expectSoldTo(second, 'Second', 290_000)
  })

  test('POST offer as accepted against PATCH offer: one is accepted', async () => {
    const adding = () =>
      fixtures
        .as('staff')
        .call(addOffer, { params: place, body: { name: 'Third', amount: 300_000, cashBuy: false, chain: false, state: 'A' } })
    const [won, lost] = await runConcurrently(fixtures, place, [accept('branch', first), adding])
    expect([won?.status, lost?.status]).toEqual([200, 409])
    await expectSoldTo(first, 'First', 285_000)
    expect((await read()).offers).toHaveLength(2)
  })

  test('ten unsynchronised requests: exactly one is accepted', async () => {
    const ids = [first, second, ...(await Promise.all(Array.from({ length: 8 }, (_, n) => offered(`Bidder ${n}`, 1_000 + n))))]
    const answers = await Promise.all(ids.map((id) => accept('staff', id)()))
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(answers.map(({ status }) => status)).toEqual(ids.map((_id, n) => (n === winner ? 200 : 409)))
    const { offers, mi } = await read()
    expect(offers.filter((offer) => offer.state === 'A')).toMatchObject([{ _id: ids[winner], amount: mi.agreedPrice }])
  })
})

test('PATCH offer accepting one offer twice concurrently accepts it once', async () => {
  const answers = await runConcurrently(fixtures, place, [accept('staff', first), accept('branch', first)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  await expectSoldTo(first, 'First', 285_000)
})

test('DELETE offer concurrent with accepting it: either accepted or deleted', async () => {
  const removing = () => fixtures.as('branch').call(deleteOffer, { params: { ...place, offerId: first } })
  const [removed, accepted] = await runConcurrently(fixtures, place, [removing, accept('staff', first)])
  expect([removed?.status, accepted?.status]).toEqual([200, 404])
  const removingSecond = () => fixtures.as('branch').call(deleteOffer, { params: { ...place, offerId: second } })
  const answers = await runConcurrently(fixtures, place, [accept('staff', second), removingSecond])
  expect(answers).toMatchObject([{ status: 200 }, { status: 409, body: { code: 'OFFER_ACCEPTED_NEEDS_FALL_OFF' } }])
  await expectSoldTo(second, 'Second', 290_000)
})

describe('Unique index on accepted offers', () => {
  test('refuses a second accepted offer of a property from any writer', async () => {
    const { db } = fixtures.database
    const update = db
      .updateTable('offer')
      .set({ state: 'A', accepted_on: '2026-03-10' })
      .where('property_id', '=', place.propertyId)
    await expect(update.execute()).rejects.toMatchObject({ constraint: 'one_accepted_offer' })
    await update.where('id', '=', first).execute()
    await expect(update.where('id', '=', second).execute()).rejects.toMatchObject({ constraint: 'one_accepted_offer' })
  })

  test('a violation answers the same error code and rolls the sale back', async () => {
    const before = await read()
    const other = await fixtures.database.pool.connect()
    try {
      await other.query('begin')
      await other.query(`update offer set state = 'A', accepted_on = '2026-03-10' where id = $1`, [first])
      const answer = accept('staff', second)()
      const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      while ((await fixtures.database.pool.query(waits)).rowCount === 0) await new Promise(setImmediate)
      await other.query('commit')
      expect(await answer).toMatchObject(refused)
    } finally {
      other.release()
    }
    const after = await read()
    expect(after).toMatchObject({
      version: before.version,
      buyer: { name: '' },
      mi: { agreedPrice: null },
      timeline: before.timeline,
    })
    expect(new Map(after.offers.map(({ _id, state }) => [_id, state]))).toEqual(
      new Map([
        [first, 'A'],
        [second, 'P'],
      ]),
    )
  })
})
