/**
 * "Company: the end-of-week day and time for management information." Administration document, sections 2 and 3: `mdConfig`
 * "day is 0 for Monday to 6 for Sunday". That moment, in London, closes the company's week and opens the next, so weeks
 * divide time without a gap. What a week counts has a day and no time: a day belongs to the week that holds its noon. A week
 * closed on Friday at 17:30 is Saturday to Friday; one closed on Monday at 09:00 is Monday to Sunday.
 */
import { addDays, type DateOnly, type Instant, londonDay, londonInstant, weekdayOf } from '../../common/dates.ts'

/** `day` 0 Monday to 6 Sunday, `time` `HH:mm`. */
export type EndOfWeek = { day: number; time: string }

/** What a company has that was never asked. */
export const defaultEndOfWeek: EndOfWeek = { day: 4, time: '17:30' }

/** The seven days of a week, both ends included, and the moment it closed or will close. */
export type CompanyWeek = { first: DateOnly; last: DateOnly; closes: Instant }

const modulo7 = (days: number): number => ((days % 7) + 7) % 7

/** How many days before the day of closing the last day of the week lies. */
const lastDayBefore = ({ time }: EndOfWeek): number => (time > '12:00' ? 0 : 1)

/** The last day of the company's week that a day belongs to. */
export function lastDayOfWeek(day: DateOnly, endOfWeek: EndOfWeek): DateOnly {
  const lastWeekday = endOfWeek.day - lastDayBefore(endOfWeek)
  return addDays(day, modulo7(lastWeekday - weekdayOf(day)))
}

/** The week that ends with a day. */
export const weekEnding = (last: DateOnly, endOfWeek: EndOfWeek): CompanyWeek => ({
  first: addDays(last, -6),
  last,
  closes: londonInstant(addDays(last, lastDayBefore(endOfWeek)), endOfWeek.time),
})

/** The last week that has closed: at its very moment of closing, the week itself. */
export function lastClosedWeek(now: Instant, endOfWeek: EndOfWeek): CompanyWeek {
  const week = weekEnding(lastDayOfWeek(londonDay(now), endOfWeek), endOfWeek)
  return (
    ifClosed(now, week) ?? ifClosed(now, previousWeek(week, endOfWeek)) ?? previousWeek(previousWeek(week, endOfWeek), endOfWeek)
  )
}

const previousWeek = ({ last }: CompanyWeek, endOfWeek: EndOfWeek): CompanyWeek => weekEnding(addDays(last, -7), endOfWeek)
const ifClosed = (now: Instant, week: CompanyWeek): CompanyWeek | null => (isAtOrBefore(week.closes, now) ? week : null)
const isAtOrBefore = (instant: Instant, now: Instant): boolean => Date.parse(instant) <= Date.parse(now)
