import { expect, test } from 'vitest'
import { firstIndex } from './first-index.ts'

test('finds the first place of sorted ones with few questions', () => {
  for (const wanted of [0, 1, 499_999, 999_999, 1_000_000]) {
    let asked = 0
    const found = firstIndex(1_000_000, (index) => {
      asked += 1
      return index >= wanted
    })
    expect(found).toBe(wanted)
    expect(asked).toBeLessThanOrEqual(20)
  }
  expect(firstIndex(0, () => true)).toBe(0)
})
