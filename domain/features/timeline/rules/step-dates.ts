import type { DateOnly } from '../../../common/dates.ts'
import type { ErrorCode } from '../../../error-catalogue.ts'
import { isComplete, type StepKey, stepDefinition, stepKeys } from '../step-definitions.ts'
import { isSurveyType } from '../survey-types.ts'
import type { RequestedItem, Step, Timeline } from '../timeline.model.ts'

/**
 * Step dates may not be in the future and, for steps of the sale, not before the acceptance. Only dates that a save
 * changes are checked: clients may send back dates stored before these rules.
 */

/** Steps after an accepted offer: the memorandum of sale and every step outside the selling track. */
export const isSaleStep = (key: StepKey): boolean => key === stepKeys.MemoOfSaleSent || stepDefinition(key)?.type !== 'PS'

/** Null without a limit. */
export const earliestDateOf = (key: StepKey, acceptedOn: DateOnly | null): DateOnly | null =>
  isSaleStep(key) ? acceptedOn : null

const dateFields = ['startedOn', 'completedOn', 'blockedOn'] as const

/** Dates that an item sets or changes. */
const newDates = (stored: Step | undefined, item: RequestedItem): DateOnly[] =>
  dateFields.flatMap((field) => (item[field] && item[field] !== stored?.[field] ? [item[field]] : []))

type Limits = { today: DateOnly; acceptedOn: DateOnly | null }

export function whyNotDateStep(stored: Step | undefined, item: RequestedItem, { today, acceptedOn }: Limits): ErrorCode | null {
  const dates = newDates(stored, item)
  if (dates.some((date) => date > today)) return 'STEP_DATE_IN_FUTURE'
  const earliest = earliestDateOf(item.key, acceptedOn)
  return earliest !== null && dates.some((date) => date < earliest) ? 'STEP_DATE_BEFORE_SALE' : null
}

/** An acceptance cannot move to a date after a completed step of the sale. */
export const whyNotMoveAcceptance = (timeline: Timeline, from: DateOnly | null, to: DateOnly): ErrorCode | null =>
  timeline.some(
    ({ key, completedOn }) => isSaleStep(key) && completedOn !== null && completedOn >= (from ?? completedOn) && completedOn < to,
  )
    ? 'ACCEPTED_AFTER_STEP'
    : null

/**
 * The due date of a step can be moved, with a reason ("solicitor away until 3 December"). It replaces the date from the
 * template's days while the step is in progress or delayed. A survey is due on its survey date, and Completed after
 * exchange on the completion date: those dates are changed instead.
 */

export const isDueMovable = (timeline: Timeline, step: Step, completionDate: DateOnly | null): boolean =>
  (step.state === 'IP' || step.state === 'B') &&
  !isSurveyType(step.key) &&
  !(step.key === stepKeys.Completed && completionDate !== null && isComplete(timeline, stepKeys.Exchanged))

export function whyNotMoveDue(step: Step, { dueOn, dueReason, startedOn, state }: RequestedItem): ErrorCode | null {
  if (dueOn === undefined || dueOn === null) return null
  if ((state !== 'IP' && state !== 'B') || isSurveyType(step.key)) return 'DUE_NOT_MOVABLE'
  if ((dueReason ?? step.dueReason).trim() === '') return 'DUE_REASON_MISSING'
  const start = startedOn ?? step.startedOn
  return start !== null && dueOn < start ? 'DUE_BEFORE_START' : null
}
