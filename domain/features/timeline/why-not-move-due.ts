/**
 * The due date of a step can be moved, with a reason ("solicitor away until 3 December"). It stands in place of the
 * template's days until the step is complete, not started or not applicable. A survey is due on its survey date, and
 * Completed after exchange on the completion date: these are moved where they stand.
 */
import type { DateOnly } from '../../common/dates.ts'
import type { ErrorCode } from '../../errors.ts'
import { isComplete, isSurveyType, stepKeys } from './steps.ts'
import type { RequestedItem, Step, Timeline } from './timeline.model.ts'

/** True for a step in progress or delayed whose due date comes of the template's days. */
export const isDueMovable = (timeline: Timeline, step: Step, completionDate: DateOnly | null): boolean =>
  (step.state === 'IP' || step.state === 'B') &&
  !isSurveyType(step.key) &&
  !(step.key === stepKeys.Completed && completionDate !== null && isComplete(timeline, stepKeys.Exchanged))

/** Why this due date cannot be set on the step as the save makes it. */
export function whyNotMoveDue(step: Step, { dueOn, dueReason, startedOn, state }: RequestedItem): ErrorCode | null {
  if (dueOn === undefined || dueOn === null) return null
  if ((state !== 'IP' && state !== 'B') || isSurveyType(step.key)) return 'DUE_NOT_MOVABLE'
  if ((dueReason ?? step.dueReason).trim() === '') return 'DUE_REASON_MISSING'
  const start = startedOn ?? step.startedOn
  return start !== null && dueOn < start ? 'DUE_BEFORE_START' : null
}
