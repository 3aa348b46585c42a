import { describe, expect, test } from 'vitest'
import type { Referrals } from './referrals.model.ts'
import { decideReferrals } from './referrals.rules.ts'

const now = '2026-03-10T12:00:00.000Z'
const before = '2026-03-01T09:00:00.000Z'
const none: Referrals = { vendorSolicitor: null, buyerSolicitor: null, vendorBroker: null, buyerBroker: null }

describe('decideReferrals: each checkbox toggles its field between null and the current timestamp', () => {
  test('from null to the given time, and back', () => {
    expect(decideReferrals(none, { vendorSolicitor: now }, now)).toEqual([{ kind: 'vendorSolicitor', from: null, to: now }])
    expect(decideReferrals({ ...none, buyerBroker: before }, { buyerBroker: null }, now)).toEqual([
      { kind: 'buyerBroker', from: before, to: null },
    ])
  })

  test('missing and unchanged fields are no change', () => {
    const some = { ...none, vendorBroker: before }
    expect(decideReferrals(some, {}, now)).toEqual([])
    expect(decideReferrals(some, some, now)).toEqual([])
    expect(decideReferrals(some, { vendorBroker: '2026-03-01T09:00:00Z' }, now)).toEqual([])
  })

  test('a referral is never later than now', () => {
    expect(decideReferrals(none, { buyerSolicitor: '2026-03-10T12:07:00.000Z' }, now)).toEqual([
      { kind: 'buyerSolicitor', from: null, to: now },
    ])
  })
})
