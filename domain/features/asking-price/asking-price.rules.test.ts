import { expect, test } from 'vitest'
import { currentEntry, isScheduled } from './asking-price.rules.ts'

const entries = [{ effectiveDate: '2025-12-01' }, { effectiveDate: '2025-11-01' }, { effectiveDate: '2025-10-01' }]

test('currentEntry and isScheduled: a price with a future effective date is scheduled; until then the previous one is current', () => {
  expect(currentEntry(entries, '2025-11-30')).toBe(entries[1])
  expect(currentEntry(entries, '2025-12-01')).toBe(entries[0])
  expect(entries.map((entry) => isScheduled(entry, '2025-11-30'))).toEqual([true, false, false])
})

test('currentEntry: null before the first price', () => {
  expect(currentEntry(entries, '2025-09-30')).toBeNull()
  expect(currentEntry([], '2025-09-30')).toBeNull()
})
