import { expect, test } from 'vitest'
import { showCount, showNumber } from './show-count.ts'

test('showCount: number with thousands separators, noun in singular or plural', () => {
  expect([0, 1, 2, 1200].map((count) => showCount(count, 'offer'))).toEqual(['0 offers', '1 offer', '2 offers', '1,200 offers'])
  expect([1, 2].map((count) => showCount(count, 'branch', 'branches'))).toEqual(['1 branch', '2 branches'])
  expect(showNumber(1_234_567)).toBe('1,234,567')
})
