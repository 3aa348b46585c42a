import { describe, expect, test } from 'vitest'
import { noOwner, ownerOf, ownerProblems } from './owner-values.ts'

const typed = { ...noOwner, kind: 'new' as const, firstName: 'Ottoline', lastName: 'Penrose', email: 'ottoline@penrose.example' }

describe('Create property requires an owner with firstName, lastName and email', () => {
  test('a new vendor with all three is complete, and sends no password where none was entered', () => {
    expect(ownerProblems(typed)).toEqual({})
    expect(ownerOf(typed)).toEqual({
      firstName: 'Ottoline',
      lastName: 'Penrose',
      email: 'ottoline@penrose.example',
      tel: '',
      contactPrefs: { email: true, push: false },
    })
  })

  test('a colleague who was confirmed to be the vendor is confirmed by the address that was asked about', () => {
    expect(ownerOf({ ...typed, staffEmail: typed.email })).toMatchObject({ staffConfirmed: true })
    expect(ownerOf({ ...typed, staffEmail: 'other@penrose.example' })).not.toHaveProperty('staffConfirmed')
  })

  test.each(['firstName', 'lastName', 'email'] as const)('without %s it says so', (part) => {
    expect(Object.keys(ownerProblems({ ...typed, [part]: '' }))).toEqual([part])
  })

  test('an existing vendor is the one that was found, or nobody', () => {
    expect(ownerOf({ ...typed, kind: 'existing', vendor: { value: 'id', label: 'Hester' } })).toEqual({ _id: 'id' })
    expect(ownerOf(noOwner)).toBeUndefined()
  })
})

test('The password rule holds only where a password is entered', () => {
  expect(ownerProblems({ ...typed, password: 'short', confirmPassword: 'short' })).toEqual({
    password: 'Use at least 12 characters.',
  })
  expect(ownerProblems({ ...typed, password: 'Long-Enough-2026', confirmPassword: 'Long-Enough-2026' })).toEqual({})
})

test('Confirm password must equal password, also where the password was cleared again', () => {
  const differs = { confirmPassword: 'Passwords do not match.' }
  expect(ownerProblems({ ...typed, password: 'Long-Enough-2026', confirmPassword: 'Long-Enough-2027' })).toEqual(differs)
  expect(ownerProblems({ ...typed, password: 'Long-Enough-2026' })).toEqual(differs)
  expect(ownerProblems({ ...typed, confirmPassword: 'Long-Enough-2026' })).toEqual(differs)
})
