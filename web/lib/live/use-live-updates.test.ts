import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { batchInvalidations } from './use-live-updates.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const change = { companyId: 'c1', branchId: 'b1', propertyId: 'p1', about: 'property' } as const

function setUp() {
  const queries = new QueryClient()
  const invalidate = vi.spyOn(queries, 'invalidateQueries')
  const invalidations = batchInvalidations(queries)
  const properties = ['p1', 'p2']
  for (const propertyId of properties)
    queries.setQueryData(['/property', { params: { companyId: 'c1', branchId: 'b1', propertyId } }], {})
  const stale = () =>
    properties.filter(
      (propertyId) =>
        queries.getQueryState(['/property', { params: { companyId: 'c1', branchId: 'b1', propertyId } }])?.isInvalidated,
    )
  return { queries, invalidations, invalidate, stale }
}

describe('batchInvalidations', () => {
  test('invalidates the affected queries within 300 ms', () => {
    const { invalidations, stale } = setUp()
    invalidations.add(change)
    vi.advanceTimersByTime(300)
    expect(stale()).toEqual(['p1'])
  })

  test('batches changes and invalidates at most every two seconds', () => {
    const { invalidations, invalidate } = setUp()
    for (let times = 0; times < 20; times += 1) invalidations.add(change)
    vi.advanceTimersByTime(300)
    expect(invalidate).toHaveBeenCalledTimes(1)
    for (let tenths = 0; tenths < 40; tenths += 1) {
      invalidations.add(change)
      vi.advanceTimersByTime(100)
    }
    expect(invalidate).toHaveBeenCalledTimes(3)
  })

  test('invalidates all queries after missed events', () => {
    const { invalidations, stale } = setUp()
    invalidations.addAll()
    vi.advanceTimersByTime(300)
    expect(stale()).toEqual(['p1', 'p2'])
  })

  test('waits for a save to finish', () => {
    const { queries, invalidations, invalidate } = setUp()
    const saving = vi.spyOn(queries, 'isMutating').mockReturnValue(1)
    invalidations.add(change)
    vi.advanceTimersByTime(3_000)
    expect(invalidate).not.toHaveBeenCalled()
    saving.mockReturnValue(0)
    vi.advanceTimersByTime(300)
    expect(invalidate).toHaveBeenCalledTimes(1)
  })

  test('invalidates nothing after stop()', () => {
    const { invalidations, invalidate } = setUp()
    invalidations.add(change)
    invalidations.stop()
    vi.advanceTimersByTime(300)
    expect(invalidate).not.toHaveBeenCalled()
  })
})
