import { addDays, type DateOnly, type Instant, londonDay, londonInstant, weekdayOf, weekdays } from '../../common/dates.ts'
import type { CallLimit } from '../../endpoint.ts'
import type { DateRange } from '../dashboard/periods.ts'
import { neighbouringPeriod, periodSoFar, type WeekSettings } from './week-periods.ts'

/** The week in the post: [seat §4](docs/design/seat.md#4). */

export const weekMailPeriods = ['lastWeek', 'thisWeek'] as const
export type WeekMailPeriod = (typeof weekMailPeriods)[number]
export const weekMailPeriodLabels: Readonly<Record<WeekMailPeriod, string>> = {
  lastWeek: 'Last week',
  thisWeek: 'This week so far',
}

export const maxRecipients = 20
/** "up to 2 days late, then not". */
const mostDaysLate = 2
/** Pages that a run began to make and has not sent by then are made by another one: it has failed or died. */
export const claimMinutes = 10
/** "to oneself, 10 an hour". */
export const sendNowLimits: readonly CallLimit[] = [{ name: 'week-mail-of', per: 'person', most: 10, minutes: 60 }]

/** `weekday` 0 Monday to 6 Sunday, `at` `HH:mm` in London. */
export type WeekMailTime = { weekday: number; at: string }

/** "Mondays 08:00". */
export const showWeekMailTime = ({ weekday, at }: WeekMailTime): string => `${weekdays[weekday]}s ${at}`

/** The last day on which it was time; today before the time does not count. */
export function lastTurn({ weekday, at }: WeekMailTime, now: Instant): DateOnly {
  const today = londonDay(now)
  const day = addDays(today, -((weekdayOf(today) - weekday + 7) % 7))
  return Date.parse(londonInstant(day, at)) <= Date.parse(now) ? day : addDays(day, -7)
}

/** The day for which the page is due, or null. `sentOn`: the last day that was sent, or had passed when the time was chosen. */
export function dueTurn(time: WeekMailTime & { sentOn: DateOnly | null }, now: Instant): DateOnly | null {
  const day = lastTurn(time, now)
  const isOver = addDays(day, mostDaysLate) < londonDay(now)
  return isOver || (time.sentOn !== null && time.sentOn >= day) ? null : day
}

/** The days of the page of a turn: the whole week before it, or its week up to its day. */
export function daysOfTurn(period: WeekMailPeriod, day: DateOnly, settings: WeekSettings): DateRange {
  const range = periodSoFar('week', day, settings)
  return period === 'thisWeek' ? range : (neighbouringPeriod({ kind: 'week', range, step: -1 }, settings, day) ?? range)
}
