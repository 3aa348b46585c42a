import { describe, expect, test } from 'vitest'
import { isNewSince, longDay, shortDay, stepBarClass, stepDayText } from './format.ts'

describe('Dates and steps of the vendor portal', () => {
  test('shortDay and longDay', () => {
    expect(shortDay('2025-09-19')).toBe('19 September')
    expect(longDay('2025-09-19')).toBe('Friday 19 September 2025')
  })

  test.each([
    ['done', '2025-09-19', '19 September'],
    ['late', '2025-11-01', 'expected 1 November'],
    ['now', '2025-11-01', 'expected 1 November'],
    ['now', null, 'in hand'],
    ['waiting', '2025-11-01', 'waiting for the report'],
    ['next', null, ''],
  ] as const)('a step that is %s on %s', (state, on, words) => {
    expect(stepDayText({ state, on })).toBe(words)
  })

  test('stepBarClass: the track’s colour when done; late or waiting for every track', () => {
    expect(stepBarClass('L', 'done')).toBe('leg d')
    expect(stepBarClass('F', 'late')).toBe('fin red')
    expect(stepBarClass('S', 'waiting')).toBe('gry amb')
    expect(stepBarClass('C', 'next')).toBe('gry')
  })

  test.each([
    ['2026-03-10T09:30:00.12Z', '2026-03-10T09:30:00.123Z', false],
    ['2026-03-10T09:30:00.123Z', '2026-03-10T09:30:00.123Z', false],
    ['2026-03-10T09:30:00.2Z', '2026-03-10T09:30:00.123Z', true],
    ['2026-03-10T09:30:00Z', null, true],
  ])('isNewSince: sent %s, seen until %s: %s', (at, seenUntil, isNew) => {
    expect(isNewSince(at, seenUntil)).toBe(isNew)
  })
})
