import { describe, expect, test } from 'vitest'
import { branchErrors, emptyBranchAdministrator, newBranch, toBranchBody, whyNotSaveBranch } from './branch-fields.tsx'

const card = { firstName: 'Nora', lastName: 'Finch', email: 'nora@people.example' }
const withAdministrator = (administrator: Partial<typeof emptyBranchAdministrator>) => ({
  ...newBranch,
  administrator: { ...emptyBranchAdministrator, ...card, ...administrator },
})

describe('The administrator section of a branch form', () => {
  test('sends no administrator by default', () => {
    expect(toBranchBody(withAdministrator({})).administrator).toBeUndefined()
    expect(branchErrors(newBranch)).toEqual({})
  })

  test('sends only the id of an existing user', () => {
    const existing = withAdministrator({ kind: 'existing', user: { value: 'u1', label: 'Nora Finch' } })
    expect(toBranchBody(existing).administrator).toEqual({ _id: 'u1' })
    expect(branchErrors(withAdministrator({ kind: 'existing' }))).toEqual({ 'administrator.user': 'Choose a user.' })
  })

  test('sends a new user as branch admin, with the confirmed password or none', () => {
    expect(toBranchBody(withAdministrator({ kind: 'new' })).administrator).toEqual({ ...card, tel: '', type: 'BRANCH_ADMIN' })
    const password = 'Larkmead-Gate-7'
    expect(whyNotSaveBranch(withAdministrator({ kind: 'new', password }))).toBe('Passwords do not match.')
    const confirmed = withAdministrator({ kind: 'new', password, confirmPassword: password })
    expect(toBranchBody(confirmed).administrator).toMatchObject({ password })
  })
})
