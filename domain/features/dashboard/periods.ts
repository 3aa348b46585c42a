import { addDays, type DateOnly, daysBetween, type Instant, londonDay, londonInstant, weekdayOf } from '../../common/dates.ts'

/**
 * "Company: the end-of-week day and time for management information." Administration document, sections 2 and 3: `mdConfig`
 * "day is 0 for Monday to 6 for Sunday". That moment, in London, closes the company's week and opens the next, so weeks
 * divide time without a gap. What a week counts has a day and no time: a day belongs to the week that holds its noon. A week
 * closed on Friday at 17:30 is Saturday to Friday; one closed on Monday at 09:00 is Monday to Sunday.
 */

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

/**
 * "`durationValue` 4 = 14 days ending now against the 14 before; both ranges are printed. Answers hold further periods (6
 * in all) for the chart." Domain decisions, "Management dashboard". Days are London's, both ends included.
 */

/** The specification's code for "Last two weeks", and the only length it uses. */
export const durationValue = 4
export const periodDays = 14
export const periodCount = 6

/** Both ends included. */
export type DateRange = { first: DateOnly; last: DateOnly }

/**
 * `key` names a period on the wire: it is its first day. The company's own weeks beside it: `week` is the one that ended
 * last by the end of the period (on its last day it is there already, and done when it closes), `weekAhead` what is to come
 * from the period's last day until the end of a week, which on a week's last day is the next one's, and `weekSoFar` the
 * week that the period's last day belongs to, up to that day.
 */
export type Period = DateRange & { key: DateOnly; week: DateRange; weekAhead: DateRange; weekSoFar: DateRange }

/** Some days that end with one, and the company's weeks about it. */
export function periodEnding(last: DateOnly, days: number, endOfWeek: EndOfWeek): Period {
  const first = addDays(last, 1 - days)
  const weekAhead = { first: last, last: lastDayOfWeek(addDays(last, 1), endOfWeek) }
  const week = { first: addDays(weekAhead.last, -13), last: addDays(weekAhead.last, -7) }
  const weekSoFar = { first: addDays(lastDayOfWeek(last, endOfWeek), -6), last }
  return { key: first, first, last, week, weekAhead, weekSoFar }
}

/** The six periods, the newest first; the newest ends today, which is still under way. */
export const periodsOf = (today: DateOnly, endOfWeek: EndOfWeek): Period[] =>
  Array.from({ length: periodCount }, (_, nth) => periodEnding(addDays(today, -periodDays * nth), periodDays, endOfWeek))

/**
 * The period of a key, or null where no screen can have shown it: one that ends after today, or before the oldest of the
 * six. Not only today's six, so that a screen that was opened before midnight can still list what it shows.
 */
export function periodOfKey(key: DateOnly, today: DateOnly, endOfWeek: EndOfWeek): Period | null {
  const period = periodEnding(addDays(key, periodDays - 1), periodDays, endOfWeek)
  const age = daysBetween(period.last, today)
  return age < 0 || age >= periodDays * periodCount ? null : period
}
