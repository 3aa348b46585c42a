import { describe, expect, test } from 'vitest'
import {
  whyNotChangeType,
  whyNotCreateType,
  whyNotDeleteMember,
  whyNotEndAdministrator,
  whyNotRemoveFromBranch,
} from './why-not-change-member.ts'

const admin = { _id: 'ada', type: 'COMPANY_ADMIN' } as const
const staff = { _id: 'sam', type: 'BRANCH_STAFF' } as const

describe('Nobody may remove or demote the last administrator', () => {
  test('the only one stays, one of two may go', () => {
    expect(whyNotEndAdministrator('ada', ['ada'])).toBe('LAST_ADMINISTRATOR')
    expect(whyNotEndAdministrator('ada', ['ada', 'bea'])).toBeNull()
  })

  test('somebody who is no administrator may go, however few there are', () => {
    expect(whyNotDeleteMember('ada', 'sam', ['ada'])).toBeNull()
    expect(whyNotChangeType('ada', staff, 'BRANCH_ADMIN', ['ada'])).toBeNull()
  })

  test('the only one is not demoted, and may be sent with the type that they have', () => {
    expect(whyNotChangeType('platform', admin, 'BRANCH_ADMIN', ['ada'])).toBe('LAST_ADMINISTRATOR')
    expect(whyNotChangeType('platform', admin, 'COMPANY_ADMIN', ['ada'])).toBeNull()
  })
})

test('Nobody removes themselves or changes what they are, however many administrators there are', () => {
  expect(whyNotDeleteMember('ada', 'ada', ['ada', 'bea'])).toBe('OWN_ACCOUNT')
  expect(whyNotChangeType('ada', admin, 'BRANCH_STAFF', ['ada', 'bea'])).toBe('OWN_ACCOUNT')
  expect(whyNotRemoveFromBranch('sam', staff)).toBe('OWN_ACCOUNT')
})

test('A company admin is not removed from a branch', () => {
  expect(whyNotRemoveFromBranch('bea', admin)).toBe('COMPANY_ADMIN_IN_EVERY_BRANCH')
  expect(whyNotRemoveFromBranch('bea', staff)).toBeNull()
})

test('A branch admin creates branch admins and staff, and no company admin', () => {
  expect(whyNotCreateType('BRANCH_ADMIN', 'COMPANY_ADMIN')).toBe('FORBIDDEN')
  expect(whyNotCreateType('BRANCH_ADMIN', 'BRANCH_ADMIN')).toBeNull()
  expect(whyNotCreateType('COMPANY_ADMIN', 'COMPANY_ADMIN')).toBeNull()
  expect(whyNotCreateType('GYA_ADMIN', 'COMPANY_ADMIN')).toBeNull()
})
