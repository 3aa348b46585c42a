import { addDays, type DateOnly, type Instant, londonDay, londonInstant, weekdayOf } from '../../common/dates.ts'
import type { ErrorCode } from '../../error-catalogue.ts'
import { isSurveyType } from '../timeline/survey-types.ts'
import { happensOn } from './rank.ts'

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

/** An item that is put off, as stored, with the snooze that it has. */
export type PutOffItem = { key: string; kind: string; dueOn: DateOnly; snooze?: { until: Instant; reason: string } | null }

/** The day of the event itself: of the move, the survey, the end of an offer or contract, a task, a call-back. */
function eventDayOf({ key, kind, dueOn }: PutOffItem): DateOnly | null {
  if (kind === 'task' || kind === 'callback') return dueOn
  return happensOn({ key, dueOn }) ?? (isSurveyStep({ key, kind }) ? dueOn : null)
}

const isSurveyStep = ({ key, kind }: Pick<PutOffItem, 'key' | 'kind'>): boolean =>
  kind === 'step' && isSurveyType(Number(key.slice('step:'.length)))

/**
 * The last day until which an item is put off, by hand or by a call: silence for 7 days, anything else until its own day. `null`: its day has
 * passed, or it has none. A task or call-back of today can be put off; a move or survey of today cannot.
 */
export function ownDayOf(item: PutOffItem, today: DateOnly): DateOnly | null {
  if (item.kind === 'silence') return addDays(today, maxSilenceDays)
  const day = eventDayOf(item)
  if (day === null || day < today) return null
  return day > today || item.kind === 'move' || isSurveyStep(item) ? day : null
}

/** The day of a promise that is still to come. */
const promisedDayOf = ({ snooze }: PutOffItem, now: Instant): DateOnly | null =>
  snooze?.reason === 'promised' && Date.parse(snooze.until) > Date.parse(now) ? londonDay(snooze.until) : null

/** The last day until which an item can be snoozed by hand. */
export function lastSnoozeDay(item: PutOffItem, now: Instant): DateOnly {
  const today = londonDay(now)
  const days = [addDays(today, maxSnoozeDays), ownDayOf(item, today), promisedDayOf(item, now)].filter((day) => day !== null)
  return days.reduce((one, other) => (other < one ? other : one))
}

/** Returns VALIDATION_FAILED for a time in the past or more than 90 days ahead. */
export function whyNotSnooze(item: PutOffItem, until: Instant, now: Instant): ErrorCode | null {
  if (Date.parse(until) <= Date.parse(now)) return 'VALIDATION_FAILED'
  const day = londonDay(until)
  if (day > addDays(londonDay(now), maxSnoozeDays)) return 'VALIDATION_FAILED'
  if (day <= lastSnoozeDay(item, now)) return null
  return item.kind === 'silence' ? 'SNOOZE_TOO_LONG' : 'SNOOZE_PAST_ITS_DAY'
}
