import { expect, test } from 'vitest'
import { nextCell } from './grid-focus.ts'

const grid = { lines: 11, columns: 5, far: 4 }
const at = { line: 3, column: 2 }

test.each([
  ['ArrowDown', false, { line: 4, column: 2 }],
  ['ArrowUp', false, { line: 2, column: 2 }],
  ['ArrowLeft', false, { line: 3, column: 1 }],
  ['ArrowRight', false, { line: 3, column: 3 }],
  ['Home', false, { line: 3, column: 0 }],
  ['End', false, { line: 3, column: 4 }],
  ['Home', true, { line: 1, column: 0 }],
  ['End', true, { line: 10, column: 4 }],
  ['PageDown', false, { line: 7, column: 2 }],
  ['PageUp', false, { line: 1, column: 2 }],
  ['ArrowDown', true, undefined],
  ['c', false, undefined],
])('%s (Ctrl: %s) moves to %j', (key, ctrl, to) => {
  expect(nextCell(key, ctrl, at, grid)).toEqual(to)
})

test('the column heads are above the first row, and nothing is beyond the edges', () => {
  expect(nextCell('ArrowUp', false, { line: 1, column: 0 }, grid)).toEqual({ line: 0, column: 0 })
  expect(nextCell('ArrowUp', false, { line: 0, column: 0 }, grid)).toBeUndefined()
  expect(nextCell('ArrowDown', false, { line: 10, column: 0 }, grid)).toBeUndefined()
  expect(nextCell('ArrowRight', false, { line: 1, column: 4 }, grid)).toBeUndefined()
})

test('PageDown and PageUp stop at the last and the first row', () => {
  expect(nextCell('PageDown', false, { line: 9, column: 0 }, grid)).toEqual({ line: 10, column: 0 })
  expect(nextCell('PageUp', false, { line: 2, column: 0 }, grid)).toEqual({ line: 1, column: 0 })
})
