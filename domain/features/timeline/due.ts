import { addDays, type DateOnly, showDays } from '../../common/dates.ts'
import { isComplete, stepKeys } from './step-definitions.ts'
import { isSurveyType } from './survey-types.ts'
import type { Step, Timeline } from './timeline.model.ts'

/**
 * "Warning date of an in-progress step = startedOn + daysToComplete. Of a survey = its survey date. Of Completed after
 * exchange = the completion date. Overdue = in progress or blocked, warning date passed, not complete. A survey awaiting
 * reports is amber, all else red." [domain, Timeline](docs/design/domain.md#timeline). "Overdue: in progress, not complete, and started
 * more than daysToComplete days ago." [reports §4](docs/design/reports.md#4).
 *
 * A warning date has passed when the day is over in London; on the day itself a step is due today.
 */

export type WarningColour = 'amber' | 'red'

/** `daysLeft` is 0 on the warning date and negative after it. `warning` is null until it has passed. */
export type Due = {
  warningDate: DateOnly
  daysLeft: number
  overdue: boolean
  warning: WarningColour | null
  awaitingReports: boolean
}

/** Due date from the template's days, ignoring a moved due date. */
export const originalDueDate = ({ startedOn, daysToComplete }: Step): DateOnly | null =>
  startedOn === null || daysToComplete === null ? null : addDays(startedOn, daysToComplete)

/**
 * The day of a step that is in progress or blocked, otherwise null. Whether the step is still open and may become overdue after it, only
 * `saleNow` decides. The view `sale_step_now` (server/db/code) repeats it for the days that the forecast stores.
 */
export const warningDateOf = (timeline: Timeline, step: Step, completionDate: DateOnly | null): DateOnly | null => {
  if (step.state !== 'IP' && step.state !== 'B') return null
  if (isSurveyType(step.key)) return step.survey?.date ?? null
  if (step.key === stepKeys.Completed && completionDate && isComplete(timeline, stepKeys.Exchanged)) return completionDate
  return step.dueOn ?? originalDueDate(step)
}

/** "Due in 3 days", "Due today", "Overdue by 4 days", "Awaiting reports for 12 days". */
export const describeDue = ({ daysLeft, overdue, awaitingReports }: Due): string => {
  if (awaitingReports) return overdue ? `Awaiting reports for ${showDays(-daysLeft)}` : 'Awaiting reports'
  if (overdue) return `Overdue by ${showDays(-daysLeft)}`
  return daysLeft === 0 ? 'Due today' : `Due in ${showDays(daysLeft)}`
}
