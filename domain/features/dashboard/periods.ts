/**
 * "`durationValue` 4 = 14 days ending now against the 14 before; both ranges are printed. Answers hold further periods (6
 * in all) for the chart." Domain decisions, "Management dashboard". Days are London's, both ends included.
 */
import { addDays, type DateOnly, daysBetween } from '../../common/dates.ts'

/** The specification's code for "Last two weeks", and the only length it uses. */
export const durationValue = 4
export const periodDays = 14
export const periodCount = 6

/** `key` names a period on the wire: it is its first day. */
export type Period = { key: DateOnly; first: DateOnly; last: DateOnly }

/** The period that begins on a day. */
export const periodFrom = (first: DateOnly): Period => ({ key: first, first, last: addDays(first, periodDays - 1) })

/** The six periods, the newest first; the newest ends today, which is still under way. */
export const periodsOf = (today: DateOnly): Period[] =>
  Array.from({ length: periodCount }, (_, nth) => periodFrom(addDays(today, 1 - periodDays * (nth + 1))))

/**
 * The period of a key, or null where no screen can have shown it: one that ends after today, or before the oldest of the
 * six. Not only today's six, so that a screen that was opened before midnight can still list what it shows.
 */
export function periodOfKey(key: DateOnly, today: DateOnly): Period | null {
  const period = periodFrom(key)
  const age = daysBetween(period.last, today)
  return age < 0 || age >= periodDays * periodCount ? null : period
}
