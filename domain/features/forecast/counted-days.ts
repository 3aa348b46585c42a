import { addDays, type DateOnly, daysBetween, weekdayOf } from '../../common/dates.ts'

/**
 * Counted days: London days that are not closed. "All times of steps and all forecasts run in counted days and are shown as
 * dates." Forecast design, section 1.
 */

/** A yearly range, both days included, as MM-DD; it may run over the end of the year. */
export type ClosedRange = { from: string; to: string }

/** "Closed: 24 December to 1 January (company setting, yearly ranges)." */
export const defaultClosedDays: readonly ClosedRange[] = [{ from: '12-24', to: '01-01' }]

export function isClosed(day: DateOnly, closed: readonly ClosedRange[]): boolean {
  const monthDay = day.slice(5)
  return closed.some(({ from, to }) => (from <= to ? from <= monthDay && monthDay <= to : monthDay >= from || monthDay <= to))
}

/** Counted days from one day to a later one, the first included, the last not; negative if it is earlier. */
export function countedDaysBetween(from: DateOnly, to: DateOnly, closed: readonly ClosedRange[]): number {
  if (to < from) return -countedDaysBetween(to, from, closed)
  let count = 0
  const days = daysBetween(from, to)
  for (let offset = 0; offset < days; offset++) if (!isClosed(addDays(from, offset), closed)) count++
  return count
}

/** The day that is n counted days after a day. Day 0 of a closed day is the next one that counts. */
export function addCountedDays(from: DateOnly, days: number, closed: readonly ClosedRange[]): DateOnly {
  let day = from
  let left = days
  while (true) {
    if (!isClosed(day, closed)) {
      if (left === 0) return day
      left--
    }
    day = addDays(day, 1)
  }
}

/** "A Saturday, Sunday or closed day shows as the next working day." */
export function nextWorkingDay(day: DateOnly, closed: readonly ClosedRange[]): DateOnly {
  let result = day
  while (isClosed(result, closed) || weekdayOf(result) >= 5) result = addDays(result, 1)
  return result
}
