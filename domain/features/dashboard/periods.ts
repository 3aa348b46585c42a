import { addDays, type DateOnly, daysBetween, type Instant, londonDay, londonInstant, weekdayOf } from '../../common/dates.ts'

/**
 * "Company: the end-of-week day and time for management information." Administration document, sections 2 and 3:
 * `mdConfig` "day is 0 for Monday to 6 for Sunday". That moment, in London time, closes one company week and opens the
 * next. Facts have a date without a time: a date belongs to the week that contains its noon. Closing on Friday at 17:30
 * gives Saturday to Friday; on Monday at 09:00, Monday to Sunday.
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

/**
 * "`durationValue` 4 = 14 days ending now against the 14 before; both ranges are printed. Answers hold further periods (6
 * in all) for the chart." Domain decisions, "Management dashboard". Dates are London's, both ends included.
 */

/** The specification's code for "Last two weeks", the only one it uses. */
export const durationValue = 4
export const periodDays = 14
export const periodCount = 6

/** Both ends included. */
export type DateRange = { first: DateOnly; last: DateOnly }

/**
 * `key` identifies a period on the wire: its first day. `week` is the last company week that ended by the end of the
 * period, `weekAhead` runs from the period's last day to the end of the company week (on the last day of a week: of the
 * next week), and `weekSoFar` from the start of the company week to the period's last day.
 */
export type Period = DateRange & { key: DateOnly; week: DateRange; weekAhead: DateRange; weekSoFar: DateRange }

/** The period of `days` days that ends on `last`, with its company weeks. */
export function periodEnding(last: DateOnly, days: number, endOfWeek: EndOfWeek): Period {
  const first = addDays(last, 1 - days)
  const weekAhead = { first: last, last: lastDayOfWeek(addDays(last, 1), endOfWeek) }
  const week = { first: addDays(weekAhead.last, -13), last: addDays(weekAhead.last, -7) }
  const weekSoFar = { first: addDays(lastDayOfWeek(last, endOfWeek), -6), last }
  return { key: first, first, last, week, weekAhead, weekSoFar }
}

/** Newest first; the newest ends today. */
export const periodsOf = (today: DateOnly, endOfWeek: EndOfWeek): Period[] =>
  Array.from({ length: periodCount }, (_, nth) => periodEnding(addDays(today, -periodDays * nth), periodDays, endOfWeek))

/**
 * Null if no screen can have shown the period: it ends after today or before the oldest of the six. Keys of yesterday are
 * accepted, so that a screen opened before midnight keeps working.
 */
export function periodOfKey(key: DateOnly, today: DateOnly, endOfWeek: EndOfWeek): Period | null {
  const period = periodEnding(addDays(key, periodDays - 1), periodDays, endOfWeek)
  const age = daysBetween(period.last, today)
  return age < 0 || age >= periodDays * periodCount ? null : period
}
