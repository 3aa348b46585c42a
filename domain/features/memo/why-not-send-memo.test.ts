import { expect, test } from 'vitest'
import { errors } from '../../errors.ts'
import { memoWarnings, whyNotSendMemo } from './why-not-send-memo.ts'

const whole = { buyer: {}, buyerSolicitor: {}, sellerComplete: true, vendorSolicitor: {} }
const texts = (parties: object) => memoWarnings({ ...whole, ...parties }).map((code) => errors[code][1])

test.each([
  ['the buyer', { buyer: null }, 'No buyer has been selected'],
  ['the buyer’s solicitor', { buyerSolicitor: null }, 'The buyers solicitor has not been added'],
  ['a whole vendor', { sellerComplete: false }, 'The vendors details are not complete'],
  ['the vendor’s solicitor', { vendorSolicitor: null }, "The vendor's solicitor has not been added"],
])('Without %s its warning appears and holds the memorandum', (_what, parties, text) => {
  expect(texts(parties)).toEqual([text])
  expect(errors[whyNotSendMemo({ ...whole, ...parties }) ?? 'INTERNAL'][1]).toBe(text)
})

test('All that is missing is said, and with everybody there nothing holds it', () => {
  expect(texts({ buyer: null, buyerSolicitor: null, sellerComplete: false, vendorSolicitor: null })).toHaveLength(4)
  expect(texts({})).toEqual([])
  expect(whyNotSendMemo(whole)).toBeNull()
})
