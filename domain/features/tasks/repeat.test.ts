import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween, weekdayOf } from '../../common/dates.ts'
import { describeRepeat, nextDueOn, type Repeat, repeatUnits } from './repeat.ts'

const every = (count: number, unit: Repeat['unit'], from: Repeat['from'] = 'due'): Repeat => ({ every: count, unit, from })
const next = (repeat: Repeat, dueOn: string | null, doneOn: string, dayOfMonth: number | null = null) =>
  nextDueOn({ repeat, dueOn, dayOfMonth }, doneOn)

describe('Completing a task creates the next one, counted from the due day', () => {
  test('month of 31/01 → 28/02 → 31/03: the day of the first is kept', () => {
    expect(next(every(1, 'month'), '2026-01-31', '2026-01-31', 31)).toBe('2026-02-28')
    expect(next(every(1, 'month'), '2026-02-28', '2026-02-28', 31)).toBe('2026-03-31')
    expect(next(every(1, 'month'), '2028-01-31', '2028-01-31', 31)).toBe('2028-02-29')
    expect(next(every(2, 'month'), '2025-12-31', '2025-12-31', 31)).toBe('2026-02-28')
  })
  test('weekday of Friday → Monday, of Saturday → Monday', () => {
    expect(next(every(1, 'weekday'), '2025-11-07', '2025-11-07')).toBe('2025-11-10')
    expect(next(every(1, 'weekday'), '2025-11-08', '2025-11-08')).toBe('2025-11-10')
    expect(next(every(5, 'weekday'), '2025-11-05', '2025-11-05')).toBe('2025-11-12')
  })
  test('missed repeats are not piled up: the next is the first after today', () => {
    expect(next(every(1, 'week'), '2025-11-05', '2025-11-26')).toBe('2025-12-03')
    expect(next(every(1, 'month'), '2026-01-31', '2026-03-31', 31)).toBe('2026-04-30')
    expect(next(every(1, 'day'), '2000-01-01', '2025-11-05')).toBe('2025-11-06')
  })
  test('if done early, the next one is counted from the due day', () => {
    expect(next(every(1, 'week'), '2025-11-10', '2025-11-05')).toBe('2025-11-17')
  })
})

describe('Completing a task creates the next one, counted from the day on which it was done', () => {
  test('whether late or early', () => {
    expect(next(every(2, 'week', 'done'), '2025-11-05', '2025-11-26')).toBe('2025-12-10')
    expect(next(every(1, 'month', 'done'), '2025-11-05', '2026-01-31', 5)).toBe('2026-02-28')
    expect(next(every(1, 'weekday', 'done'), null, '2025-11-07')).toBe('2025-11-10')
  })
})

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days))
const repeat = fc.record({
  every: fc.integer({ min: 1, max: 52 }),
  unit: fc.constantFrom(...repeatUnits),
  from: fc.constantFrom('due' as const, 'done' as const),
})

describe('The next due day of any repeat', () => {
  test('is later than the day of completion and than the previous due day', () =>
    fc.assert(
      fc.property(repeat, day, day, (rule, dueOn, doneOn) => {
        const on = next(rule, dueOn, doneOn)
        expect(on > doneOn).toBe(true)
        if (rule.from === 'due') expect(on > dueOn).toBe(true)
      }),
    ))
  test('is at most one interval after today, or after the due day if it is in the future', () =>
    fc.assert(
      fc.property(repeat, day, day, (rule, dueOn, doneOn) => {
        const start = rule.from === 'done' || dueOn < doneOn ? doneOn : dueOn
        const longest = { day: 1, week: 7, month: 31, weekday: 1 }[rule.unit] * rule.every
        const allowed = rule.unit === 'weekday' ? Math.ceil(rule.every / 5) * 7 : longest
        expect(daysBetween(start, next(rule, dueOn, doneOn))).toBeLessThanOrEqual(allowed)
      }),
    ))
  test('in weekdays is Monday to Friday', () =>
    fc.assert(
      fc.property(repeat, day, day, (rule, dueOn, doneOn) => {
        expect(weekdayOf(next({ ...rule, unit: 'weekday' }, dueOn, doneOn))).toBeLessThan(5)
      }),
    ))
  test('in months keeps the day of the first task, or is the last day of a shorter month', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 52 }), day, fc.integer({ min: 1, max: 31 }), (count, dueOn, dayOfMonth) => {
        const on = next(every(count, 'month'), dueOn, dueOn, dayOfMonth)
        const isLastDay = addDays(on, 1).endsWith('-01')
        const date = Number(on.slice(8))
        expect(date === dayOfMonth || (isLastDay && date < dayOfMonth)).toBe(true)
      }),
    ))
})

test('describeRepeat: a repeat in words', () => {
  expect(describeRepeat(every(1, 'week'))).toBe('Every week')
  expect(describeRepeat(every(3, 'month', 'done'))).toBe('Every 3 months, counted from the day it is done')
})
