import { expect, test } from 'vitest'
import { nextTryAfter } from './stuck-work.rules.ts'

test('An item is tried again 1, 2, 4 … minutes after its last failure, and at most 24 hours', () => {
  const now = '2026-03-10T09:30:00.000Z'
  const minutes = [1, 2, 3, 9, 11, 12, 400].map(
    (failures) => (Date.parse(nextTryAfter(failures, now)) - Date.parse(now)) / 60_000,
  )
  expect(minutes).toEqual([1, 2, 4, 256, 1024, 1440, 1440])
})
