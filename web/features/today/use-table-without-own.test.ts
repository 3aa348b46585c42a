import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useTableWithoutOwn } from './use-table-without-own.ts'

let type = 'BRANCH_ADMIN'
let who: string | undefined
vi.mock('../../lib/session/session.tsx', () => ({ useMe: () => ({ type }) }))
vi.mock('../../lib/url-state/search-params.ts', () => ({
  useSearchParam: (name: string) => (name === 'who' ? who : undefined),
}))

afterEach(() => {
  cleanup()
  type = 'BRANCH_ADMIN'
  who = undefined
})

type Counts = Parameters<typeof useTableWithoutOwn>[0]
const nothing = { sales: 0, now: 0, waiting: 0 }
const opened = (...answers: Counts[]) => {
  const changes: unknown[] = []
  const { rerender } = renderHook(({ counts }: { counts: Counts }) => useTableWithoutOwn(counts, (one) => changes.push(one)), {
    initialProps: { counts: undefined as Counts },
  })
  for (const counts of answers) rerender({ counts })
  return changes
}

test('a manager without a live sale and without anything to do opens Today at the table of people', () => {
  expect(opened(nothing)).toEqual([{ who: 'people', branchId: undefined }])
  expect(opened({ ...nothing, sales: 1 })).toEqual([])
  expect(opened({ ...nothing, now: 2 })).toEqual([])
})

test('they stay where they are after their last item, with a list of their choice, and in other roles', () => {
  expect(opened({ ...nothing, now: 1 }, nothing)).toEqual([])
  who = 'me'
  expect(opened(nothing)).toEqual([])
  who = undefined
  type = 'BRANCH_STAFF'
  expect(opened(nothing)).toEqual([])
})
