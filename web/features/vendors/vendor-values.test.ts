import { describe, expect, test } from 'vitest'
import { emptyVendor, toVendorBody, validateVendor } from './vendor-values.ts'

const typed = {
  ...emptyVendor,
  kind: 'new' as const,
  firstName: 'Ottoline',
  lastName: 'Penrose',
  email: 'ottoline@penrose.example',
}

describe('Create property requires an owner with firstName, lastName and email', () => {
  test('a new vendor with all three is complete, and sends no password where none was entered', () => {
    expect(validateVendor(typed)).toEqual({})
    expect(toVendorBody(typed)).toEqual({
      firstName: 'Ottoline',
      lastName: 'Penrose',
      email: 'ottoline@penrose.example',
      tel: '',
      contactPrefs: { email: true, push: false },
    })
  })

  test('a colleague who was confirmed to be the vendor is confirmed by the address that was asked about', () => {
    expect(toVendorBody({ ...typed, staffEmail: typed.email })).toMatchObject({ staffConfirmed: true })
    expect(toVendorBody({ ...typed, staffEmail: 'other@penrose.example' })).not.toHaveProperty('staffConfirmed')
  })

  test.each(['firstName', 'lastName', 'email'] as const)('without %s it says so', (part) => {
    expect(Object.keys(validateVendor({ ...typed, [part]: '' }))).toEqual([part])
  })

  test('an existing vendor is the one that was found, or nobody', () => {
    expect(toVendorBody({ ...typed, kind: 'existing', vendor: { value: 'id', label: 'Hester' } })).toEqual({ _id: 'id' })
    expect(toVendorBody(emptyVendor)).toBeUndefined()
  })
})

test('The password rule holds only where a password is entered', () => {
  expect(validateVendor({ ...typed, password: 'short', confirmPassword: 'short' })).toEqual({
    password: 'Use at least 12 characters.',
  })
  expect(validateVendor({ ...typed, password: 'Long-Enough-2026', confirmPassword: 'Long-Enough-2026' })).toEqual({})
})

test('Confirm password must equal password, also where the password was cleared again', () => {
  const differs = { confirmPassword: 'Passwords do not match.' }
  expect(validateVendor({ ...typed, password: 'Long-Enough-2026', confirmPassword: 'Long-Enough-2027' })).toEqual(differs)
  expect(validateVendor({ ...typed, password: 'Long-Enough-2026' })).toEqual(differs)
  expect(validateVendor({ ...typed, confirmPassword: 'Long-Enough-2026' })).toEqual(differs)
})
