import { describe, expect, test } from 'vitest'
import {
  branchAdministratorOf,
  branchAdministratorProblems,
  noBranchAdministrator,
  whyNotSaveBranchAdministrator,
} from './branch-administrator-values.ts'

const card = { firstName: 'Nora', lastName: 'Finch', email: 'nora@people.example' }

describe('The administrator of a branch is an existing user id, or new user details', () => {
  test('nobody is sent while the section is left alone', () => {
    expect(branchAdministratorOf({ ...noBranchAdministrator, ...card })).toBeUndefined()
    expect(branchAdministratorProblems(noBranchAdministrator)).toEqual({})
  })

  test('of an existing user only the id is sent: they keep what they have', () => {
    const existing = { ...noBranchAdministrator, ...card, kind: 'existing', user: { value: 'u1', label: 'Nora Finch' } } as const
    expect(branchAdministratorOf(existing)).toEqual({ _id: 'u1' })
    expect(branchAdministratorProblems({ ...existing, user: null })).toEqual({ user: 'Choose a user.' })
  })

  test('somebody new is a branch admin with the password that was confirmed, or none', () => {
    const made = { ...noBranchAdministrator, ...card, kind: 'new' } as const
    expect(branchAdministratorOf(made)).toEqual({ ...card, tel: '', type: 'BRANCH_ADMIN' })
    const password = 'Larkmead-Gate-7'
    expect(whyNotSaveBranchAdministrator({ ...made, password })).toBe('Passwords do not match.')
    expect(branchAdministratorOf({ ...made, password, confirmPassword: password })).toMatchObject({ password })
  })
})
