import { describe, expect, test } from 'vitest'
import {
  clearedFilters,
  countActiveFilters,
  defaultFilters,
  flagsText,
  noFilters,
  readFilters,
  reportQuery,
  writeFilters,
} from './report-filters.ts'

const today = '2026-02-10'

describe('Report defaults', () => {
  test('defaultFilters: last two years, active, sold, not complete', () => {
    expect(reportQuery(defaultFilters(today), undefined, undefined)).toEqual({
      active: '1',
      sold: '1',
      complete: '0',
      dateStart: '2024-02-10',
    })
  })

  test('clearedFilters: last 12 months, active', () => {
    expect(reportQuery(clearedFilters(today), '', undefined)).toEqual({ active: '1', complete: '0', dateStart: '2025-02-10' })
    expect(countActiveFilters(clearedFilters(today), today)).toBe(0)
    expect(countActiveFilters(defaultFilters(today), today)).toBe(2)
  })

  test('reportQuery: a branch report queries only its branch', () => {
    expect(reportQuery({ ...defaultFilters(today), branches: ['b'] }, undefined, 'a').branchIds).toBe('a')
  })
})

describe('readFilters, writeFilters', () => {
  test('round trip, also without filters', () => {
    const filters = {
      flags: { active: 'either', sold: 'either', complete: 'either' } as const,
      from: null,
      until: '2026-01-31',
      branches: ['a', 'b'],
      areas: ['d'],
      staff: ['c'],
      negotiators: ['none'],
      chain: [0, 2],
      mark: 'quiet' as const,
      checksOpen: true,
      expected: { from: '2026-02-01', until: null, missing: false },
    }
    expect(readFilters(writeFilters(filters))).toEqual(filters)
  })

  test('every combination of the three flags is a valid query and round-trips', () => {
    const says = ['yes', 'no', 'either'] as const
    const call = { yes: '1', no: '0', either: undefined }
    for (const active of says)
      for (const sold of says)
        for (const complete of says) {
          const filters = { ...noFilters, flags: { active, sold, complete } }
          expect(readFilters(writeFilters(filters))).toEqual(filters)
          const {
            active: a,
            sold: b,
            complete: c,
          }: Record<string, string | undefined> = reportQuery(filters, undefined, undefined)
          expect([a, b, c]).toEqual([call[active], call[sold], call[complete]])
        }
    expect(flagsText({ flags: { active: 'no', sold: 'either', complete: 'yes' } })).toBe('Not active, complete')
    expect(flagsText(noFilters)).toBe('All properties')
  })

  test('null without parameters; invalid values are ignored', () => {
    expect(readFilters({})).toBeNull()
    expect(readFilters({ show: 'sold,everything', from: '2026-02-30', chain: '2,9' })).toMatchObject({
      flags: { active: 'either', sold: 'yes', complete: 'either' },
      from: null,
      chain: [2],
    })
  })
})
