import { describe, expect, test } from 'vitest'
import { parseDate, parseDayWords } from './date-words.ts'
import { addDays, daysBetween, weekdayName, weekdays } from './dates.ts'

describe('parseDate reads British dates, day before month', () => {
  test.each([
    ['05/11/2025', '2025-11-05'],
    ['5/11/25', '2025-11-05'],
    ['5.11.2025', '2025-11-05'],
    ['05-11-2025', '2025-11-05'],
    ['05112025', '2025-11-05'],
    ['051125', '2025-11-05'],
    ['5 Nov 2025', '2025-11-05'],
    ['5 november 25', '2025-11-05'],
    ['2025-11-05', '2025-11-05'],
    ['29/02/2024', '2024-02-29'],
    ['1/1/71', '1971-01-01'],
  ])('%s is %s', (text, date) => {
    expect(parseDate(text)).toBe(date)
  })

  test.each(['', '31/02/2025', '29/02/2025', '11/25/2025', '5/11', 'tomorrow', '5 Foo 2025', '0/1/2025', '05/11/20255'])(
    '%j is not a day',
    (text) => {
      expect(parseDate(text)).toBeUndefined()
    },
  )
})

describe('parseDayWords: "no year: the nearest such day not in the future for done days, not in the past for expected ones"', () => {
  const today = '2025-11-05'

  test.each([
    ['5/11', '2025-11-05', '2025-11-05'],
    ['5 nov', '2025-11-05', '2025-11-05'],
    ['4/11', '2025-11-04', '2026-11-04'],
    ['6/11', '2024-11-06', '2025-11-06'],
    ['31.12', '2024-12-31', '2025-12-31'],
    ['1 january', '2025-01-01', '2026-01-01'],
    ['29/2', '2024-02-29', '2028-02-29'],
    ['t', '2025-11-05', '2025-11-05'],
    ['Y', '2025-11-04', '2025-11-04'],
    ['yesterday', '2025-11-04', '2025-11-04'],
  ])('%s is %s done and %s expected', (text, done, expected) => {
    expect([parseDayWords(text, 'past', today), parseDayWords(text, 'future', today)]).toEqual([done, expected])
  })

  test.each([
    ['5/11/2027', '2027-11-05'],
    ['6 nov 24', '2024-11-06'],
  ])('%s keeps its year', (text, date) => {
    expect([parseDayWords(text, 'past', today), parseDayWords(text, 'future', today)]).toEqual([date, date])
  })

  test.each(['31/2', '0/5', '5/13', '5', 'x', '5 foo', 'next', 'mo', 'monda', 'in days', '3', ''])('%j is not a day', (text) => {
    expect(parseDayWords(text, 'past', today)).toBeUndefined()
    expect(parseDayWords(text, 'future', today)).toBeUndefined()
  })

  test('a day of either way is the nearest one, at most half a year away', () => {
    expect(['27/11', '3/12', '29 may', '2/6', '30/11'].map((text) => parseDayWords(text, 'either', '2026-11-30'))).toEqual([
      '2026-11-27',
      '2026-12-03',
      '2027-05-29',
      '2026-06-02',
      '2026-11-30',
    ])
    expect(parseDayWords('thu', 'either', '2026-11-30')).toBe('2026-12-03')
  })

  test('29 February across a century that is not a leap year', () => {
    expect(parseDayWords('29/2', 'future', '2097-01-01')).toBe('2104-02-29')
  })

  test('every day without a year is within a year of today, in the requested direction', () => {
    for (let day = 0; day < 365; day += 1) {
      const date = addDays('2025-01-01', day)
      const text = `${Number(date.slice(8))}/${Number(date.slice(5, 7))}`
      const [done, expected] = [parseDayWords(text, 'past', today), parseDayWords(text, 'future', today)] as [string, string]
      expect(done <= today && daysBetween(done, today) < 366).toBe(true)
      expect(expected >= today && daysBetween(today, expected) < 366).toBe(true)
      expect([done.slice(5), expected.slice(5)]).toEqual([date.slice(5), date.slice(5)])
    }
  })
})

describe('parseRelativeDay: words for days', () => {
  /** A Saturday. */
  const today = '2026-11-28'

  test.each([
    ['thu', '2026-12-03', '2026-11-26'],
    ['Sat', '2026-12-05', '2026-11-28'],
    ['friday', '2026-12-04', '2026-11-27'],
    ['next mon', '2026-11-30', '2026-11-30'],
    ['next sun', '2026-12-06', '2026-12-06'],
    ['tomorrow', '2026-11-29', '2026-11-29'],
    ['tmw', '2026-11-29', '2026-11-29'],
    ['in 3 days', '2026-12-01', '2026-12-01'],
    ['+3', '2026-12-01', '2026-12-01'],
    ['2w', '2026-12-12', '2026-12-12'],
    ['in 2  weeks', '2026-12-12', '2026-12-12'],
    ['in a week', '2026-12-05', '2026-12-05'],
    ['in a month', '2026-12-28', '2026-12-28'],
    ['eow', '2026-12-04', '2026-12-04'],
    ['end of month', '2026-11-30', '2026-11-30'],
    ['month end', '2026-11-30', '2026-11-30'],
    ['eom', '2026-11-30', '2026-11-30'],
    ['next week', '2026-11-30', '2026-11-30'],
  ])('%s is %s expected and %s done', (text, expected, done) => {
    expect([parseDayWords(text, 'future', today), parseDayWords(text, 'past', today)]).toEqual([expected, done])
  })

  test('a month from the last days of January is the last of February', () => {
    expect(['2027-01-31', '2028-01-30', '2026-12-31'].map((day) => parseDayWords('in a month', 'future', day))).toEqual([
      '2027-02-28',
      '2028-02-29',
      '2027-01-31',
    ])
    expect(parseDayWords('eom', 'future', '2028-02-29')).toBe('2028-02-29')
  })

  test('on every weekday, each name is within a week in its direction', () => {
    for (let ahead = 0; ahead < 7; ahead += 1)
      for (const name of weekdays) {
        const day = addDays('2028-02-29', ahead)
        const [expected, done] = [parseDayWords(name, 'future', day), parseDayWords(name, 'past', day)] as [string, string]
        expect([weekdayName(expected), weekdayName(done)]).toEqual([name, name])
        expect(daysBetween(day, expected)).toBeGreaterThanOrEqual(1)
        expect(daysBetween(day, expected)).toBeLessThanOrEqual(7)
        expect(daysBetween(done, day)).toBeGreaterThanOrEqual(0)
        expect(daysBetween(done, day)).toBeLessThanOrEqual(6)
      }
  })
})
