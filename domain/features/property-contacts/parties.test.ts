import { expect, test } from 'vitest'
import {
  countRoles,
  describeRoles,
  mainRole,
  PartyRef,
  parsePartyRef,
  type SaleRole,
  toPartyRef,
  updatedSideOf,
} from './parties.ts'

const id = '0b0f1c5e-6a75-4a0c-9a0e-3b5d1f2c4d6e'

test('PartyRef names a party by kind and id, ourselves without', () => {
  expect(parsePartyRef(PartyRef.parse(toPartyRef('poc', id)))).toEqual({ kind: 'poc', id })
  expect(parsePartyRef(PartyRef.parse(`FIRM:${id.toUpperCase()}`))).toEqual({ kind: 'firm', id })
  expect(parsePartyRef(PartyRef.parse('self'))).toEqual({ kind: 'self', id: '' })
})

test.each(['', 'poc', 'poc:', `user:${id}`, `poc:${id}x`, `self:${id}`, `poc:${id},firm:${id}`])('PartyRef refuses %j', (text) =>
  expect(PartyRef.safeParse(text).success).toBe(false),
)

test('describeRoles: role in words, the most frequent first, the profession once', () => {
  const words = (...roles: SaleRole[]) => describeRoles(countRoles(roles))
  expect(words('vendorSolicitor', 'buyerSolicitor', 'vendorSolicitor', 'buyerSolicitor', 'buyerSolicitor')).toBe(
    'Buyer’s solicitor of 3, vendor’s of 2',
  )
  expect(words('buyerBroker', 'buyerSolicitor')).toBe('Buyer’s solicitor of 1, buyer’s broker of 1')
  expect(words('vendor')).toBe('Vendor of 1')
  expect(words()).toBe('')
})

test('a conversation with a solicitor or broker brings neither side up to date', () => {
  expect(
    ['vendor', 'vendorContact', 'buyer', 'buyerContact', 'vendorSolicitor', 'buyerBroker', 'self'].map((role) =>
      updatedSideOf(role as 'vendor'),
    ),
  ).toEqual(['vendor', 'vendor', 'buyer', 'buyer', null, null, null])
})

test('mainRole: the most frequent role, else the first of the list', () => {
  expect(mainRole(['buyerSolicitor', 'vendorSolicitor', 'buyerSolicitor'])).toBe('buyerSolicitor')
  expect(mainRole(['buyerSolicitor', 'vendorSolicitor'])).toBe('vendorSolicitor')
})
