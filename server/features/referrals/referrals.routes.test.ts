import type { Wire } from '@gya/domain/endpoint.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveReferrals } from '@gya/domain/features/referrals/referrals.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { eventsDuring, expectNothingWritten } from '../properties/testing/recorded-events.ts'

let fixtures: Fixtures
let place: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '13 Handover Street')
})

type Body = Wire<typeof saveReferrals, 'body'>
const save = (body: Body) => fixtures.as('staff').ok(saveReferrals, { params: place, body })
const none = { vendorSolicitor: null, buyerSolicitor: null, vendorBroker: null, buyerBroker: null }
const earlier = '2026-01-05T10:00:00.000Z'

describe('Referrals: vendorSolicitor, buyerSolicitor, vendorBroker, buyerBroker; each an ISO timestamp or null', () => {
  test('start as null, are set, kept where absent, and cleared', async () => {
    expect((await fixtures.as('staff').ok(readProperty, { params: place })).referrals).toEqual(none)
    expect((await save({ ...none, vendorSolicitor: earlier })).referrals).toEqual({ ...none, vendorSolicitor: earlier })
    expect((await save({ buyerBroker: testStart })).referrals).toEqual({
      ...none,
      vendorSolicitor: earlier,
      buyerBroker: testStart,
    })
    expect((await save({ vendorSolicitor: null })).referrals).toEqual({ ...none, buyerBroker: testStart })
    expect((await fixtures.as('staff').ok(readProperty, { params: place })).referrals).toEqual({
      ...none,
      buyerBroker: testStart,
    })
  })

  test('are recorded one by one, and not without changes', async () => {
    const recorded = await eventsDuring(fixtures, place.propertyId, async () => {
      await save({ vendorSolicitor: earlier, buyerSolicitor: earlier })
      await save({ vendorSolicitor: earlier, buyerSolicitor: null, vendorBroker: null })
    })
    expect(recorded).toMatchObject([
      { kind: 'referral-made', by: fixtures.idOf.staff, data: { referral: 'vendorSolicitor', from: null, to: earlier } },
      { kind: 'referral-made', data: { referral: 'buyerSolicitor' } },
      { kind: 'referral-removed', data: { referral: 'buyerSolicitor', from: earlier, to: null } },
    ])
    await expectNothingWritten(fixtures, () => save({ vendorSolicitor: earlier }))
  })

  test.each<[string, object]>([
    ['a tick', { vendorSolicitor: true }],
    ['a day', { vendorSolicitor: '2026-03-10' }],
    ['a field that nobody knows', { vendorSurveyor: null }],
  ])('%s as value is refused', async (_what, body) => {
    await expectNothingWritten(fixtures, async () => {
      expect(await fixtures.as('staff').refusal(saveReferrals, { params: place, body })).toMatchObject({ status: 400 })
    })
  })

  test('an old version gets STALE_VERSION', async () => {
    const { version } = await save({ vendorSolicitor: earlier })
    await fixtures.as('branch').ok(saveReferrals, { params: place, body: { buyerBroker: earlier } })
    await expectNothingWritten(fixtures, async () => {
      expect(
        await fixtures.as('staff').refusal(saveReferrals, { params: place, body: { vendorSolicitor: null, version } }),
      ).toMatchObject({ code: 'STALE_VERSION', details: { savedBy: 'branch people' } })
    })
  })
})
