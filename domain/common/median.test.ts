import { expect, test } from 'vitest'
import { medianOf } from './median.ts'

test.each<[number[], number | null]>([
  [[], null],
  [[7], 7],
  [[21, 0], 11],
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 3],
])('medianOf %j is %j', (values, median) => {
  expect(medianOf(values)).toBe(median)
})
