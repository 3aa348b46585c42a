import { expect, test } from 'vitest'
import { daysLeft, restorableSince, restorableUntil } from './deletion.rules.ts'

test('restorableUntil and restorableSince: deleting is soft for 30 days, to the second, across clock changes', () => {
  const deletedOn = '2026-03-10T09:30:00.123Z'
  expect(restorableUntil(deletedOn)).toBe('2026-04-09T09:30:00.123Z')
  expect(restorableSince(restorableUntil(deletedOn))).toBe(deletedOn)
})

test.each([
  ['just deleted', '2026-03-10T09:30:00.123Z', 30],
  ['a day and a second later', '2026-03-11T09:30:01.123Z', 29],
  ['in its last second', '2026-04-09T09:29:59.123Z', 1],
  ['when it is too late', '2026-04-09T09:30:00.123Z', 0],
  ['long after', '2026-06-01T00:00:00.000Z', 0],
])('daysLeft: %s', (_when, now, days) => {
  expect(daysLeft(restorableUntil('2026-03-10T09:30:00.123Z'), now)).toBe(days)
})
