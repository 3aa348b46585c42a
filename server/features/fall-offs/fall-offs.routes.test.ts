import type { Wire } from '@gya/domain/endpoint.ts'
import { saveChain } from '@gya/domain/features/chain/chain.contract.ts'
import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import {
  deleteFallOff,
  performFallOff,
  previewFallOff,
  restoreFallOff,
} from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { readMemo, updateMemo } from '@gya/domain/features/memo/memo.contract.ts'
import { addOffer, deleteOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { saveReferrals } from '@gya/domain/features/referrals/referrals.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { limitedRuns } from '../../../test/support/test-tier.ts'
import { actionsStart, anyAction, runAction } from '../properties/testing/random-actions.ts'
import { eventsDuring, expectNothingWritten } from '../properties/testing/recorded-events.ts'
import { runConcurrently } from '../properties/testing/run-concurrently.ts'

let fixtures: Fixtures
let ids: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  ids = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '7 Windfall Street')
})

type Property = Wire<typeof readProperty, 'response'>
const read = () => fixtures.as('staff').ok(readProperty, { params: ids })
const offer = async (name: string, state: 'P' | 'A' = 'P') =>
  (
    await fixtures.as('staff').ok(addOffer, { params: ids, body: { name, amount: 285_000, cashBuy: false, chain: false, state } })
  ).offers.find((one) => one.name === name)?._id ?? ''
const fall = (note = 'Buyer lost their job') => fixtures.as('staff').call(performFallOff, { params: ids, body: { note } })
const fallOffId = async () => (await read()).saleResets[0]?._id ?? ''
const restore = async () => {
  const params = { ...ids, fallOffId: await fallOffId() }
  return () => fixtures.as('branch').call(restoreFallOff, { params })
}

/** An offer cannot be accepted on a withdrawn property. */
const reinstate = () => fixtures.as('staff').ok(updateProperty, { params: ids, body: { _id: ids.propertyId, active: true } })

/** The property without the fields that a fall-off and its restore change by design. */
const lasting = ({ version: _v, saleResets: _s, ...rest }: Property) => rest

describe('POST /property/:companyId/:branchId/:propertyId/reset', () => {
  test('rejects the accepted offer and resets steps, buyer side and completion date', async () => {
    const before = await read()
    await offer('Bea Uyer', 'A')
    const contact = await fixtures
      .as('staff')
      .ok(createContact, { params: { companyId: ids.companyId }, body: { name: 'Law & Sons', pocs: [] } })
    const person = {
      firstName: 'Ann',
      lastName: 'Other',
      email: 'ann@people.example',
      tel: '020 7946 0001',
      options: { memo: true },
    }
    await fixtures.as('staff').ok(saveContacts, {
      params: ids,
      body: { buyerDetails: { solicitor: { contact: contact._id }, other: 'Rings at noon', additionalContacts: [person] } },
    })
    const timeline = [{ key: stepKeys.MemoOfSaleSent, state: 'C' as const }]
    await fixtures.as('staff').ok(saveTimeline, { params: ids, body: { timeline, completionDate: '2026-06-01' } })
    const recorded = await eventsDuring(fixtures, ids.propertyId, fall)
    const after = await read()
    expect(after).toMatchObject({ completionDate: null, buyer: { name: '' }, mi: { agreedPrice: null } })
    expect(after.contacts.buyerDetails).toEqual(before.contacts.buyerDetails)
    expect(after.offers).toMatchObject([{ state: 'R', acceptedOn: null }])
    const states = ({ timeline: { data } }: Property) =>
      data.map(({ key, state, startedOn, completedOn }) => [key, state, startedOn, completedOn])
    expect(states(after)).toEqual(states(before))
    expect(after.saleResets).toMatchObject([
      { acceptedOffer: { name: 'Bea Uyer' }, note: 'Buyer lost their job', daysUnderOffer: 0, restoredOn: null },
    ])
    expect(recorded[0]).toMatchObject({ kind: 'fall-off', by: fixtures.idOf.staff, data: { reason: 'Buyer lost their job' } })
  })

  test('counts the days under offer from the acceptance, also of a sale that was restored and fell off again', async () => {
    const start = fixtures.clock.now()
    await offer('Bea Uyer', 'A')
    fixtures.clock.advance({ days: 34 })
    const staff = await fixtures.signedIn(fixtures.idOf.staff)
    const preview = () => staff.ok(previewFallOff, { params: ids })
    const daysOf = ({ saleResets }: Property) => saleResets.map(({ daysUnderOffer }) => daysUnderOffer)
    expect(await preview()).toMatchObject({ daysUnderOffer: 34 })
    const fallen = await staff.ok(performFallOff, { params: ids, body: { note: 'Gazundered' } })
    expect(daysOf(fallen)).toEqual([34])
    expect(await preview()).toMatchObject({ offer: null, daysUnderOffer: null })
    fixtures.clock.advance({ hours: 6 })
    await staff.ok(restoreFallOff, { params: { ...ids, fallOffId: fallen.saleResets[0]?._id ?? '' } })
    fixtures.clock.advance({ hours: 10 })
    expect(daysOf(await staff.ok(performFallOff, { params: ids, body: { note: 'Again' } }))).toEqual([35, 34])
    fixtures.clock.moveTo(start)
  })

  test('requires a reason of 1 to 500 characters and an accepted offer', async () => {
    await expectNothingWritten(fixtures, async () => {
      expect(await fall()).toMatchObject({ status: 409, body: { code: 'FALL_OFF_WITHOUT_SALE' } })
      for (const note of ['', '  ', 'x'.repeat(501)]) expect(await fall(note)).toMatchObject({ status: 400 })
    })
  })

  test('refuses a completed sale', async () => {
    await offer('Bea Uyer', 'A')
    const timeline = [stepKeys.Exchanged, stepKeys.Completed].map((key) => ({ key, state: 'C' as const }))
    await fixtures.as('staff').ok(saveTimeline, { params: ids, body: { timeline, completionDate: '2026-03-10' } })
    expect(await fall()).toMatchObject({ status: 409, body: { code: 'FALL_OFF_COMPLETED' } })
  })

  test('can be repeated with the next buyer', async () => {
    await offer('First', 'A')
    await fall('One')
    await offer('Second', 'A')
    await fall('Two')
    expect((await read()).saleResets.map(({ note, acceptedOffer }) => [note, acceptedOffer.name])).toEqual([
      ['Two', 'Second'],
      ['One', 'First'],
    ])
  })
})

test('Property-based: a fall-off and its restore leave the property as it was', async () => {
  fixtures.clock.moveTo(actionsStart)
  await fc.assert(
    fc.asyncProperty(fc.array(anyAction, { maxLength: 6 }), fc.array(anyAction, { maxLength: 10 }), async (before, during) => {
      ids = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '7 Windfall Street')
      for (const action of before) await runAction(fixtures, fixtures.as('staff'), ids, action)
      await reinstate()
      if (!(await read()).offers.some(({ state }) => state === 'A')) await offer('Bea Uyer', 'A')
      for (const action of during) await runAction(fixtures, fixtures.as('staff'), ids, action)
      await reinstate()
      const sold = await read()
      if ((await fall()).status === 409) return
      fixtures.clock.advance({ hours: 30 })
      expect((await (await restore())()).status).toBe(200)
      fixtures.clock.advance({ hours: -30 })
      expect(lasting(await read())).toEqual(lasting(sold))
    }),
    limitedRuns({ fast: 10, full: 40 }),
  )
})

test('After a fall-off the buyer is named only in the fall-off, the old offer and the history; a restore brings everything back', async () => {
  const name = 'Peregrine Sallow'
  const staff = () => fixtures.as('staff')
  const link = (more: object) => ({ propertyName: '1 Elsewhere', ...more })
  const edits: Record<string, () => Promise<unknown>> = {
    contact: () => staff().ok(saveContacts, { params: ids, body: { buyerDetails: { buyer: { name }, other: `Ask ${name}` } } }),
    memo: async () => {
      const { _id: contact } = await staff().ok(createContact, {
        params: { companyId: ids.companyId },
        body: { name: 'Law & Sons', pocs: [] },
      })
      await staff().ok(saveContacts, {
        params: ids,
        body: { solicitor: { contact }, buyerDetails: { solicitor: { contact } } },
      })
      return staff().ok(updateMemo, { params: ids, body: { buyerCustom: `${name} Ltd`, remarks: `${name} pays the fees` } })
    },
    referrals: () =>
      staff().ok(saveReferrals, {
        params: ids,
        body: { buyerSolicitor: fixtures.clock.now(), vendorBroker: fixtures.clock.now() },
      }),
    chain: () =>
      staff().ok(saveChain, {
        params: ids,
        body: {
          items: [link({}), { thisProperty: true }, link({}), link({ propertyName: '', personName: name, saleType: 'FTB' })],
        },
      }),
  }
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(Object.keys(edits), { minLength: 1 }), async (kinds) => {
      ids = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '9 Windfall Street')
      await offer(name, 'A')
      for (const kind of kinds) await edits[kind]?.()
      const sold = await read()
      await fall('Left')
      const { offers: _offers, saleResets: _resets, ...left } = await read()
      expect(JSON.stringify(left)).not.toContain('Sallow')
      expect(left.referrals).toMatchObject({ buyerSolicitor: null, vendorBroker: sold.referrals.vendorBroker })
      expect(left.chain.items).toHaveLength(sold.chain.items.length === 0 ? 0 : 2)
      await offer('Second Buyer', 'A')
      expect(JSON.stringify(await staff().ok(readMemo, { params: ids }))).not.toContain('Sallow')
      await fall('Left too')
      const first = (await read()).saleResets.find(({ note }) => note === 'Left')?._id ?? ''
      await staff().ok(restoreFallOff, { params: { ...ids, fallOffId: first } })
      const { offers: _seconds, ...restored } = lasting(await read())
      const { offers: _firsts, ...asSold } = lasting(sold)
      expect(restored).toEqual(asSold)
    }),
    { numRuns: 6 },
  )
})

describe('POST /property/:companyId/:branchId/:propertyId/:fallOffId/restore', () => {
  test('refuses while an offer is accepted, with the specified message, and when already restored', async () => {
    await offer('First', 'A')
    await fall()
    const again = await restore()
    const second = await offer('Second', 'A')
    expect(await again()).toMatchObject({
      status: 409,
      body: {
        code: 'RESTORE_WITH_ACCEPTED_OFFER',
        message:
          'You cannot restore from a previous fall off with an offer currently accepted. Please administer a fall off of the current buyer before restoring.',
      },
    })
    await fall('Two')
    expect((await again()).status).toBe(200)
    expect(await again()).toMatchObject({ status: 409, body: { code: 'FALL_OFF_RESTORED' } })
    expect((await read()).offers.find(({ _id }) => _id === second)?.state).toBe('R')
  })

  test('recreates an offer deleted since, with its history; the sale can fall off again', async () => {
    const id = await offer('First', 'A')
    await fixtures.as('staff').ok(updateOffer, { params: ids, body: { _id: id, amendAmount: 280_000, amendReason: 'Damp' } })
    const sold = await read()
    await fall()
    await fixtures.as('staff').ok(deleteOffer, { params: { ...ids, offerId: id } })
    await (await restore())()
    expect(lasting(await read())).toEqual(lasting(sold))
    expect((await fall()).status).toBe(200)
  })
})

test('POST …/restore refuses a withdrawn property', async () => {
  await offer('First', 'A')
  await fall()
  await fixtures.as('staff').ok(updateProperty, { params: ids, body: { _id: ids.propertyId, active: false } })
  const again = await restore()
  expect(await again()).toMatchObject({ status: 409, body: { code: 'OFFER_ON_WITHDRAWN' } })
})

test('DELETE …/restore removes the fall-off from the list and keeps its events', async () => {
  await offer('First', 'A')
  await fall()
  const params = { ...ids, fallOffId: await fallOffId() }
  const recorded = await eventsDuring(fixtures, ids.propertyId, () => fixtures.as('staff').ok(deleteFallOff, { params }))
  expect(recorded).toMatchObject([{ kind: 'fall-off-deleted', data: { name: 'First', reason: 'Buyer lost their job' } }])
  expect((await read()).saleResets).toEqual([])
  for (const call of [restoreFallOff, deleteFallOff])
    expect(await fixtures.as('staff').call(call, { params })).toMatchObject({ status: 404 })
})

describe('Concurrent fall-offs and restores', () => {
  test('fall-off against another acceptance: the other offer is accepted only after it', async () => {
    await offer('First', 'A')
    const second = await offer('Second')
    const accept = () => fixtures.as('branch').call(updateOffer, { params: ids, body: { _id: second, state: 'A' } })
    const [refused, fell] = await runConcurrently(fixtures, ids, [accept, fall])
    expect([refused?.status, fell?.status]).toEqual([409, 200])
    expect((await accept()).status).toBe(200)
    expect((await runConcurrently(fixtures, ids, [() => fall(), () => fall()])).map(({ status }) => status)).toEqual([200, 409])
  })

  test('restore against an acceptance: the first one wins', async () => {
    await offer('First', 'A')
    const second = await offer('Second')
    await fall()
    const again = await restore()
    const accept = () => fixtures.as('staff').call(updateOffer, { params: ids, body: { _id: second, state: 'A' } })
    expect((await runConcurrently(fixtures, ids, [again, accept])).map(({ status }) => status)).toEqual([200, 409])
    expect((await read()).offers.filter(({ state }) => state === 'A')).toMatchObject([{ name: 'First' }])
  })
})
