import { userTypes } from '@gya/domain/access/permissions.ts'
import { describe, expect, test } from 'vitest'
import { mayManageMember, mayRemoveMember } from './member-scope.ts'

const company = { _id: 'ada', type: 'COMPANY_ADMIN' } as const
const otherAdmin = { _id: 'bea', type: 'COMPANY_ADMIN' } as const
const branch = { _id: 'bob', type: 'BRANCH_ADMIN' } as const
const staff = { _id: 'sam', type: 'BRANCH_STAFF' } as const

describe('mayManageMember, mayRemoveMember: only platform admin and company admin may Manage or Remove branch members', () => {
  test.each(userTypes.map((type) => [type, type === 'GYA_ADMIN' || type === 'COMPANY_ADMIN'] as const))('%s: %s', (type, may) => {
    const caller = { _id: 'me', type }
    expect([mayManageMember('branch', caller, staff), mayRemoveMember('branch', caller, staff)]).toEqual([may, may])
  })

  test('Manage is not offered on oneself', () => {
    expect(mayManageMember('branch', company, company)).toBe(false)
    expect(mayManageMember('company', company, company)).toBe(false)
    expect(mayManageMember('branch', company, otherAdmin)).toBe(true)
  })

  test('Remove is not offered on company admins of a branch; Delete is offered on others in the company list', () => {
    expect(mayRemoveMember('branch', company, otherAdmin)).toBe(false)
    expect(mayRemoveMember('company', company, otherAdmin)).toBe(true)
    expect(mayRemoveMember('company', company, company)).toBe(false)
    expect(mayRemoveMember('branch', company, branch)).toBe(true)
  })
})

test('Only platform admins manage platform administrators, and nobody deletes themselves', () => {
  const platform = { _id: 'gwen', type: 'GYA_ADMIN' } as const
  const other = { _id: 'gus', type: 'GYA_ADMIN' } as const
  expect(mayRemoveMember('platform', platform, other)).toBe(true)
  expect(mayRemoveMember('platform', platform, platform)).toBe(false)
  expect(mayManageMember('platform', company, other)).toBe(false)
})
