import { expect, test } from 'vitest'
import { dayLabel, groupByDay } from './history-panel.tsx'

test('groupByDay groups entries by London day', () => {
  const entries = ['2026-07-01T22:30:00Z', '2026-06-30T23:30:00Z', '2026-06-30T22:30:00Z'].map((at) => ({ at }))
  expect(groupByDay(entries).map(({ day, entries: of }) => [day, of.map(({ at }) => at)])).toEqual([
    ['2026-07-01', ['2026-07-01T22:30:00Z', '2026-06-30T23:30:00Z']],
    ['2026-06-30', ['2026-06-30T22:30:00Z']],
  ])
  expect(groupByDay([])).toEqual([])
})

test('dayLabel returns Today, Yesterday or the date', () => {
  expect(dayLabel('2026-11-21', '2026-11-21')).toBe('Today, Saturday 21 November 2026')
  expect(dayLabel('2026-11-20', '2026-11-21')).toBe('Yesterday, Friday 20 November 2026')
  expect(dayLabel('2026-11-09', '2026-11-21')).toBe('Monday 9 November 2026')
})
