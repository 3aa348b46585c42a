import { addDays, type DateOnly, type Instant, londonDay } from '@gya/domain/common/dates.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'

/** The time at which the demo is created. All its dates are relative to it. */
export const momentOf = (now: Instant): CurrentTime => ({ today: londonDay(now), now })

const weekday = (date: DateOnly): number => new Date(`${date}T12:00:00Z`).getUTCDay()

/** The last working day on or before this one: Saturday and Sunday become Friday. */
export const workday = (date: DateOnly): DateOnly => addDays(date, weekday(date) === 6 ? -1 : weekday(date) === 0 ? -2 : 0)

/** The first working day on or after this one. */
export const nextWorkday = (date: DateOnly): DateOnly => addDays(date, weekday(date) === 6 ? 2 : weekday(date) === 0 ? 1 : 0)

/** Branches are open Monday to Saturday: Sunday becomes Saturday, except today. */
export const branchDay = (date: DateOnly, present: CurrentTime): DateOnly =>
  weekday(date) === 0 && date !== present.today ? addDays(date, -1) : date

const lastHour = 18 * 60

/**
 * A minute of a day as a timestamp. Minutes are office hours in UTC, which are the same day in London all year. Actions of
 * today are compressed, in order, into the part of the day that has passed, so that the demo looks alive at any hour.
 */
export function momentAt(day: DateOnly, minute: number, { today, now }: CurrentTime): CurrentTime {
  const start = new Date(`${day}T00:00:00Z`).getTime()
  if (day !== today) return { today: day, now: new Date(start + minute * 60_000).toISOString() }
  const passed = Math.max(0, new Date(now).getTime() - start)
  const squeeze = Math.min(1, passed / (lastHour * 60_000))
  return { today, now: new Date(Math.min(start + Math.round(minute * 60_000 * squeeze), new Date(now).getTime())).toISOString() }
}

/** One minute later on the same day, so that no two actions have the same time. */
export const justAfter = (moment: CurrentTime, earlier: Instant, present: CurrentTime): CurrentTime => {
  if (moment.now > earlier) return moment
  const later = new Date(new Date(earlier).getTime() + 60_000).toISOString()
  return { ...moment, now: later < present.now ? later : present.now }
}
