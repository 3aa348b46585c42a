import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../common/dates.ts'
import { type ClosedRange, countedDaysBetween, defaultClosedDays, isClosed } from './counted-days.ts'

test('days over Christmas are not counted', () => {
  expect(countedDaysBetween('2025-12-22', '2026-01-05', defaultClosedDays)).toBe(5)
  expect(countedDaysBetween('2026-01-05', '2025-12-22', defaultClosedDays)).toBe(-5)
  expect(countedDaysBetween('2025-12-25', '2025-12-25', defaultClosedDays)).toBe(0)
})

test('property-based: counted days are the days that are not closed, over leap years and years without closed days', () => {
  const ranges: readonly (readonly ClosedRange[])[] = [
    defaultClosedDays,
    [],
    [
      { from: '02-28', to: '03-01' },
      { from: '08-10', to: '08-10' },
    ],
  ]
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1500 }),
      fc.integer({ min: 0, max: 900 }),
      fc.constantFrom(...ranges),
      (start, days, closed) => {
        const from = addDays('2023-01-01', start)
        const counted = Array.from({ length: days }, (_, ahead) => addDays(from, ahead)).filter((day) => !isClosed(day, closed))
        expect(countedDaysBetween(from, addDays(from, days), closed)).toBe(counted.length)
      },
    ),
    { numRuns: 25 },
  )
})
