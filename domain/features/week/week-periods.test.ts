import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, addYears, daysBetween } from '../../common/dates.ts'
import {
  comparedPeriods,
  isSoFar,
  kindOfPeriod,
  lookAheadTo,
  neighbouringPeriod,
  periodSoFar,
  rangeInWords,
  showRange,
  type WeekSettings,
  wholePeriod,
} from './week-periods.ts'

/** Weeks of the example company are Monday to Sunday. */
const settings: WeekSettings = { endOfWeek: { day: 0, time: '09:00' }, yearStarts: 4 }
const today = '2026-11-28'
const range = (text: string) => {
  const [first = '', last = first] = text.split(' ')
  return { first, last }
}
const text = ({ first, last }: { first: string; last: string }) => `${first} ${last}`

describe('the periods of the week', () => {
  test.each([
    ['week', '2026-11-23 2026-11-28'],
    ['month', '2026-11-01 2026-11-28'],
    ['quarter', '2026-10-01 2026-11-28'],
    ['year', '2026-04-01 2026-11-28'],
  ] as const)('this %s so far on 28/11/2026', (kind, expected) => {
    expect(text(periodSoFar(kind, today, settings))).toBe(expected)
    expect(isSoFar(kind, range(expected), settings, today)).toBe(true)
  })

  test('quarters count from the first month of the financial year', () => {
    expect(text(wholePeriod('quarter', today, { ...settings, yearStarts: 2 }))).toBe('2026-11-01 2027-01-31')
    expect(text(wholePeriod('year', '2026-01-15', { ...settings, yearStarts: 2 }))).toBe('2025-02-01 2026-01-31')
  })

  test.each([
    ['week', '2026-11-23 2026-11-28', '2026-11-16 2026-11-21', '2025-11-24 2025-11-29'],
    ['month', '2026-03-01 2026-03-31', '2026-02-01 2026-02-28', '2025-03-01 2025-03-31'],
    ['month', '2028-02-01 2028-02-29', '2028-01-01 2028-01-31', '2027-02-01 2027-02-28'],
    ['month', '2029-02-01 2029-02-28', '2029-01-01 2029-01-31', '2028-02-01 2028-02-29'],
    ['month', '2028-02-01 2028-02-28', '2028-01-01 2028-01-28', '2027-02-01 2027-02-28'],
    ['quarter', '2026-01-01 2026-03-31', '2025-10-01 2025-12-31', '2025-01-01 2025-03-31'],
    ['year', '2024-04-01 2025-03-31', '2023-04-01 2024-03-31', undefined],
    ['quarter', '2026-10-01 2026-11-28', '2026-07-01 2026-08-28', '2025-10-01 2025-11-28'],
    ['year', '2026-04-01 2026-11-28', '2025-04-01 2025-11-28', undefined],
    ['own', '2026-11-20 2026-11-25', '2026-11-14 2026-11-19', '2025-11-20 2025-11-25'],
  ] as const)('a %s, %s: before and last year', (kind, now, before, year) => {
    expect(comparedPeriods(kind, range(now), settings).map(text)).toEqual([now, before, ...(year ? [year] : [])])
  })

  test.each([
    ['2026-11-23 2026-11-28', 'week'],
    ['2026-11-23 2026-11-25', 'week'],
    ['2026-11-23 2026-11-30', 'own'],
    ['2026-11-01 2026-11-28', 'month'],
    ['2026-10-01 2026-11-28', 'quarter'],
    ['2026-04-01 2026-11-28', 'year'],
    ['2026-11-02 2026-11-30', 'own'],
  ])('%s is compared as a %s', (days, kind) => expect(kindOfPeriod(range(days), settings)).toBe(kind))

  test('a range that begins several periods is compared as asked', () => {
    const days = range('2026-10-01 2026-10-15')
    expect(['quarter', 'own', 'week', undefined].map((kind) => kindOfPeriod(days, settings, kind as 'week'))).toEqual([
      'quarter',
      'own',
      'month',
      'month',
    ])
  })

  test('arrows go to the whole period before or after, up to today', () => {
    const from = (kind: 'week' | 'month' | 'own', days: string, step: -1 | 1) =>
      neighbouringPeriod({ kind, range: range(days), step }, settings, today)
    expect(from('week', '2026-11-23 2026-11-28', -1)).toEqual(range('2026-11-16 2026-11-22'))
    expect(from('week', '2026-11-16 2026-11-22', 1)).toEqual(range('2026-11-23 2026-11-28'))
    expect(from('week', '2026-11-23 2026-11-28', 1)).toBeNull()
    expect(from('month', '2026-11-01 2026-11-28', -1)).toEqual(range('2026-10-01 2026-10-31'))
    expect(from('own', '2026-11-20 2026-11-25', -1)).toEqual(range('2026-11-14 2026-11-19'))
    expect(from('own', '2026-11-20 2026-11-25', 1)).toEqual(range('2026-11-26 2026-11-28'))
  })

  test('expected exchanges and moves look to the end of the next company week, once that has passed to the one after today', () => {
    expect(lookAheadTo('2026-11-28', today, settings)).toBe('2026-12-06')
    expect(lookAheadTo('2026-11-29', '2026-11-30', settings)).toBe('2026-12-06')
    expect(lookAheadTo('2026-03-31', today, settings)).toBe('2026-12-06')
  })

  test('days in words and as the heading of a column', () => {
    expect(rangeInWords(range('2026-11-23 2026-11-28'))).toBe('Monday 23 to Saturday 28 November 2026')
    expect(rangeInWords(range('2026-11-30 2026-12-06'))).toBe('Monday 30 November to Sunday 6 December 2026')
    expect(rangeInWords(range('2026-12-28 2027-01-03'))).toBe('Monday 28 December 2026 to Sunday 3 January 2027')
    expect(rangeInWords(range('2026-11-23'))).toBe('Monday 23 November 2026')
    const heads = ['2026-11-23 2026-11-28', '2025-11-24 2025-11-29', '2025-12-29 2026-01-04', '2026-11-23'].map(range)
    expect(heads.map((one) => showRange(one, today))).toEqual([
      '23/11–28/11',
      '24/11–29/11/2025',
      '29/12/2025–04/01/2026',
      '23/11',
    ])
  })

  const anyDay = fc.integer({ min: 0, max: 5000 }).map((days) => addDays('2020-01-01', days))
  const anySettings = fc.record({
    endOfWeek: fc.record({ day: fc.integer({ min: 0, max: 6 }), time: fc.constantFrom('09:00', '17:30') }),
    yearStarts: fc.integer({ min: 1, max: 12 }),
  })

  test('weeks and own dates are compared with as many days; other periods with as many, or with all of a shorter one; whole ones with whole ones', () => {
    fc.assert(
      fc.property(anyDay, anySettings, fc.constantFrom('week', 'month', 'quarter', 'year', 'own'), (day, of, kind) => {
        const now = kind === 'own' ? { first: addDays(day, -20), last: day } : periodSoFar(kind, day, of)
        const [, before, year = before] = comparedPeriods(kind, now, of)
        if (!before || !year) throw new Error('nothing to compare with')
        const days = daysBetween(now.first, now.last)
        const daysBefore = daysBetween(before.first, before.last)
        const isCut = kind !== 'own' && kind !== 'week' && wholePeriod(kind, before.first, of).last === before.last
        const isWhole = kind !== 'own' && kind !== 'week' && wholePeriod(kind, now.first, of).last === now.last
        expect(isWhole ? isCut : isCut ? daysBefore <= days : daysBefore === days).toBe(true)
        expect(before.last < now.first).toBe(true)
        if (kind === 'week') expect(daysBetween(year.first, now.first)).toBe(364)
        else if (!isWhole) expect(year).toEqual({ first: addYears(now.first, -1), last: addYears(now.last, -1) })
      }),
    )
  })

  test('going back and forth ends in the same whole period', () => {
    fc.assert(
      fc.property(anyDay, anySettings, fc.constantFrom('week', 'month', 'quarter', 'year'), (day, of, kind) => {
        const now = periodSoFar(kind, day, of)
        const before = neighbouringPeriod({ kind, range: now, step: -1 }, of, day)
        expect(before && kindOfPeriod(before, of, kind)).toBe(kind)
        expect(before && neighbouringPeriod({ kind, range: before, step: 1 }, of, day)).toEqual(now)
      }),
    )
  })
})
