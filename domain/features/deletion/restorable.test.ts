import { expect, test } from 'vitest'
import { restorableSince, restorableUntil } from './restorable.ts'

test('Deleting is soft for 30 days, to the second, also across the change of the clock', () => {
  const deletedOn = '2026-03-10T09:30:00.123Z'
  expect(restorableUntil(deletedOn)).toBe('2026-04-09T09:30:00.123Z')
  expect(restorableSince(restorableUntil(deletedOn))).toBe(deletedOn)
})
