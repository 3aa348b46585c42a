import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { countMoves, useStableRows } from './stable-rows.ts'

test.each([
  ['abc', 'abc', 0],
  ['abcd', 'bcda', 1],
  ['abcd', 'dcba', 3],
  ['abc', 'ac', 1],
  ['ac', 'abc', 1],
  ['abc', 'cxb', 3],
  ['', '', 0],
])('countMoves: %j sorted as %j moves %i rows', (shown, sorted, moves) => {
  expect(countMoves([...shown], [...sorted])).toBe(moves)
})

const rowsOf = (ids: string, value = 1) => [...ids].map((_id) => ({ _id, value }))

test('"A row does not jump or leave while one works": rows keep their places, take new values, and move on Sort again', () => {
  const isWorking = { current: () => true }
  const { result, rerender } = renderHook(({ rows, key }) => useStableRows(rows, key, isWorking), {
    initialProps: { rows: rowsOf('abc'), key: 'k' },
  })
  rerender({ rows: rowsOf('cb', 2), key: 'k' })
  expect(result.current.rows?.map(({ _id, value }) => `${_id}${value}`)).toEqual(['a1', 'b2', 'c2'])
  expect(result.current.moves).toBe(2)
  act(() => result.current.sortAgain())
  expect(result.current.rows?.map(({ _id }) => _id)).toEqual(['c', 'b'])
  expect(result.current.moves).toBe(0)
})

test('a row that its edit folded away keeps its place and shows what was saved', () => {
  const isWorking = { current: () => true }
  const { result, rerender } = renderHook(({ rows, loaded }) => useStableRows(rows, 'k', isWorking, loaded), {
    initialProps: { rows: rowsOf('ab'), loaded: rowsOf('ab') },
  })
  rerender({ rows: rowsOf('b', 2), loaded: rowsOf('ab', 2) })
  expect(result.current.rows?.map(({ _id, value }) => `${_id}${value}`)).toEqual(['a2', 'b2'])
  expect(result.current.moves).toBe(1)
})

test('another sort or filter applies the order at once, as does a table that is not in use', () => {
  const isWorking = { current: () => true }
  const { result, rerender } = renderHook(({ rows, key }) => useStableRows(rows, key, isWorking), {
    initialProps: { rows: rowsOf('ab'), key: 'k' },
  })
  rerender({ rows: rowsOf('ba'), key: 'sorted' })
  expect(result.current.rows?.map(({ _id }) => _id)).toEqual(['b', 'a'])
  isWorking.current = () => false
  rerender({ rows: rowsOf('ab'), key: 'sorted' })
  expect(result.current.rows?.map(({ _id }) => _id)).toEqual(['a', 'b'])
})
