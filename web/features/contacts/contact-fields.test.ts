import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { expect, test } from 'vitest'
import { contactAddress, newContact, toContactBody, toContactValues } from './contact-fields.tsx'

const address = { line1: '4 Gavel Row', line2: '', town: 'Reading', county: '', country: '', postcode: 'RG30 6DT' }
const isTaken = (values: typeof newContact) => createContact.body.safeParse(toContactBody(values)).success

test('createContact validates the address only when "Address is known at this time." is ticked', () => {
  const named = { ...newContact, name: 'Quill & Sedge' }
  expect(isTaken(named)).toBe(true)
  expect(isTaken({ ...named, addressKnown: true })).toBe(false)
  expect(isTaken({ ...named, addressKnown: true, address })).toBe(true)
  expect(toContactBody({ ...named, addressKnown: false, address }).address).toBeNull()
})

test('createContact requires a name and a valid e-mail address', () => {
  expect(isTaken(newContact)).toBe(false)
  expect(isTaken({ ...newContact, name: 'Quill & Sedge', email: 'not an address' })).toBe(false)
})

test("contactAddress returns line1-postcode, or 'Not known'", () => {
  expect(contactAddress({ address })).toBe('4 Gavel Row-RG30 6DT')
  expect(contactAddress({ address: null })).toBe('Not known')
})

test('toContactBody(toContactValues(contact)) returns the same fields', () => {
  const fields = { name: 'Quill & Sedge', email: '', tel: '0118 496 0011', type: 'broker' as const, recommended: true, address }
  const contact = { _id: 'c', company: 'a', pocs: [], version: 1, ...fields }
  expect(toContactBody(toContactValues(contact))).toEqual(fields)
  expect(toContactBody(toContactValues({ ...contact, address: null }))).toEqual({ ...fields, address: null })
})
