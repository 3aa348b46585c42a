import { expect, test } from 'vitest'
import { whoSent } from './who-sent.ts'

const buyer = { ref: 'buyer:00000000-0000-4000-8000-000000000001', role: 'buyer', name: 'Bea Buyer' } as const
const mail = { party: buyer, state: 'filed', forwardedBy: null, outgoing: false } as const

test.each([
  ['of a party', {}, 'Buyer'],
  ['that a colleague forwarded', { forwardedBy: 'Tamsin Larkspur' }, 'Colleague'],
  ['that a colleague wrote to a party', { outgoing: true }, 'Colleague'],
  ['of somebody new, on a sale', { party: null }, 'New at this sale'],
  ['of somebody new, to file', { party: null, state: 'inbox' }, 'Not in our contacts'],
] as const)('the sender of an e-mail %s', (_, more, who) => {
  expect(whoSent({ ...mail, ...more })).toBe(who)
})
