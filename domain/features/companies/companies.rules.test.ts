import { describe, expect, test } from 'vitest'
import { userTypes } from '../../access/permissions.ts'
import { domainsNotAllowed, lockedFields, whyNotAddBranch, whyNotSetLicences } from './companies.rules.ts'

describe('For a company admin availableLicenses and feeDeduction are disabled (platform admin only)', () => {
  const company = { availableLicenses: 3, feeDeduction: 1000 }

  test.each(userTypes)('a changed value is named to %s unless it is the platform admin', (type) => {
    const named = lockedFields(type, company, { availableLicenses: 4, feeDeduction: null }).map(({ path }) => path)
    expect(named).toEqual(type === 'GYA_ADMIN' ? [] : ['availableLicenses', 'feeDeduction'])
  })

  test('the value a company already has may be sent along, and so may nothing', () => {
    expect(lockedFields('COMPANY_ADMIN', company, { availableLicenses: 3, feeDeduction: 1000 })).toEqual([])
    expect(lockedFields('COMPANY_ADMIN', company, {})).toEqual([])
  })
})

describe('A company can create only as many branches as it has licenses', () => {
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
  ])('setting %i licences with %i branches: %s', (licences, branches, why) => {
    expect(whyNotSetLicences(licences, branches)).toBe(why)
  })
})

test('no domains named: documents go to any address', () => {
  expect(domainsNotAllowed([], ['a@anywhere.example'])).toEqual([])
})

test('only the domains named, in any case of letters, and none below them', () => {
  const addresses = ['a@LAW.example', 'b@mail.law.example', 'c@other.example', 'd@other.example']
  expect(domainsNotAllowed(['law.example'], addresses)).toEqual(['mail.law.example', 'other.example'])
})
