import { cleanup, renderHook } from '@testing-library/react'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { groupId, type TodayGroup, type TodayItem, type TodayRow } from './today-rows.ts'
import { useCardStart } from './use-card-start.ts'

afterEach(cleanup)

const itemOf = (propertyId: string) => ({ subjectId: propertyId, key: 'call', propertyId }) as unknown as TodayItem
/** The heading of a person's group with these sales. */
const headOf = (person: string, ...sales: string[]): TodayRow => {
  const group = { ref: person, kind: 'party', party: { ref: person }, actionItems: sales.map(itemOf) } as unknown as TodayGroup
  return { id: groupId(group), group, item: null, open: true, parent: null }
}
const itemRowOf = (row: TodayRow): TodayRow => {
  const [item] = row.group.actionItems
  if (!item) throw new Error('The group is empty.')
  return { ...row, id: 'item', item }
}
const promised = (...sales: string[]) => ({
  sales: sales.map((propertyId) => ({ propertyId, keys: ['call'] })),
  outcome: 'promised' as const,
})

type Shown = { marked: TodayRow | undefined; list: string }

/** Two people; `L` `4` was pressed on the first. */
function afterPromise() {
  const first = headOf('ann', 'sale-1', 'sale-2')
  const initialProps: Shown = { marked: first, list: 'now' }
  const { result, rerender } = renderHook(({ marked, list }) => useCardStart(marked, list), { initialProps })
  act(() => result.current.set(promised('sale-1', 'sale-2')))
  return { first, second: headOf('bob', 'sale-3'), result, rerender }
}

test('L 4 sets outcome and sales for the card of the marked row only', () => {
  const { first, second, result } = afterPromise()
  expect(result.current.of(first)).toEqual(promised('sale-1', 'sale-2'))
  expect(result.current.of(second)).toBeUndefined()
})

test('the card of another person, and of another row of the same person, begins without it; so does the first one marked again', () => {
  const { first, second, result, rerender } = afterPromise()
  // The panel may still show the row marked before.
  rerender({ marked: second, list: 'now' })
  expect([result.current.of(first), result.current.of(second)]).toEqual([undefined, undefined])
  rerender({ marked: first, list: 'now' })
  expect(result.current.of(first)).toBeUndefined()
  act(() => result.current.set(promised('sale-1')))
  rerender({ marked: itemRowOf(first), list: 'now' })
  expect(result.current.of(itemRowOf(first))).toBeUndefined()
})

test('a search, chip, grouping, person or page drops it, also where the same row stays marked', () => {
  const { first, result, rerender } = afterPromise()
  rerender({ marked: first, list: 'now, searched' })
  rerender({ marked: first, list: 'now' })
  expect(result.current.of(first)).toBeUndefined()
})

test('the list read again keeps it: sales that went are taken out, and sales that came are not added', () => {
  const { result, rerender } = afterPromise()
  const later = headOf('ann', 'sale-2', 'sale-9')
  rerender({ marked: later, list: 'now' })
  expect(result.current.of(later)).toEqual(promised('sale-2'))
})

test('a row settled by a colleague takes it along: the card of the next row begins without it', () => {
  const { second, result, rerender } = afterPromise()
  rerender({ marked: undefined, list: 'now' })
  rerender({ marked: second, list: 'now' })
  expect(result.current.of(second)).toBeUndefined()
})

test('logging, undoing and closing drop it; a second L 4 on the row opens the card anew', () => {
  const { first, result } = afterPromise()
  const { made } = result.current
  act(() => result.current.set(promised('sale-1')))
  expect(result.current.made).not.toBe(made)
  act(() => result.current.drop())
  expect(result.current.of(first)).toBeUndefined()
})
