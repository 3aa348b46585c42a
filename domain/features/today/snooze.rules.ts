import { addDays, type DateOnly, type Instant, londonDay, londonInstant, weekdayOf } from '../../common/dates.ts'
import type { ErrorCode } from '../../error-catalogue.ts'

/**
 * "Snooze: later today (+3 h), tomorrow, in 3 days, next Monday, a day; at 07:00 London of that day; at most 90 days ahead. Silence at most
 * 7 days: a silence that can be put off for ever is none." [day §3](docs/design/day.md#3).
 */
export const snoozeChoices = ['later-today', 'tomorrow', 'three-days', 'next-monday'] as const
export type SnoozeChoice = (typeof snoozeChoices)[number]

const maxSnoozeDays = 90
/** Also by an unanswered call. */
export const maxSilenceDays = 7

/** 07:00 London. */
export const snoozeUntilDay = (day: DateOnly): Instant => londonInstant(day, '07:00')

/** On a Monday, next Monday is a week later. */
export function snoozeUntil(choice: SnoozeChoice, now: Instant): Instant {
  if (choice === 'later-today') return new Date(Date.parse(now) + 3 * 3_600_000).toISOString()
  const today = londonDay(now)
  const days = { tomorrow: 1, 'three-days': 3, 'next-monday': 7 - weekdayOf(today) }[choice]
  return snoozeUntilDay(addDays(today, days))
}

/**
 * In order of time: on a Saturday, next Monday comes before in 3 days. Each choice keeps its digit. From nine in the evening on, three hours
 * later is no longer today.
 */
export const snoozesInOrder = (now: Instant): { choice: SnoozeChoice; digit: number; until: Instant }[] =>
  snoozeChoices
    .map((choice, index) => ({ choice, digit: index + 1, until: snoozeUntil(choice, now) }))
    .filter(({ choice, until }) => choice !== 'later-today' || londonDay(until) === londonDay(now))
    .toSorted((one, other) => one.until.localeCompare(other.until))

/** The last day until which an item can be snoozed. */
export const lastSnoozeDay = (kind: string, today: DateOnly): DateOnly =>
  addDays(today, kind === 'silence' ? maxSilenceDays : maxSnoozeDays)

/** Returns VALIDATION_FAILED for a time in the past or more than 90 days ahead. */
export function whyNotSnooze(kind: string, until: Instant, now: Instant): ErrorCode | null {
  if (Date.parse(until) <= Date.parse(now)) return 'VALIDATION_FAILED'
  const today = londonDay(now)
  const day = londonDay(until)
  if (day > addDays(today, maxSnoozeDays)) return 'VALIDATION_FAILED'
  return day > lastSnoozeDay(kind, today) ? 'SNOOZE_TOO_LONG' : null
}
