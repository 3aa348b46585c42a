/**
 * "`durationValue` 4 = 14 days ending now against the 14 before; both ranges are printed. Answers hold further periods (6
 * in all) for the chart." Domain decisions, "Management dashboard". Days are London's, both ends included.
 */
import { addDays, type DateOnly, daysBetween } from '../../common/dates.ts'
import { type EndOfWeek, lastDayOfWeek } from './company-week.ts'

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
