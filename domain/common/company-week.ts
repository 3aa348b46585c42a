import { addDays, type DateOnly, type Instant, londonDay, londonInstant, weekdayOf } from './dates.ts'

/**
 * "Company: the end-of-week day and time for management information." [administration §2](docs/design/administration.md#2) and
 * [administration §3](docs/design/administration.md#3): `mdConfig` "day is 0 for Monday to 6 for Sunday". That moment, in London time,
 * closes one company week and opens the next. Facts have a date without a time: a date belongs to the week that contains its noon. Closing
 * on Friday at 17:30 gives Saturday to Friday; on Monday at 09:00, Monday to Sunday.
 */

/** `day` 0 Monday to 6 Sunday, `time` `HH:mm`. */
export type EndOfWeek = { day: number; time: string }

export const defaultEndOfWeek: EndOfWeek = { day: 4, time: '17:30' }

/** Both ends included; `closes` is the moment the week closes. */
export type CompanyWeek = { first: DateOnly; last: DateOnly; closes: Instant }

const modulo7 = (days: number): number => ((days % 7) + 7) % 7

/** Days between the last day of the week and the day on which it closes. */
const lastDayBefore = ({ time }: EndOfWeek): number => (time > '12:00' ? 0 : 1)

export function lastDayOfWeek(day: DateOnly, endOfWeek: EndOfWeek): DateOnly {
  const lastWeekday = endOfWeek.day - lastDayBefore(endOfWeek)
  return addDays(day, modulo7(lastWeekday - weekdayOf(day)))
}

export const weekEnding = (last: DateOnly, endOfWeek: EndOfWeek): CompanyWeek => ({
  first: addDays(last, -6),
  last,
  closes: londonInstant(addDays(last, lastDayBefore(endOfWeek)), endOfWeek.time),
})

/** The last closed week; at the moment of closing, that week. */
export function lastClosedWeek(now: Instant, endOfWeek: EndOfWeek): CompanyWeek {
  const week = weekEnding(lastDayOfWeek(londonDay(now), endOfWeek), endOfWeek)
  return (
    ifClosed(now, week) ?? ifClosed(now, previousWeek(week, endOfWeek)) ?? previousWeek(previousWeek(week, endOfWeek), endOfWeek)
  )
}

const previousWeek = ({ last }: CompanyWeek, endOfWeek: EndOfWeek): CompanyWeek => weekEnding(addDays(last, -7), endOfWeek)

const ifClosed = (now: Instant, week: CompanyWeek): CompanyWeek | null => (isAtOrBefore(week.closes, now) ? week : null)

const isAtOrBefore = (instant: Instant, now: Instant): boolean => Date.parse(instant) <= Date.parse(now)
