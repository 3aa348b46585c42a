import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wholePercentages } from './whole-percentages.ts'

describe('The three percentages cover sold, not yet exchanged, and add up to 100', () => {
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

  test('of nothing there is no percentage', () => {
    expect(wholePercentages([0, 0, 0])).toBeNull()
  })

  test('whatever the counts, they add up to 100, each within one of its exact share', () => {
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
