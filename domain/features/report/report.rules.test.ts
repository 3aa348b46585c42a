import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeFilters, shortAddress, wholePercentages } from './report.rules.ts'

const none = {
  active: undefined,
  sold: undefined,
  complete: undefined,
  dateStart: undefined,
  dateEnd: undefined,
  searchText: undefined,
  branches: undefined,
  staff: undefined,
  chains: undefined,
}

test.each([
  [{}, ['All properties']],
  [{ active: true, sold: true, complete: false }, ['Active, sold, not complete']],
  [{ active: false }, ['Not active']],
  [{ sold: true, mark: 'quiet' as const }, ['Sold', 'Quiet for 7 days']],
  [{ dateStart: '2025-11-05' }, ['All properties', 'Added from 05/11/2025']],
  [
    { dateStart: '2024-01-31', dateEnd: '2025-02-01', searchText: 'High Street' },
    ['All properties', 'Added from 31/01/2024 until 01/02/2025', 'Search: “High Street”'],
  ],
  [
    { branches: ['Reading', 'Tilehurst'], staff: [], chains: [0, 2, 3] },
    ['All properties', 'Branch: Reading, Tilehurst', 'Sales progressor: nobody', 'Chain: no chain, incomplete, unknown'],
  ],
])('describeFilters: %j gives %j', (filters, words) => {
  expect(describeFilters({ ...none, ...filters })).toEqual(words)
})

describe('wholePercentages: the three percentages cover sold, not yet exchanged, and add up to 100', () => {
  test.each([
    [
      [7, 4, 2],
      [54, 31, 15],
    ],
    [
      [1, 1, 1],
      [34, 33, 33],
    ],
    [
      [5, 0, 0],
      [100, 0, 0],
    ],
  ])('%j are %j', (counts, percentages) => {
    expect(wholePercentages(counts)).toEqual(percentages)
  })

  test('null for a total of 0', () => {
    expect(wholePercentages([0, 0, 0])).toBeNull()
  })

  test('they add up to 100, each within one point of the exact share', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 100_000 }), { minLength: 3, maxLength: 3 }), (counts) => {
        const total = counts.reduce((sum, count) => sum + count, 0)
        const percentages = wholePercentages(counts)
        if (total === 0) return expect(percentages).toBeNull()
        expect(percentages?.reduce((sum, one) => sum + one, 0)).toBe(100)
        for (const [index, count] of counts.entries())
          expect(Math.abs((percentages?.[index] ?? 0) - (count * 100) / total)).toBeLessThan(1)
      }),
    )
  })
})

test('shortAddress: address truncated to 70 characters in the report', () => {
  expect(shortAddress('x'.repeat(80))).toHaveLength(70)
  expect(shortAddress('27 Rodway Road')).toBe('27 Rodway Road')
})
