/**
 * "Warning date of an in-progress step = startedOn + daysToComplete. Of a survey = its survey date. Of Completed after
 * exchange = the completion date. Overdue = in progress or blocked, warning date passed, not complete. A survey awaiting
 * reports is amber, all else red." Domain decisions, "Timeline". "Overdue: in progress, not complete, and started more
 * than daysToComplete days ago." Reports document, section 4.
 *
 * A warning date is a day, and it has passed when the day is over in London: on the day itself a step is due today.
 */
import { addDays, type DateOnly, daysBetween } from '../../common/dates.ts'
import { isComplete, isSurveyType, stepKeys } from './steps.ts'
import type { Step, Timeline } from './timeline.model.ts'

export type DueFacts = { today: DateOnly; completionDate: DateOnly | null }
export type WarningColour = 'amber' | 'red'

/** `daysLeft` is 0 on the warning date and negative when it has passed. `warning` is null while it has not. */
export type Due = {
  warningDate: DateOnly
  daysLeft: number
  overdue: boolean
  warning: WarningColour | null
  awaitingReports: boolean
}

/** The day that the template's days give, whatever it was moved to. */
export const originalDueDate = ({ startedOn, daysToComplete }: Step): DateOnly | null =>
  startedOn === null || daysToComplete === null ? null : addDays(startedOn, daysToComplete)

/** The day after which a step is overdue, or null for a step that is neither in progress nor blocked. */
export const warningDateOf = (timeline: Timeline, step: Step, completionDate: DateOnly | null): DateOnly | null => {
  if (step.state !== 'IP' && step.state !== 'B') return null
  if (isSurveyType(step.key)) return step.survey?.date ?? null
  if (step.key === stepKeys.Completed && completionDate && isComplete(timeline, stepKeys.Exchanged)) return completionDate
  return step.dueOn ?? originalDueDate(step)
}

/** When a step is due and whether it warns, or null when nothing is due. */
export const dueOf = (timeline: Timeline, step: Step, { today, completionDate }: DueFacts): Due | null => {
  const warningDate = warningDateOf(timeline, step, completionDate)
  if (warningDate === null) return null
  const daysLeft = daysBetween(today, warningDate)
  const overdue = daysLeft < 0
  const awaitingReports = step.survey?.awaitingReports ?? false
  return { warningDate, daysLeft, overdue, warning: overdue ? (awaitingReports ? 'amber' : 'red') : null, awaitingReports }
}

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`)

/** "Due in 3 days", "Due today", "Overdue by 4 days", "Awaiting reports for 12 days". */
export const describeDue = ({ daysLeft, overdue, awaitingReports }: Due): string => {
  if (awaitingReports) return overdue ? `Awaiting reports for ${days(-daysLeft)}` : 'Awaiting reports'
  if (overdue) return `Overdue by ${days(-daysLeft)}`
  return daysLeft === 0 ? 'Due today' : `Due in ${days(daysLeft)}`
}
