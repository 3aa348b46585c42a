import { describe, expect, test } from 'vitest'
import { emptyVendor, toVendorBody, validateVendor } from './vendor-values.ts'

const typed = {
  ...emptyVendor,
  kind: 'new' as const,
  firstName: 'Ottoline',
  lastName: 'Penrose',
  email: 'ottoline@penrose.example',
}

describe('validateVendor: Create property requires an owner with firstName, lastName and email', () => {
  test('a complete new vendor; an empty password is not sent', () => {
    expect(validateVendor(typed)).toEqual({})
    expect(toVendorBody(typed)).toEqual({
      firstName: 'Ottoline',
      lastName: 'Penrose',
      email: 'ottoline@penrose.example',
      tel: '',
      contactPrefs: { email: true, push: false },
    })
  })

  test('the confirmation of a colleague applies only to the confirmed address', () => {
    expect(toVendorBody({ ...typed, staffEmail: typed.email })).toMatchObject({ staffConfirmed: true })
    expect(toVendorBody({ ...typed, staffEmail: 'other@penrose.example' })).not.toHaveProperty('staffConfirmed')
  })

  test.each(['firstName', 'lastName', 'email'] as const)('an error without %s', (part) => {
    expect(Object.keys(validateVendor({ ...typed, [part]: '' }))).toEqual([part])
  })

  test('an existing vendor is required if that tab is chosen', () => {
    expect(toVendorBody({ ...typed, kind: 'existing', vendor: { value: 'id', label: 'Hester' } })).toEqual({ _id: 'id' })
    expect(toVendorBody(emptyVendor)).toBeUndefined()
  })
})

test('validateVendor: the password rule applies only to an entered password', () => {
  expect(validateVendor({ ...typed, password: 'short', confirmPassword: 'short' })).toEqual({
    password: 'Use at least 12 characters.',
  })
  expect(validateVendor({ ...typed, password: 'Long-Enough-2026', confirmPassword: 'Long-Enough-2026' })).toEqual({})
})

test('validateVendor: Confirm password must equal password, also if the password was cleared', () => {
  const differs = { confirmPassword: 'Passwords do not match.' }
  expect(validateVendor({ ...typed, password: 'Long-Enough-2026', confirmPassword: 'Long-Enough-2027' })).toEqual(differs)
  expect(validateVendor({ ...typed, password: 'Long-Enough-2026' })).toEqual(differs)
  expect(validateVendor({ ...typed, confirmPassword: 'Long-Enough-2026' })).toEqual(differs)
})
