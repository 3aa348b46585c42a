import { expect, test } from 'vitest'
import { firstToRing } from './use-next-action.ts'

type Sale = Parameters<typeof firstToRing>[0]
const person = (name: string, tel: string, email = '') => ({ name, tel, email })
const sale = (vendor: object, buyer: object) =>
  ({
    _id: 'p1',
    owner: { _id: 'v1', fullName: 'Vera Vendor', ...vendor },
    contacts: {
      solicitor: null,
      mBroker: null,
      additionalContacts: [],
      buyerDetails: { buyer, solicitor: null, mBroker: null, additionalContacts: [] },
    },
  }) as unknown as Sale

test('where the next action is ours, the vendor is rung; without a number the first party that has one', () => {
  const reached = { tel: '0118 496 0201', email: '' }
  const unreached = { tel: '', email: '' }
  expect(firstToRing(sale(reached, person('Bea', '07700 900191')))).toMatchObject({ role: 'vendor', tel: '0118 496 0201' })
  expect(firstToRing(sale(unreached, person('Bea', '07700 900191')))).toMatchObject({ role: 'buyer', name: 'Bea' })
  expect(firstToRing(sale({ tel: '', email: 'v@v.example' }, person('', '')))).toMatchObject({ role: 'vendor' })
  expect(firstToRing(sale(unreached, person('', '')))).toMatchObject({ role: 'vendor', tel: '' })
})
