import { expect, test } from 'vitest'
import { partiesWithoutEmail } from './parties-without-email.ts'

const party = { name: 'Fenwick Larkrise', custom: '', email: 'fenwick@buyer.example', tel: '' }
const firm = { firm: 'Vellum Law', poc: 'Wren Vellum', email: 'wren@vellum.example', tel: '', address: '' }

test('Who is a party and has no e-mail address is named; who is not there is not', () => {
  const sale = { seller: party, buyer: party, vendorSolicitor: firm, buyerSolicitor: firm }
  expect(partiesWithoutEmail(sale)).toEqual([])
  expect(partiesWithoutEmail({ ...sale, buyer: { ...party, email: ' ' }, buyerSolicitor: { ...firm, email: '' } })).toEqual([
    { who: 'Buyer', name: 'Fenwick Larkrise' },
    { who: 'Buyer’s solicitor', name: 'Wren Vellum, Vellum Law' },
  ])
  expect(partiesWithoutEmail({ ...sale, buyer: null, vendorSolicitor: null })).toEqual([])
})
