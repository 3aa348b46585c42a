import { describe, expect, test } from 'vitest'
import { askedBy, clearedFilters, filtersSet, firstFilters, readFilters, writeFilters } from './report-filters.ts'

const today = '2026-02-10'

describe('Report defaults', () => {
  test('the first visit shows the last two years, active and sold, and not what is complete', () => {
    expect(askedBy(firstFilters(today), undefined, undefined)).toEqual({
      active: '1',
      sold: '1',
      complete: '0',
      dateStart: '2024-02-10',
    })
  })

  test('"Clear filters": last 12 months, active', () => {
    expect(askedBy(clearedFilters(today), '', undefined)).toEqual({ active: '1', complete: '0', dateStart: '2025-02-10' })
    expect(filtersSet(clearedFilters(today), today)).toBe(0)
    expect(filtersSet(firstFilters(today), today)).toBe(2)
  })

  test('the branch-level report hides the branch filter: only its own branch is asked for', () => {
    expect(askedBy({ ...firstFilters(today), branches: ['b'] }, undefined, 'a').branchIds).toBe('a')
  })
})

describe('Filters live in the address', () => {
  test('what is written is what is read, nothing chosen too', () => {
    const filters = {
      show: [],
      from: null,
      until: '2026-01-31',
      branches: ['a', 'b'],
      staff: ['c'],
      chain: [0, 2],
    }
    expect(readFilters(writeFilters(filters))).toEqual(filters)
  })

  test('an address without them says nothing, and what it says wrongly is left out', () => {
    expect(readFilters({})).toBeNull()
    expect(readFilters({ show: 'sold,everything', from: '2026-02-30', chain: '2,9' })).toMatchObject({
      show: ['sold'],
      from: null,
      chain: [2],
    })
  })
})
