/**
 * "Each item has radio buttons to set in progress, complete or blocked" (reports document, section 2.3): what one item
 * of a save makes of its step, before any rule.
 *
 * A step completed, started or delayed without a date is so from today. Whatever a person sets or dates is theirs from then on: it is no
 * longer an auto-set step, and no rule takes it back.
 */
import type { DateOnly } from '../../common/dates.ts'
import { isSameStep, reasonFor, recordChange, recordRemoval, withState } from './changes.ts'
import { findStep, stepOf } from './steps.ts'
import { mergeSurvey, newSurvey } from './surveys.ts'
import type { Change, CurrentTime, RequestedItem, Step, StepState, Timeline } from './timeline.model.ts'

/** "Adding one sets it in progress": a survey cannot be added as not started. */
const requestedState = (stored: Step | undefined, item: RequestedItem): StepState =>
  !stored && item.state === 'NS' ? 'IP' : item.state

/** The day that the new state counts from: the given one, for a completed step the stored one, or today. */
const requestedDate = (step: Step, to: StepState, item: RequestedItem, today: DateOnly): DateOnly => {
  if (to === 'C') return item.completedOn ?? step.completedOn ?? today
  if (to === 'IP') return item.startedOn ?? today
  return (to === 'B' ? item.blockedOn : null) ?? today
}

/** A due date that an item moves or puts back; only an open step has one. */
const requestedDueDate = (step: Step, { dueOn, dueReason }: RequestedItem): Pick<Step, 'dueOn' | 'dueReason'> => {
  const moved = step.state === 'IP' || step.state === 'B' ? (dueOn === undefined ? step.dueOn : dueOn) : null
  return { dueOn: moved, dueReason: moved === null ? '' : (dueReason ?? step.dueReason).trim() }
}

/** The change an item asks for, or null when it asks for nothing new. Throws STEP_NOT_FOUND for a step the property has not. */
export const requestedChange = (timeline: Timeline, item: RequestedItem, { today, now }: CurrentTime): Change | null => {
  const stored = findStep(timeline, item.key)
  const step = stored ?? newSurvey(item.key) ?? stepOf(timeline, item.key)
  if (item.appMarkedDelete) return stored ? recordRemoval(stored, today, reasonFor('requested')) : null
  const to = requestedState(stored, item)
  const on = requestedDate(step, to, item, today)
  const moved = withState({ ...step, blockedOn: item.blockedOn ?? step.blockedOn }, to, on, item.startedOn)
  const after = { ...moved, ...requestedDueDate(moved, item), survey: mergeSurvey(moved, item.survey) }
  return stored && isSameStep(stored, after) ? null : recordChange(stored ?? null, after, on, reasonFor('requested'), now)
}
