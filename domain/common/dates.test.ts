import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addYears,
  daysBetween,
  isDateOnly,
  londonDay,
  londonInstant,
  showDate,
  showDateTime,
  showDayMonth,
  showDayNear,
  showTime,
  weekdayName,
  weekdayOf,
} from './dates.ts'

/** Reference implementation: dates and London time must agree with Temporal. */

const plain = (text: string) => Temporal.PlainDate.from(text)
const anyDay = fc.integer({ min: 0, max: 109_573 }).map((days) => plain('1900-01-01').add({ days }).toString())
const anyInstant = fc
  .integer({ min: Date.parse('1972-01-01T00:00:00Z'), max: Date.parse('2099-12-31T23:59:59Z') })
  .map((ms) => new Date(ms).toISOString())
/** An instant within two hours of a clock change or of midnight. */
const criticalInstant = fc
  .tuple(
    fc.constantFrom('2025-03-30T01:00Z', '2025-10-26T01:00Z', '2026-06-30T23:00Z', '2026-12-31T00:00Z', '2024-02-29T00:00Z'),
    fc.integer({ min: -7200, max: 7200 }),
  )
  .map(([at, seconds]) => new Date(Date.parse(at) + seconds * 1000).toISOString())
const inLondon = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO('Europe/London')
const check = <Ts>(property: fc.IProperty<Ts>) => fc.assert(property, { numRuns: 2000 })

describe('addDays and daysBetween: date arithmetic uses days, never milliseconds', () => {
  test('20/10/2025 + 14 = 03/11/2025 across the clock change', () => {
    expect(showDate(addDays('2025-10-20', 14))).toBe('03/11/2025')
  })

  test('Contract end: 01/09/2025 + 12 weeks = 24/11/2025; notice end: 01/10/2025 + 14 = 15/10/2025', () => {
    expect(addDays('2025-09-01', 12 * 7)).toBe('2025-11-24')
    expect(addDays('2025-10-01', 14)).toBe('2025-10-15')
  })

  test('addDays agrees with the calendar', () => {
    check(
      fc.property(
        anyDay,
        fc.integer({ min: -40_000, max: 40_000 }),
        (day, days) => void expect(addDays(day, days)).toBe(plain(day).add({ days }).toString()),
      ),
    )
  })

  test('daysBetween agrees with the calendar and is the inverse of addDays', () => {
    check(
      fc.property(anyDay, anyDay, (from, to) => {
        const days = daysBetween(from, to)
        expect(days).toBe(plain(from).until(plain(to), { largestUnit: 'day' }).days)
        expect(addDays(from, days)).toBe(to)
      }),
    )
  })

  test('addYears agrees with the calendar; 29 February becomes 28 February in a common year', () => {
    check(
      fc.property(
        anyDay,
        fc.integer({ min: -100, max: 100 }),
        (day, years) => void expect(addYears(day, years)).toBe(plain(day).add({ years }).toString()),
      ),
    )
    expect(addYears('2024-02-29', 1)).toBe('2025-02-28')
    expect(addYears('2024-02-29', 4)).toBe('2028-02-29')
  })

  test('dates as text sort chronologically', () => {
    check(
      fc.property(
        anyDay,
        anyDay,
        (a, b) => void expect(Math.sign(a.localeCompare(b))).toBe(Temporal.PlainDate.compare(plain(a), plain(b))),
      ),
    )
  })
})

describe('isDateOnly: YYYY-MM-DD, and the day exists', () => {
  test('accepts every day and refuses days past the end of the month', () => {
    check(fc.property(anyDay, (day) => void expect(isDateOnly(day)).toBe(true)))
    check(
      fc.property(
        fc.integer({ min: 1900, max: 2199 }),
        fc.integer({ min: 0, max: 14 }),
        fc.integer({ min: 0, max: 33 }),
        (year, month, day) => {
          const exists = month >= 1 && month <= 12 && day >= 1 && day <= new Temporal.PlainYearMonth(year, month).daysInMonth
          expect(isDateOnly(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`)).toBe(exists)
        },
      ),
    )
  })

  test.each([
    '',
    '2026-02-30',
    '2025-02-29',
    '2026-1-1',
    '20/10/2025',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '-026-01-01',
  ])('refuses %j', (text) => expect(isDateOnly(text)).toBe(false))

  test('accepts any string without throwing', () => {
    check(fc.property(fc.string(), (text) => void expect(typeof isDateOnly(text)).toBe('boolean')))
  })
})

test('weekdayOf agrees with the calendar', () => {
  check(fc.property(anyDay, (day) => void expect(weekdayOf(day)).toBe(plain(day).dayOfWeek - 1)))
  expect([weekdayName('2026-03-13'), weekdayName('1900-01-01')]).toEqual(['Friday', 'Monday'])
})

describe('londonInstant: the instant of a London time', () => {
  test('agrees with Temporal, also at clock changes', () => {
    const changes = fc.constantFrom('2025-03-30', '2025-10-26', '2026-03-29', '2026-10-25')
    const modern = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1972-01-01', days))
    check(
      fc.property(fc.oneof(modern, changes), fc.integer({ min: 0, max: 1439 }), (day, minutes) => {
        const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
        const oracle = Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime('Europe/London').toInstant()
        expect(Date.parse(londonInstant(day, time))).toBe(oracle.epochMilliseconds)
      }),
    )
  })
})

describe('londonDay: “Today” is Europe/London', () => {
  test('23:30 UTC is tomorrow in summer and today in winter', () => {
    expect(londonDay('2026-06-30T23:30:00Z')).toBe('2026-07-01')
    expect(londonDay('2026-12-30T23:30:00Z')).toBe('2026-12-30')
  })

  test('agrees with the time zone rules at every instant', () => {
    check(
      fc.property(
        fc.oneof(anyInstant, criticalInstant),
        (instant) => void expect(londonDay(instant)).toBe(inLondon(instant).toPlainDate().toString()),
      ),
    )
  })

  test('showDateTime: DD/MM/YYYY hh:mma agrees with the time zone rules at every instant', () => {
    check(
      fc.property(fc.oneof(anyInstant, criticalInstant), (instant) => {
        const at = inLondon(instant)
        const two = (number: number) => String(number).padStart(2, '0')
        const hour = two(at.hour % 12 === 0 ? 12 : at.hour % 12)
        expect(showDateTime(instant)).toBe(
          `${two(at.day)}/${two(at.month)}/${at.year} ${hour}:${two(at.minute)}${at.hour < 12 ? 'am' : 'pm'}`,
        )
      }),
    )
  })
})

describe('showDate: dates are in UK format', () => {
  test('DD/MM/YYYY, and DD-MMM in a step cell', () => {
    expect(showDate('2025-11-05')).toBe('05/11/2025')
    expect(showDayMonth('2025-07-23')).toBe('23-Jul')
    expect(showDayMonth('2025-09-01')).toBe('01-Sep')
  })

  test('DD/MM/YYYY hh:mma, midnight and noon included', () => {
    expect(showDateTime('2025-11-05T15:07:00Z')).toBe('05/11/2025 03:07pm')
    expect(showDateTime('2025-11-05T00:05:00Z')).toBe('05/11/2025 12:05am')
    expect(showDateTime('2025-11-05T12:05:00Z')).toBe('05/11/2025 12:05pm')
    expect(showDateTime('2026-06-30T23:30:00Z')).toBe('01/07/2026 12:30am')
  })

  test('a time without a date is HH:mm in London', () => {
    expect(showTime('2025-11-05T15:07:00Z')).toBe('15:07')
    expect(showTime('2026-06-30T23:05:00Z')).toBe('00:05')
  })

  test('a displayed date is the stored date', () => {
    check(fc.property(anyDay, (day) => void expect(showDate(day).split('/').toReversed().join('-')).toBe(day)))
  })
})

test('a day of another year is shown with its year', () => {
  expect(showDayNear('2026-12-01', '2026-11-23')).toBe('01-Dec')
  expect(showDayNear('2027-11-01', '2026-11-23')).toBe('01-Nov-2027')
  expect(showDayNear('2025-12-31', '2026-01-01')).toBe('31-Dec-2025')
})
