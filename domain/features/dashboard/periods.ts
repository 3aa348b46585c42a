import { type EndOfWeek, lastDayOfWeek } from '../../common/company-week.ts'
import { addDays, type DateOnly, daysBetween } from '../../common/dates.ts'

/**
 * "`durationValue` 4 = 14 days ending now against the 14 before; both ranges are printed. Answers hold further periods (6
 * in all) for the chart." [domain, Management dashboard](docs/design/domain.md#management-dashboard). Dates are London's, both ends
 * included.
 */

/** The specification's code for "Last two weeks", the only one it uses. */
export const durationValue = 4
export const periodDays = 14
export const periodCount = 6

/** Both ends included. */
export type DateRange = { first: DateOnly; last: DateOnly }

/**
 * `key` identifies a period on the wire: its first day. `week` is the last company week that ended by the end of the period. `weekAhead`
 * runs from the last day of the period to the end of its company week (if that is the same day, of the next week). `weekSoFar` runs from
 * the start of the company week to the last day of the period.
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
