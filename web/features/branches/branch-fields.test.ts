import { describe, expect, test } from 'vitest'
import {
  branchAdministratorProblems,
  emptyBranchAdministrator,
  toAdministratorBody,
  whyNotSaveBranchAdministrator,
} from './branch-fields.tsx'

const card = { firstName: 'Nora', lastName: 'Finch', email: 'nora@people.example' }

describe('The administrator of a branch is an existing user id, or new user details', () => {
  test('nobody is sent while the section is left alone', () => {
    expect(toAdministratorBody({ ...emptyBranchAdministrator, ...card })).toBeUndefined()
    expect(branchAdministratorProblems(emptyBranchAdministrator)).toEqual({})
  })

  test('of an existing user only the id is sent: they keep what they have', () => {
    const existing = {
      ...emptyBranchAdministrator,
      ...card,
      kind: 'existing',
      user: { value: 'u1', label: 'Nora Finch' },
    } as const
    expect(toAdministratorBody(existing)).toEqual({ _id: 'u1' })
    expect(branchAdministratorProblems({ ...existing, user: null })).toEqual({ user: 'Choose a user.' })
  })

  test('somebody new is a branch admin with the password that was confirmed, or none', () => {
    const made = { ...emptyBranchAdministrator, ...card, kind: 'new' } as const
    expect(toAdministratorBody(made)).toEqual({ ...card, tel: '', type: 'BRANCH_ADMIN' })
    const password = 'Larkmead-Gate-7'
    expect(whyNotSaveBranchAdministrator({ ...made, password })).toBe('Passwords do not match.')
    expect(toAdministratorBody({ ...made, password, confirmPassword: password })).toMatchObject({ password })
  })
})
