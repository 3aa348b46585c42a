import { describe, expect, test } from 'vitest'
import {
  branchAdministratorProblems,
  emptyBranchAdministrator,
  toAdministratorBody,
  whyNotSaveBranchAdministrator,
} from './branch-fields.tsx'

const card = { firstName: 'Nora', lastName: 'Finch', email: 'nora@people.example' }

describe('The administrator section of a branch form', () => {
  test('sends no administrator by default', () => {
    expect(toAdministratorBody({ ...emptyBranchAdministrator, ...card })).toBeUndefined()
    expect(branchAdministratorProblems(emptyBranchAdministrator)).toEqual({})
  })

  test('sends only the id of an existing user', () => {
    const existing = {
      ...emptyBranchAdministrator,
      ...card,
      kind: 'existing',
      user: { value: 'u1', label: 'Nora Finch' },
    } as const
    expect(toAdministratorBody(existing)).toEqual({ _id: 'u1' })
    expect(branchAdministratorProblems({ ...existing, user: null })).toEqual({ user: 'Choose a user.' })
  })

  test('sends a new user as branch admin, with the confirmed password or none', () => {
    const made = { ...emptyBranchAdministrator, ...card, kind: 'new' } as const
    expect(toAdministratorBody(made)).toEqual({ ...card, tel: '', type: 'BRANCH_ADMIN' })
    const password = 'Larkmead-Gate-7'
    expect(whyNotSaveBranchAdministrator({ ...made, password })).toBe('Passwords do not match.')
    expect(toAdministratorBody({ ...made, password, confirmPassword: password })).toMatchObject({ password })
  })
})
