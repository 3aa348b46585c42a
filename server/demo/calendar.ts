import { addDays, type DateOnly, type Instant, londonDay } from '@gya/domain/common/dates.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'

/** The very moment the demo is filled in: all its dates are so many days before or after. */
export const momentOf = (now: Instant): CurrentTime => ({ today: londonDay(now), now })

const weekday = (date: DateOnly): number => new Date(`${date}T12:00:00Z`).getUTCDay()

/** The last day on or before this one that solicitors, lenders and councils work: a Saturday or Sunday becomes the Friday. */
export const workday = (date: DateOnly): DateOnly => addDays(date, weekday(date) === 6 ? -1 : weekday(date) === 0 ? -2 : 0)

/** The first working day on or after this one. */
export const nextWorkday = (date: DateOnly): DateOnly => addDays(date, weekday(date) === 6 ? 2 : weekday(date) === 0 ? 1 : 0)

/** A branch is open Monday to Saturday: what would fall on a Sunday was done the day before. Today is as it is. */
export const branchDay = (date: DateOnly, present: CurrentTime): DateOnly =>
  weekday(date) === 0 && date !== present.today ? addDays(date, -1) : date

const lastHour = 18 * 60

/**
 * A minute of a day as an instant. Minutes are those of office hours in UTC, which are the same day in London all year.
 * What is told of today lies in the part of it that has passed: early in the morning the whole day's work is squeezed
 * into it, in order, so that the demo looks alive at any hour and nothing lies in the future.
 */
export function momentAt(day: DateOnly, minute: number, { today, now }: CurrentTime): CurrentTime {
  const start = new Date(`${day}T00:00:00Z`).getTime()
  if (day !== today) return { today: day, now: new Date(start + minute * 60_000).toISOString() }
  const passed = Math.max(0, new Date(now).getTime() - start)
  const squeeze = Math.min(1, passed / (lastHour * 60_000))
  return { today, now: new Date(Math.min(start + Math.round(minute * 60_000 * squeeze), new Date(now).getTime())).toISOString() }
}

/** One minute after another moment of the same day: two things never happen at once. */
export const justAfter = (moment: CurrentTime, earlier: Instant, present: CurrentTime): CurrentTime => {
  if (moment.now > earlier) return moment
  const later = new Date(new Date(earlier).getTime() + 60_000).toISOString()
  return { ...moment, now: later < present.now ? later : present.now }
}
