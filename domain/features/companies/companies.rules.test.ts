import { describe, expect, test } from 'vitest'
import { userTypes } from '../../access/permissions.ts'
import { domainsNotAllowed, lockedFields, whyNotAddBranch, whyNotSetLicences } from './companies.rules.ts'

describe('lockedFields: for a company admin availableLicenses and feeDeduction are disabled (platform admin only)', () => {
  const company = { availableLicenses: 3, feeDeduction: 1000 }

  test.each(userTypes)('a changed value is reported to %s unless it is the platform admin', (type) => {
    const named = lockedFields(type, company, { availableLicenses: 4, feeDeduction: null }).map(({ path }) => path)
    expect(named).toEqual(type === 'GYA_ADMIN' ? [] : ['availableLicenses', 'feeDeduction'])
  })

  test('an unchanged or missing value is accepted', () => {
    expect(lockedFields('COMPANY_ADMIN', company, { availableLicenses: 3, feeDeduction: 1000 })).toEqual([])
    expect(lockedFields('COMPANY_ADMIN', company, {})).toEqual([])
  })
})

describe('whyNotAddBranch: a company can create only as many branches as it has licenses', () => {
  test.each([
    [1, 0, null],
    [2, 1, null],
    [2, 2, 'LICENCES_USED'],
    [2, 3, 'LICENCES_USED'],
  ])('%i licences, %i branches: %s', (licences, branches, why) => {
    expect(whyNotAddBranch(licences, branches)).toBe(why)
  })

  test.each([
    [2, 1, null],
    [2, 2, null],
    [1, 2, 'LICENCES_BELOW_BRANCHES'],
  ])('whyNotSetLicences: %i licences with %i branches: %s', (licences, branches, why) => {
    expect(whyNotSetLicences(licences, branches)).toBe(why)
  })
})

test('domainsNotAllowed: without a setting every address is allowed', () => {
  expect(domainsNotAllowed([], ['a@anywhere.example'])).toEqual([])
})

test('domainsNotAllowed: only the listed domains, case-insensitive, without subdomains', () => {
  const addresses = ['a@LAW.example', 'b@mail.law.example', 'c@other.example', 'd@other.example']
  expect(domainsNotAllowed(['law.example'], addresses)).toEqual(['mail.law.example', 'other.example'])
})
