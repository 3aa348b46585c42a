import { describe, expect, test } from 'vitest'
import { bodyOf, type ContactsValues, contactLines, newPersonId, sideOfPath } from './contacts-values.ts'

const firm = { _id: 'firm', name: 'Fenwick & Thrale', email: 'office@firm.example', tel: '0118 496 0200' }
const una = { _id: 'una', name: 'Una', email: 'una@firm.example', tel: '' }
const odo = {
  _id: 'odo',
  firstName: 'Odo',
  lastName: 'Thimble',
  email: 'odo@post.example',
  tel: '07700 900123',
  options: { memo: true },
}
const side = { solicitor: { contact: firm, poc: una }, mBroker: null, other: 'Notes', additionalContacts: [odo] }
const buyer = { name: 'Bea', email: '', tel: '', cashBuyer: false }
const saved: ContactsValues = { bStaff: una, ...side, buyerDetails: { ...side, buyer } }

describe('bodyOf: only the changed parts', () => {
  test('nothing without changes', () => expect(bodyOf(structuredClone(saved), saved)).toEqual({}))

  test('one side without the other', () => {
    expect(bodyOf({ ...saved, other: 'New', solicitor: null }, saved)).toEqual({ other: 'New', solicitor: null })
    const buyerDetails = { ...saved.buyerDetails, solicitor: { contact: firm, poc: null }, buyer: { ...buyer, tel: '0118' } }
    expect(bodyOf({ ...saved, buyerDetails }, saved)).toEqual({
      buyerDetails: { solicitor: { contact: 'firm', poc: null }, buyer: { tel: '0118' } },
    })
  })

  test('the whole list of additional contacts, new ones without an id', () => {
    const { _id, ...pim } = { ...odo, _id: newPersonId([odo]), firstName: 'Pim' }
    expect(bodyOf({ ...saved, additionalContacts: [odo, { _id, ...pim }] }, saved)).toEqual({ additionalContacts: [odo, pim] })
  })

  test('null for an unselected agent', () => expect(bodyOf({ ...saved, bStaff: null }, saved)).toEqual({ bStaff: null }))
})

test('newPersonId: unique, also after one was removed', () => {
  const first = { _id: newPersonId([]) }
  const second = { _id: newPersonId([first]) }
  expect(newPersonId([second])).not.toBe(second._id)
})

test('sideOfPath', () => {
  expect(['other', 'buyerDetails.buyer.email'].map(sideOfPath)).toEqual(['vendor', 'buyer'])
})

test('contactLines omits unknown parts', () => {
  expect(contactLines(una)).toBe('Una\nuna@firm.example')
})
