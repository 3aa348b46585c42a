import { listBranchProperties, listCompanyProperties } from '@gya/domain/features/properties/properties.contract.ts'
import { describe, expect, test } from 'vitest'
import { anyExpected } from '../common/expected-range.ts'
import {
  branchListQuery,
  companyListQuery,
  defaultFilters,
  readFilters,
  statusOptions,
  writeFilters,
} from './property-list-filters.ts'
import { propertySorts, sortOptions } from './property-sorts.ts'

const branches = ['019cd714-f23b-7000-8000-0000000000aa', '019cd714-f23b-7000-8000-0000000000bb']

describe('readFilters, writeFilters', () => {
  test('round trip of every filter', () => {
    for (const { value: status } of statusOptions)
      for (const chosen of [[], branches])
        for (const expected of [
          anyExpected,
          { from: '2026-02-10', until: null, missing: false },
          { ...anyExpected, missing: true },
        ]) {
          const filters = { status, branches: chosen, areas: chosen, staff: ['none'], negotiators: chosen, expected }
          expect(readFilters(writeFilters(filters))).toEqual(filters)
        }
  })

  test('null without a status or with an unknown one', () => {
    expect(readFilters({})).toBeNull()
    expect(readFilters({ status: 'toString' })).toBeNull()
  })
})

test('companyListQuery, branchListQuery: valid for every filter and sort', () => {
  for (const { value: status } of statusOptions)
    for (const sort of propertySorts) {
      const request = {
        filters: {
          status,
          branches,
          areas: branches,
          staff: ['none', ...branches],
          negotiators: ['none'],
          expected: anyExpected,
        },
        sort,
        text: 'High Street',
      }
      expect(listCompanyProperties.query.safeParse(companyListQuery(request)).success).toBe(true)
      expect(listBranchProperties.query.safeParse(branchListQuery(request)).success).toBe(true)
    }
})

test('defaultFilters: all active properties', () => {
  expect(companyListQuery({ filters: defaultFilters, sort: 'address:asc', text: undefined })).toEqual({
    filters: 'allActive',
    sort: 'address:asc',
  })
})

test('sortOptions: "Sort select with three choices", and the current sort if it is another', () => {
  expect(sortOptions('askingPrice:asc').map(({ label }) => label)).toEqual([
    'Address - Alphabetical order',
    'Price - Highest first',
    'Price - Lowest first',
  ])
  expect(sortOptions('takeOn:desc').at(-1)).toEqual({ value: 'takeOn:desc', label: 'Take on - Descending' })
  expect(sortOptions('docsDeposits:asc').at(-1)?.label).toBe('Docs & deposits received - Ascending')
})
