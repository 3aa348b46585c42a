import { describe, expect, test } from 'vitest'
import { blankValues } from '../../fields/fields.ts'
import { whyNotAcceptOffer } from '../sale-now/may.ts'
import { stepKeys } from '../timeline/step-definitions.ts'
import { offerFields } from './offers.fields.ts'
import type { Offer } from './offers.model.ts'
import { decideOfferChange, whyNotAcceptOn, whyNotAmendOffer, whyNotRemoveOffer } from './offers.rules.ts'

const today = '2026-03-10'
const offer = (more: Partial<Offer> = {}): Offer => ({
  ...blankValues(offerFields),
  _id: 'one',
  name: 'Buyer',
  amount: 28_000_000,
  when: '2026-03-01',
  depositSize: 2_800_000,
  history: [],
  ...more,
})
const accepted = offer({ state: 'A', acceptedOn: '2026-03-02' })
const onMarket = (...offers: Offer[]) => ({ offers, active: true, timeline: { data: [] } })

describe('whyNotAcceptOffer: "Accepted can be chosen only when this offer is already the accepted one, or when no other offer is accepted."', () => {
  test('on a property for sale', () => {
    expect(whyNotAcceptOffer({ _id: 'one' }, onMarket(offer()))).toBeNull()
    expect(whyNotAcceptOffer({ _id: 'one' }, onMarket(accepted))).toBeNull()
    expect(whyNotAcceptOffer({ _id: 'two' }, onMarket(accepted))).toBe('OFFER_ALREADY_ACCEPTED')
  })

  test('not on a withdrawn, exchanged or completed property', () => {
    expect(whyNotAcceptOffer({ _id: 'one' }, { ...onMarket(offer()), active: false })).toBe('OFFER_ON_WITHDRAWN')
    for (const key of [stepKeys.Exchanged, stepKeys.Completed]) {
      const timeline = { data: [{ key, state: 'C' }] }
      expect(whyNotAcceptOffer({ _id: 'one' }, { ...onMarket(offer()), timeline })).toBe('OFFER_ON_COMPLETED')
    }
  })
})

test('whyNotRemoveOffer: "An accepted offer cannot be removed."', () => {
  expect(whyNotRemoveOffer(accepted)).toBe('OFFER_ACCEPTED_NEEDS_FALL_OFF')
  expect(whyNotRemoveOffer(offer())).toBeNull()
})

test('whyNotAmendOffer: "Amend offer: Save enabled only when the new amount differs from the current one and a non-empty reason is given."', () => {
  expect(whyNotAmendOffer(accepted, accepted.amount + 1, 'Survey')).toBeNull()
  expect(whyNotAmendOffer(accepted, accepted.amount, 'Survey')).toBe('AMEND_SAME_AMOUNT')
  expect(whyNotAmendOffer(accepted, null, 'Survey')).toBe('AMEND_SAME_AMOUNT')
  expect(whyNotAmendOffer(accepted, accepted.amount + 1, ' ')).toBe('AMEND_REASON_MISSING')
  expect(whyNotAmendOffer(offer(), 1, 'Survey')).toBe('OFFER_NOT_ACCEPTED')
})

describe('decideOfferChange', () => {
  test('a higher amount sets increasedOn, a lower one does not', () => {
    const changed = (amount: number) => decideOfferChange(offer(), { amount }, onMarket(offer()), today)
    expect(changed(28_000_001).offer.increasedOn).toBe(today)
    expect(changed(27_999_999).offer.increasedOn).toBeNull()
    expect(changed(27_999_999).amountChange).toEqual({ amount: 27_999_999, note: '' })
    expect(changed(28_000_000).amountChange).toBeNull()
  })

  test('cash buy forces the deposit to 0', () => {
    expect(decideOfferChange(offer(), { cashBuy: true }, onMarket(offer()), today).offer.depositSize).toBe(0)
  })

  test('neither amount nor state of an accepted offer changes from the offer screen', () => {
    expect(() => decideOfferChange(accepted, { amount: 1 }, onMarket(accepted), today)).toThrow(
      expect.objectContaining({ code: 'OFFER_ACCEPTED_AMOUNT' }),
    )
    expect(() => decideOfferChange(accepted, { state: 'R' }, onMarket(accepted), today)).toThrow(
      expect.objectContaining({ code: 'OFFER_ACCEPTED_NEEDS_FALL_OFF' }),
    )
  })

  test('an acceptance is dated today, or on the given day', () => {
    expect(decideOfferChange(offer(), { state: 'A' }, onMarket(offer()), today)).toMatchObject({
      accepts: true,
      offer: { state: 'A', acceptedOn: today },
    })
    const entered = { state: 'A', acceptedOn: '2026-03-04' } as const
    expect(decideOfferChange(offer(), entered, onMarket(offer()), today).offer.acceptedOn).toBe('2026-03-04')
  })
})

test('the acceptance date may not be in the future', () => {
  expect(whyNotAcceptOn(today, 'A', today)).toBeNull()
  expect(whyNotAcceptOn('2026-03-11', 'A', today)).toBe('ACCEPTED_IN_FUTURE')
  expect(whyNotAcceptOn(today, 'P', today)).toBe('OFFER_NOT_ACCEPTED')
  expect(whyNotAcceptOn(null, 'P', today)).toBeNull()
})
