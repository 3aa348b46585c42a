import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultEndOfWeek, type EndOfWeek, lastClosedWeek, lastDayOfWeek, weekEnding } from '../../common/company-week.ts'
import { addDays, daysBetween, londonDay, londonInstant } from '../../common/dates.ts'

const friday: EndOfWeek = { day: 4, time: '17:30' }
const mondayMorning: EndOfWeek = { day: 0, time: '09:00' }

const anyEnd: fc.Arbitrary<EndOfWeek> = fc
  .tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([day, hour, minute]) => ({ day, time: [hour, minute].map((part) => String(part).padStart(2, '0')).join(':') }))
const anyDay = fc.integer({ min: 0, max: 3650 }).map((days) => addDays('2020-01-01', days))
const anyInstant = fc
  .integer({ min: Date.parse('2020-01-01T00:00:00Z'), max: Date.parse('2030-01-01T00:00:00Z') })
  .map((ms) => new Date(ms).toISOString())
/** Instants around clock changes included. */
const criticalInstant = fc
  .tuple(fc.constantFrom('2026-03-29T01:00Z', '2026-10-25T01:00Z'), fc.integer({ min: -7200, max: 7200 }))
  .map(([at, seconds]) => new Date(Date.parse(at) + seconds * 1000).toISOString())
const earlier = (instant: string): string => new Date(Date.parse(instant) - 1).toISOString()
const check = <Ts>(property: fc.IProperty<Ts>) => fc.assert(property, { numRuns: 300 })

describe('lastClosedWeek: the end-of-week day and time close the company’s week', () => {
  test.each([
    ['a second before', '2026-03-13T17:29:59Z', '2026-02-28', '2026-03-06'],
    ['at the moment itself', '2026-03-13T17:30:00Z', '2026-03-07', '2026-03-13'],
    ['on Saturday', '2026-03-14T08:00:00Z', '2026-03-07', '2026-03-13'],
    ['on the Thursday after', '2026-03-19T23:59:00Z', '2026-03-07', '2026-03-13'],
  ])('Friday at 17:30: the last closed week, %s', (_when, now, first, last) => {
    expect(lastClosedWeek(now, friday)).toMatchObject({ first, last })
  })

  test.each([
    ['before nine', '2026-03-09T08:59:00Z', '2026-02-23', '2026-03-01'],
    ['from nine on', '2026-03-09T09:00:00Z', '2026-03-02', '2026-03-08'],
  ])('Monday at 09:00 closes Monday to Sunday: %s', (_when, now, first, last) => {
    expect(lastClosedWeek(now, mondayMorning)).toMatchObject({ first, last })
  })

  test('17:30 is London time in summer and winter', () => {
    expect(weekEnding('2026-03-27', friday).closes).toBe('2026-03-27T17:30:00.000Z')
    expect(weekEnding('2026-04-03', friday).closes).toBe('2026-04-03T16:30:00.000Z')
  })

  test('Sunday at 01:30 closes a week also on the Sunday without a 01:30, and once on the one with two', () => {
    const sunday: EndOfWeek = { day: 6, time: '01:30' }
    expect(weekEnding('2026-03-28', sunday).closes).toBe('2026-03-29T01:30:00.000Z')
    expect(weekEnding('2026-10-24', sunday).closes).toBe('2026-10-25T00:30:00.000Z')
    expect(lastClosedWeek('2026-10-25T01:15:00Z', sunday)).toMatchObject({ last: '2026-10-24' })
  })

  test('the default is Friday at 17:30', () => {
    expect(defaultEndOfWeek).toEqual(friday)
  })

  test('moving the end of the week neither skips nor repeats a day', () => {
    expect(lastDayOfWeek('2026-03-11', friday)).toBe('2026-03-13')
    expect(lastDayOfWeek('2026-03-11', { day: 6, time: '18:00' })).toBe('2026-03-15')
    expect(lastDayOfWeek('2026-03-11', { day: 1, time: '18:00' })).toBe('2026-03-17')
  })
})

describe('lastClosedWeek and weekEnding: weeks partition time', () => {
  test('at every instant there is one last closed week, and the next is open', () => {
    check(
      fc.property(fc.oneof(anyInstant, criticalInstant), anyEnd, (now, end) => {
        const week = lastClosedWeek(now, end)
        const next = weekEnding(addDays(week.last, 7), end)
        expect(Date.parse(week.closes)).toBeLessThanOrEqual(Date.parse(now))
        expect(Date.parse(next.closes)).toBeGreaterThan(Date.parse(now))
      }),
    )
  })

  test('a week closes when the next opens', () => {
    check(
      fc.property(anyDay, anyEnd, (day, end) => {
        const week = weekEnding(lastDayOfWeek(day, end), end)
        expect(lastClosedWeek(week.closes, end)).toEqual(week)
        expect(lastClosedWeek(earlier(week.closes), end).last).toBe(addDays(week.last, -7))
      }),
    )
  })

  test('every day belongs to one week of seven days, the one that contains its noon', () => {
    check(
      fc.property(anyDay, anyEnd, (day, end) => {
        const last = lastDayOfWeek(day, end)
        const { first, closes } = weekEnding(last, end)
        expect([daysBetween(first, last), first <= day && day <= last]).toEqual([6, true])
        const noon = Date.parse(londonInstant(day, '12:00'))
        expect(noon).toBeLessThan(Date.parse(closes))
        expect(noon).toBeGreaterThanOrEqual(Date.parse(weekEnding(addDays(last, -7), end).closes))
      }),
    )
  })

  test('a week closes within a day of its last day, at the configured time', () => {
    check(
      fc.property(anyDay, anyEnd, (day, end) => {
        const { last, closes } = weekEnding(lastDayOfWeek(day, end), end)
        expect([0, 1]).toContain(daysBetween(last, londonDay(closes)))
      }),
    )
  })
})
