import { describe, expect, test } from 'vitest'
import { type Column, headerGroups, layoutColumns, nextSort } from './table-column.ts'

const column = (id: string, more: Partial<Column<string>> = {}): Column<string> => ({ id, head: id, cell: (row) => row, ...more })

test('nextSort: ascending, descending, ascending', () => {
  const first = nextSort('price', undefined)
  const second = nextSort('price', first)
  expect([first, second, nextSort('price', second), nextSort('address', second)]).toEqual([
    { by: 'price', direction: 'asc' },
    { by: 'price', direction: 'desc' },
    { by: 'price', direction: 'asc' },
    { by: 'address', direction: 'asc' },
  ])
})

describe('layoutColumns, sticky columns', () => {
  test('have offsets next to each other; the last one has the line', () => {
    const laid = layoutColumns([
      column('a', { sticky: true, width: 100 }),
      column('b', { sticky: true, width: 248 }),
      column('c'),
    ])
    expect(laid.map(({ style }) => style?.left)).toEqual([0, 100, undefined])
    expect(laid.map(({ className }) => className)).toEqual(['stick', 'stick stick-end', ''])
  })

  test('need a width', () => {
    expect(() => layoutColumns([column('a', { sticky: true })])).toThrow('needs a width')
  })
})

test('headerGroups joins adjacent columns of a group; the first one has the line', () => {
  const laid = layoutColumns([
    column('a'),
    column('b', { group: 'Financial', align: 'right' }),
    column('c', { group: 'Financial' }),
    column('d', { group: 'Sale process' }),
  ])
  expect(headerGroups(laid).map(({ group, span }) => [group, span])).toEqual([
    [undefined, 1],
    ['Financial', 2],
    ['Sale process', 1],
  ])
  expect(laid.map(({ className }) => className)).toEqual(['', 'num gs', '', 'gs'])
  expect(laid[1]?.edges).toBe('gs')
})
