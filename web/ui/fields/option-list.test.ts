import { describe, expect, test } from 'vitest'
import { filterOptions, findByPrefix, nextIndex } from './option-list.tsx'

describe('nextIndex moves and stops at the ends', () => {
  test.each([
    ['ArrowDown', -1, 0],
    ['ArrowDown', 3, 4],
    ['ArrowDown', 4, 4],
    ['ArrowUp', -1, 4],
    ['ArrowUp', 0, 0],
    ['Home', 3, 0],
    ['End', 1, 4],
    ['PageDown', 0, 4],
    ['PageUp', 4, 0],
    ['x', 2, undefined],
  ])('%s from %i of five', (key, from, to) => {
    expect(nextIndex(key, from, 5)).toBe(to)
  })

  test('nextIndex of an empty list is undefined', () => {
    expect(nextIndex('ArrowDown', -1, 0)).toBeUndefined()
  })
})

describe('findByPrefix finds the next option that starts with the typed letters', () => {
  const labels = ['Any', 'No chain', 'Completed', 'Incomplete', 'In a chain']

  test.each([
    ['i', -1, 'Incomplete'],
    ['i', 3, 'In a chain'],
    ['i', 4, 'Incomplete'],
    ['in ', 3, 'In a chain'],
    ['inc', 3, 'Incomplete'],
    ['x', 0, undefined],
  ])('%j from %i', (typed, from, label) => {
    expect(labels[findByPrefix(labels, typed, from)]).toBe(label)
  })
})

test('filterOptions finds options whose label or note contains every word, in any order and case', () => {
  const options = [
    { value: 1, label: 'Tamsin Larkspur', note: 'Tilehurst' },
    { value: 2, label: 'Osric Penhaligon', note: 'Reading' },
  ]
  const found = (text: string) => filterOptions(options, text).map((option) => option.value)
  expect([found(''), found('TILE tam'), found('reading'), found('tamsin reading')]).toEqual([[1, 2], [1], [2], []])
})
