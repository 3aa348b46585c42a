import { type DateOnly, daysBetween, type Instant, showDays } from '../../common/dates.ts'
import type { WarningColour } from './due.ts'
import { byDisplayOrder, type StepKey, stepDefinition } from './step-definitions.ts'

/**
 * Open steps as stored in a property's derived row, independent of the day of reading, and their order, which every screen uses
 * (decision 154). Urgency depends on the day: "Amber marks items awaiting survey reports, red marks the rest"
 * ([reports §2.1](docs/design/reports.md#2.1)), so an overdue or delayed step outranks an awaited report of any age.
 */

export type OpenStep = {
  key: StepKey
  /** IP in progress, B blocked (shown "Delayed"). */
  state: 'IP' | 'B'
  /** Not started, and only open once its day is over: `completionOfAgreed` of `saleNow`. */
  isPlanned?: true
  /** Overdue after this day. */
  date: DateOnly | null
  /** The day is an expected one, which is told to vendors and parties only where it is shared. */
  isExpected?: true
  awaitingReports: boolean
  /** Of a delayed step. */
  delayedOn?: DateOnly | null
  updatedOn: Instant | null
}

/** Shown as "Delayed". */
export const isDelayed = ({ state }: { state: string }): boolean => state === 'B'

/** Whether a stored step is open on a day. */
export const isOpenOn = ({ isPlanned, date }: OpenStep, today: DateOnly): boolean => !isPlanned || (date ?? today) < today

type Dated = Pick<OpenStep, 'key' | 'state' | 'date' | 'awaitingReports' | 'delayedOn'>

/** Red if the date has passed, amber if only a report is awaited, null before that. */
export const warningColour = (
  { date, awaitingReports }: Pick<Dated, 'date' | 'awaitingReports'>,
  today: DateOnly,
): WarningColour | null => {
  if (date === null || date >= today) return null
  return awaitingReports ? 'amber' : 'red'
}

/** Base, per day and cap in hundredths. */
export type Lateness = readonly [base: number, perDay: number, cap: number]

export const stepLateness = { inProgress: [100, 15, 500], delayed: [150, 15, 500] } as const satisfies Record<string, Lateness>

export const latenessAfter = ([base, perDay, cap]: Lateness, days: number): number =>
  Math.min(cap, base + perDay * Math.max(0, days))

/** From when on a step is late: its day; of a delayed one the delay, if that was earlier. */
export const lateSince = ({ state, date, delayedOn }: Pick<OpenStep, 'state' | 'date' | 'delayedOn'>): DateOnly | null =>
  isDelayed({ state }) && delayedOn && (date === null || delayedOn < date) ? delayedOn : date

const latenessOn = (step: Dated, today: DateOnly): number => {
  const since = lateSince(step) ?? today
  return latenessAfter(isDelayed(step) ? stepLateness.delayed : stepLateness.inProgress, daysBetween(since, today))
}

const rankOn = (step: Dated, today: DateOnly): number => {
  const warning = warningColour(step, today)
  if (warning === 'red' || isDelayed(step)) return 0
  return warning === 'amber' ? 1 : 2
}

/** Most urgent first: overdue or delayed, as Today ranks them; awaited reports; not yet due, by date. */
export const byUrgency =
  (today: DateOnly) =>
  (a: Dated, b: Dated): number =>
    rankOn(a, today) - rankOn(b, today) ||
    (rankOn(a, today) === 0 ? latenessOn(b, today) - latenessOn(a, today) : 0) ||
    (lateSince(a) ?? '9999').localeCompare(lateSince(b) ?? '9999') ||
    byDisplayOrder(a, b)

export const mostUrgent = <T extends Dated>(steps: readonly T[], today: DateOnly): T | null =>
  steps.toSorted(byUrgency(today))[0] ?? null

export function describeOpenStep(
  { state, date, awaitingReports }: Omit<OpenStep, 'key' | 'updatedOn' | 'delayedOn'>,
  today: DateOnly,
): string {
  const daysLeft = date === null ? null : daysBetween(today, date)
  if (awaitingReports) return daysLeft !== null && daysLeft < 0 ? `Awaiting report for ${showDays(-daysLeft)}` : 'Awaiting report'
  if (daysLeft !== null && daysLeft < 0)
    return state === 'B' ? `Delayed, overdue by ${showDays(-daysLeft)}` : `Overdue by ${showDays(-daysLeft)}`
  if (state === 'B') return 'Delayed'
  if (daysLeft === null) return 'In progress'
  return daysLeft === 0 ? 'Due today' : `Due in ${showDays(daysLeft)}`
}

/** "Enquiries answered: overdue by 12 days"; empty without an open step. */
export const describeNextStep = (next: Omit<OpenStep, 'updatedOn' | 'delayedOn'> | null, today: DateOnly): string =>
  next === null ? '' : `${stepDefinition(next.key)?.title ?? ''}: ${describeOpenStep(next, today).toLowerCase()}`
