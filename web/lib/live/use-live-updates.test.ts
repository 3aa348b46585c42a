import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { batchInvalidations } from './use-live-updates.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const change = { companyId: 'c1', branchId: 'b1', propertyId: 'p1' }

function opened() {
  const queries = new QueryClient()
  const invalidate = vi.spyOn(queries, 'invalidateQueries')
  const reading = batchInvalidations(queries)
  const properties = ['p1', 'p2']
  for (const propertyId of properties)
    queries.setQueryData(['/property', { params: { companyId: 'c1', branchId: 'b1', propertyId } }], {})
  const stale = () =>
    properties.filter(
      (propertyId) =>
        queries.getQueryState(['/property', { params: { companyId: 'c1', branchId: 'b1', propertyId } }])?.isInvalidated,
    )
  return { queries, reading, invalidate, stale }
}

describe('What was changed is read anew', () => {
  test('within a third of a second after quiet, and nothing else', () => {
    const { reading, stale } = opened()
    reading.change(change)
    vi.advanceTimersByTime(300)
    expect(stale()).toEqual(['p1'])
  })

  test('once for many changes, and then not more often than every two seconds', () => {
    const { reading, invalidate } = opened()
    for (let times = 0; times < 20; times += 1) reading.change(change)
    vi.advanceTimersByTime(300)
    expect(invalidate).toHaveBeenCalledTimes(1)
    for (let tenths = 0; tenths < 40; tenths += 1) {
      reading.change(change)
      vi.advanceTimersByTime(100)
    }
    expect(invalidate).toHaveBeenCalledTimes(3)
  })

  test('everything after the stream was away', () => {
    const { reading, stale } = opened()
    reading.everything()
    vi.advanceTimersByTime(300)
    expect(stale()).toEqual(['p1', 'p2'])
  })

  test('not while something is being saved here, but after it', () => {
    const { queries, reading, invalidate } = opened()
    const saving = vi.spyOn(queries, 'isMutating').mockReturnValue(1)
    reading.change(change)
    vi.advanceTimersByTime(3_000)
    expect(invalidate).not.toHaveBeenCalled()
    saving.mockReturnValue(0)
    vi.advanceTimersByTime(300)
    expect(invalidate).toHaveBeenCalledTimes(1)
  })

  test('not any more once the page is left', () => {
    const { reading, invalidate } = opened()
    reading.change(change)
    reading.stop()
    vi.advanceTimersByTime(300)
    expect(invalidate).not.toHaveBeenCalled()
  })
})
