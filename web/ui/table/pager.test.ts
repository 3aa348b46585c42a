import { describe, expect, test } from 'vitest'
import { pagerSlots, pageSizesWith, rangeText } from './pager.tsx'

const shown = (current: number, total: number) =>
  pagerSlots(current - 1, total)
    .map((page) => (page === null ? '…' : page + 1))
    .join(' ')

describe('Pager shows ellipses when more than 7 pages', () => {
  test.each([
    [1, 1, '1'],
    [4, 7, '1 2 3 4 5 6 7'],
    [1, 8, '1 2 3 4 5 … 8'],
    [4, 8, '1 2 3 4 5 … 8'],
    [5, 8, '1 … 4 5 6 7 8'],
    [5, 10, '1 … 4 5 6 … 10'],
    [10, 10, '1 … 6 7 8 9 10'],
  ])('page %i of %i', (current, total, slots) => {
    expect(shown(current, total)).toBe(slots)
  })
})

describe('rangeText', () => {
  test.each([
    [{ itemsPerPage: 25, count: 128, currentPage: 0, totalPages: 6 }, '1–25 of 128'],
    [{ itemsPerPage: 25, count: 128, currentPage: 5, totalPages: 6 }, '126–128 of 128'],
    [{ itemsPerPage: 10, count: 0, currentPage: 0, totalPages: 0 }, '0 of 0'],
    [{ itemsPerPage: 100, count: 12_345, currentPage: 1, totalPages: 124 }, '101–200 of 12,345'],
  ])('%j is %s', (paging, words) => {
    const { range, count } = rangeText(paging)
    expect(`${range} of ${count}`).toBe(words)
  })
})

test('pageSizesWith offers 10, 25, 50, 75, 100 and the current size', () => {
  expect(pageSizesWith(25)).toEqual([10, 25, 50, 75, 100])
  expect(pageSizesWith(70)).toEqual([10, 25, 50, 70, 75, 100])
})
