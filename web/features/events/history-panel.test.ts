import { expect, test } from 'vitest'
import { dayLabel, groupByDay } from './history-panel.tsx'

test('Entries stand under the day in London on which they happened', () => {
  const entries = ['2026-07-01T22:30:00Z', '2026-06-30T23:30:00Z', '2026-06-30T22:30:00Z'].map((at) => ({ at }))
  expect(groupByDay(entries).map(({ day, entries: of }) => [day, of.map(({ at }) => at)])).toEqual([
    ['2026-07-01', ['2026-07-01T22:30:00Z', '2026-06-30T23:30:00Z']],
    ['2026-06-30', ['2026-06-30T22:30:00Z']],
  ])
  expect(groupByDay([])).toEqual([])
})

test('A day is named as people name it', () => {
  expect(dayLabel('2026-11-21', '2026-11-21')).toBe('Today, Saturday 21 November 2026')
  expect(dayLabel('2026-11-20', '2026-11-21')).toBe('Yesterday, Friday 20 November 2026')
  expect(dayLabel('2026-11-09', '2026-11-21')).toBe('Monday 9 November 2026')
})
