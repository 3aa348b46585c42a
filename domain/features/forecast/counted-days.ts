import { addDays, type DateOnly, daysBetween, weekdayOf } from '../../common/dates.ts'

/**
 * Counted days: London days that are not closed. "All times of steps and all forecasts run in counted days and are shown as
 * dates." [forecast §1](docs/design/forecast.md#1).
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
  let count = countedInYear(to, closed) - countedInYear(from, closed)
  for (let year = Number(from.slice(0, 4)); year < Number(to.slice(0, 4)); year++)
    count += countedDaysOfYear(year, closed).at(-1) as number
  return count
}

/** Cached per year: the counted days before each of its days, and of the whole year. Learning looks up some hundred thousand. */
const yearsByClosed = new WeakMap<readonly ClosedRange[], Map<number, readonly number[]>>()

function countedDaysOfYear(year: number, closed: readonly ClosedRange[]): readonly number[] {
  const years = yearsByClosed.get(closed) ?? new Map<number, readonly number[]>()
  yearsByClosed.set(closed, years)
  const known = years.get(year)
  if (known) return known
  const first = firstOf(year)
  const counts = [0]
  for (let offset = 0; offset < daysBetween(first, firstOf(year + 1)); offset++)
    counts.push((counts[offset] as number) + Number(!isClosed(addDays(first, offset), closed)))
  years.set(year, counts)
  return counts
}

const firstOf = (year: number): DateOnly => `${String(year).padStart(4, '0')}-01-01`
const countedInYear = (day: DateOnly, closed: readonly ClosedRange[]): number => {
  const year = Number(day.slice(0, 4))
  return countedDaysOfYear(year, closed)[daysBetween(firstOf(year), day)] as number
}

/** The day that is n counted days after a day. With n = 0, a closed day becomes the next counted day. */
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

/** Saturdays, Sundays and closed days are shown as the next working day. */
export function nextWorkingDay(day: DateOnly, closed: readonly ClosedRange[]): DateOnly {
  let result = day
  while (isClosed(result, closed) || weekdayOf(result) >= 5) result = addDays(result, 1)
  return result
}
