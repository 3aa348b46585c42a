import type { DateOnly } from '../../../common/dates.ts'
import type { ErrorCode } from '../../../errors.ts'
import { isComplete, isSurveyType, type StepKey, stepDefinition, stepKeys } from '../steps.ts'
import type { RequestedItem, Step, Timeline } from '../timeline.model.ts'

/**
 * A step is dated on a day that has come, and a step of the sale not before the sale was agreed. Only a date that a save
 * changes is checked: a client may send back dates that were stored before these rules.
 */

/** The steps that follow an accepted offer: the memorandum of sale and every step outside the selling track. */
export const isSaleStep = (key: StepKey): boolean => key === stepKeys.MemoOfSaleSent || stepDefinition(key)?.type !== 'PS'

/** The first day a step can be dated on, or null where there is no such limit. */
export const earliestDateOf = (key: StepKey, acceptedOn: DateOnly | null): DateOnly | null =>
  isSaleStep(key) ? acceptedOn : null

const dateFields = ['startedOn', 'completedOn', 'blockedOn'] as const

/** The dates that an item sets, or sets to another day than the stored one. */
const newDates = (stored: Step | undefined, item: RequestedItem): DateOnly[] =>
  dateFields.flatMap((field) => (item[field] && item[field] !== stored?.[field] ? [item[field]] : []))

type Limits = { today: DateOnly; acceptedOn: DateOnly | null }

export function whyNotDateStep(stored: Step | undefined, item: RequestedItem, { today, acceptedOn }: Limits): ErrorCode | null {
  const dates = newDates(stored, item)
  if (dates.some((date) => date > today)) return 'STEP_DATE_IN_FUTURE'
  const earliest = earliestDateOf(item.key, acceptedOn)
  return earliest !== null && dates.some((date) => date < earliest) ? 'STEP_DATE_BEFORE_SALE' : null
}

/** Why an acceptance cannot be moved to a later day: a step of the sale would then be completed before it. */
export const whyNotMoveAcceptance = (timeline: Timeline, from: DateOnly | null, to: DateOnly): ErrorCode | null =>
  timeline.some(
    ({ key, completedOn }) => isSaleStep(key) && completedOn !== null && completedOn >= (from ?? completedOn) && completedOn < to,
  )
    ? 'ACCEPTED_AFTER_STEP'
    : null

/**
 * The due date of a step can be moved, with a reason ("solicitor away until 3 December"). It stands in place of the
 * template's days until the step is complete, not started or not applicable. A survey is due on its survey date, and
 * Completed after exchange on the completion date: these are moved where they stand.
 */

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
