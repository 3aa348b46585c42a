/**
 * The steps that are under way, as the derived row of a property keeps them: nothing in them depends on the day they are
 * read. How urgent each is follows from the day: "Amber marks items awaiting survey reports, red marks the rest" (reports
 * document, section 2.1), so an overdue step outranks an awaited report, however old that is.
 */
import { type DateOnly, daysBetween, type Instant } from '../../common/dates.ts'
import { type WarningColour, warningDateOf } from './due.ts'
import { byDisplayOrder, type StepKey } from './steps.ts'
import type { Timeline } from './timeline.model.ts'

export type OpenStep = {
  key: StepKey
  /** IP in progress, B blocked (shown "Delayed"). */
  state: 'IP' | 'B'
  /** The day after which it is overdue. */
  date: DateOnly | null
  awaitingReports: boolean
  updatedOn: Instant | null
}

/** The steps in progress or blocked, in the order of display. */
export const openStepsOf = (timeline: Timeline, completionDate: DateOnly | null): OpenStep[] =>
  timeline
    .flatMap((step) =>
      step.state === 'IP' || step.state === 'B'
        ? [
            {
              key: step.key,
              state: step.state,
              date: warningDateOf(timeline, step, completionDate),
              awaitingReports: step.survey?.awaitingReports ?? false,
              updatedOn: step.updatedOn,
            },
          ]
        : [],
    )
    .toSorted(byDisplayOrder)

type Dated = Pick<OpenStep, 'key' | 'date' | 'awaitingReports'>

/** Red when the day has passed, amber when only the report is awaited, null while the day is still to come. */
export const warningColour = ({ date, awaitingReports }: Omit<Dated, 'key'>, today: DateOnly): WarningColour | null => {
  if (date === null || date >= today) return null
  return awaitingReports ? 'amber' : 'red'
}

const rank = { red: 0, amber: 1 }
const rankOn = (step: Dated, today: DateOnly): number => {
  const warning = warningColour(step, today)
  return warning === null ? 2 : rank[warning]
}

/** Sorts the most urgent first: red, then amber, then what is still to come; among equals the earliest date. */
export const byUrgency =
  (today: DateOnly) =>
  (a: Dated, b: Dated): number =>
    rankOn(a, today) - rankOn(b, today) || (a.date ?? '9999').localeCompare(b.date ?? '9999') || byDisplayOrder(a, b)

/** The most urgent step of some that are open, or null without one. */
export const mostUrgent = <T extends Dated>(steps: readonly T[], today: DateOnly): T | null =>
  steps.toSorted(byUrgency(today))[0] ?? null

const dayCount = (count: number): string => (count === 1 ? '1 day' : `${count} days`)

/** "Overdue by 4 days", "Delayed, overdue by 4 days", "Awaiting report for 12 days", "Due in 3 days", "Due today", "In progress". */
export function describeOpenStep({ state, date, awaitingReports }: Omit<OpenStep, 'key' | 'updatedOn'>, today: DateOnly): string {
  const left = date === null ? null : daysBetween(today, date)
  if (awaitingReports) return left !== null && left < 0 ? `Awaiting report for ${dayCount(-left)}` : 'Awaiting report'
  if (left !== null && left < 0) return state === 'B' ? `Delayed, overdue by ${dayCount(-left)}` : `Overdue by ${dayCount(-left)}`
  if (state === 'B') return 'Delayed'
  if (left === null) return 'In progress'
  return left === 0 ? 'Due today' : `Due in ${dayCount(left)}`
}
