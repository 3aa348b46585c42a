import { describe, expect, test } from 'vitest'
import {
  needsApproval,
  whyNotChangeType,
  whyNotCreateType,
  whyNotDeleteMember,
  whyNotEndAdministrator,
  whyNotHandOver,
  whyNotInvite,
  whyNotRemoveFromBranch,
} from './members.rules.ts'

const admin = { _id: 'ada', type: 'COMPANY_ADMIN' } as const
const staff = { _id: 'sam', type: 'BRANCH_STAFF' } as const

describe('whyNotEndAdministrator: nobody may remove or demote the last administrator', () => {
  test('the only administrator cannot be removed, one of two can', () => {
    expect(whyNotEndAdministrator('ada', ['ada'])).toBe('LAST_ADMINISTRATOR')
    expect(whyNotEndAdministrator('ada', ['ada', 'bea'])).toBeNull()
  })

  test('other users can be removed regardless of the number of administrators', () => {
    expect(whyNotDeleteMember('ada', 'sam', ['ada'])).toBeNull()
    expect(whyNotChangeType('ada', staff, 'BRANCH_ADMIN', ['ada'])).toBeNull()
  })

  test('the only administrator cannot be demoted; an unchanged type is accepted', () => {
    expect(whyNotChangeType('platform', admin, 'BRANCH_ADMIN', ['ada'])).toBe('LAST_ADMINISTRATOR')
    expect(whyNotChangeType('platform', admin, 'COMPANY_ADMIN', ['ada'])).toBeNull()
  })
})

test('whyNotDeleteMember: nobody removes themselves or changes their own type', () => {
  expect(whyNotDeleteMember('ada', 'ada', ['ada', 'bea'])).toBe('OWN_ACCOUNT')
  expect(whyNotChangeType('ada', admin, 'BRANCH_STAFF', ['ada', 'bea'])).toBe('OWN_ACCOUNT')
  expect(whyNotRemoveFromBranch('sam', staff)).toBe('OWN_ACCOUNT')
})

test('whyNotRemoveFromBranch: a company admin is not removed from a branch', () => {
  expect(whyNotRemoveFromBranch('bea', admin)).toBe('COMPANY_ADMIN_IN_EVERY_BRANCH')
  expect(whyNotRemoveFromBranch('bea', staff)).toBeNull()
})

test('whyNotCreateType: a branch admin creates branch admins and staff, but no company admin', () => {
  expect(whyNotCreateType('BRANCH_ADMIN', 'COMPANY_ADMIN')).toBe('FORBIDDEN')
  expect(whyNotCreateType('BRANCH_ADMIN', 'BRANCH_ADMIN')).toBeNull()
  expect(whyNotCreateType('COMPANY_ADMIN', 'COMPANY_ADMIN')).toBeNull()
  expect(whyNotCreateType('GYA_ADMIN', 'COMPANY_ADMIN')).toBeNull()
})

test('whyNotInvite: an invitation can be resent until the account has its own password', () => {
  expect(whyNotInvite({ isInvited: true, isDeactivated: false })).toBeNull()
  expect(whyNotInvite({ isInvited: false, isDeactivated: false })).toBe('ALREADY_ACTIVATED')
  expect(whyNotInvite({ isInvited: true, isDeactivated: true })).toBe('MEMBER_DEACTIVATED')
})

test('whyNotHandOver: a leaver’s sales go to a colleague of all their branches', () => {
  expect(whyNotHandOver('sam', { _id: 'kim', isDeactivated: false }, 0)).toBeNull()
  expect(whyNotHandOver('sam', { _id: 'sam', isDeactivated: false }, 0)).toBe('HAND_OVER_TO_SAME')
  expect(whyNotHandOver('sam', { _id: 'kim', isDeactivated: true }, 0)).toBe('MEMBER_DEACTIVATED')
  expect(whyNotHandOver('sam', { _id: 'kim', isDeactivated: false }, 1)).toBe('HAND_OVER_OUT_OF_BRANCH')
})

test('needsApproval: a branch admin adds a colleague of another branch directly unless the company requires approval', () => {
  expect(needsApproval('BRANCH_ADMIN', { companyConfirms: false, isInSight: false })).toBe(false)
  expect(needsApproval('BRANCH_ADMIN', { companyConfirms: true, isInSight: false })).toBe(true)
  expect(needsApproval('BRANCH_ADMIN', { companyConfirms: true, isInSight: true })).toBe(false)
  expect(needsApproval('COMPANY_ADMIN', { companyConfirms: true, isInSight: false })).toBe(false)
})
