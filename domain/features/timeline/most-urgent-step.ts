import { type DateOnly, daysBetween, type Instant, showDays } from '../../common/dates.ts'
import type { WarningColour } from './due.ts'
import { byDisplayOrder, type StepKey, stepDefinition } from './step-definitions.ts'

/**
 * Open steps as stored in a property's derived row, independent of the day of reading. Urgency depends on the day: "Amber
 * marks items awaiting survey reports, red marks the rest" ([reports §2.1](docs/design/reports.md#2.1)), so an overdue step outranks
 * an awaited report of any age.
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
  updatedOn: Instant | null
}

/** Shown as "Delayed". */
export const isDelayed = ({ state }: { state: string }): boolean => state === 'B'

/** Whether a stored step is open on a day. */
export const isOpenOn = ({ isPlanned, date }: OpenStep, today: DateOnly): boolean => !isPlanned || (date ?? today) < today

type Dated = Pick<OpenStep, 'key' | 'date' | 'awaitingReports'>

/** Red if the date has passed, amber if only a report is awaited, null before that. */
export const warningColour = ({ date, awaitingReports }: Omit<Dated, 'key'>, today: DateOnly): WarningColour | null => {
  if (date === null || date >= today) return null
  return awaitingReports ? 'amber' : 'red'
}

const rank = { red: 0, amber: 1 }
const rankOn = (step: Dated, today: DateOnly): number => {
  const warning = warningColour(step, today)
  return warning === null ? 2 : rank[warning]
}

/** Most urgent first: red, amber, not yet due; then by date. */
export const byUrgency =
  (today: DateOnly) =>
  (a: Dated, b: Dated): number =>
    rankOn(a, today) - rankOn(b, today) || (a.date ?? '9999').localeCompare(b.date ?? '9999') || byDisplayOrder(a, b)

export const mostUrgent = <T extends Dated>(steps: readonly T[], today: DateOnly): T | null =>
  steps.toSorted(byUrgency(today))[0] ?? null

export function describeOpenStep({ state, date, awaitingReports }: Omit<OpenStep, 'key' | 'updatedOn'>, today: DateOnly): string {
  const daysLeft = date === null ? null : daysBetween(today, date)
  if (awaitingReports) return daysLeft !== null && daysLeft < 0 ? `Awaiting report for ${showDays(-daysLeft)}` : 'Awaiting report'
  if (daysLeft !== null && daysLeft < 0)
    return state === 'B' ? `Delayed, overdue by ${showDays(-daysLeft)}` : `Overdue by ${showDays(-daysLeft)}`
  if (state === 'B') return 'Delayed'
  if (daysLeft === null) return 'In progress'
  return daysLeft === 0 ? 'Due today' : `Due in ${showDays(daysLeft)}`
}

/** "Enquiries answered: overdue by 12 days"; empty without an open step. */
export const describeNextStep = (next: Omit<OpenStep, 'updatedOn'> | null, today: DateOnly): string =>
  next === null ? '' : `${stepDefinition(next.key)?.title ?? ''}: ${describeOpenStep(next, today).toLowerCase()}`
