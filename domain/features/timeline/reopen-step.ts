/**
 * "When an item that was complete is changed to another state, all auto-set steps are reset to not started, and those
 * whose predecessors are all complete are set in progress again. A warning alert tells the user to review with Show all
 * steps." Timeline editor rules, reports document, section 4.
 *
 * Reset and set again in one save is no change at all: such a step keeps the day it started on, and its clock. A step
 * that was not applicable and is wanted after all stands in the way of later ones just as a reopened one does.
 * Steps that a person set in progress, blocked or completed are never touched.
 */
import type { DateOnly } from '../../common/dates.ts'
import { reasonFor } from './changes.ts'
import { isDoneOrNotApplicable, predecessorsComplete, predecessorsOf } from './predecessors.ts'
import { latestCompletion, type StartingRule } from './start.ts'
import { findStep, type StepKey } from './steps.ts'
import type { Reason, Step, StepState, Timeline } from './timeline.model.ts'

/** The steps that were complete and are in another state now. A survey that was removed is not among them. */
export const reopenedSteps = (before: Timeline, after: Timeline): StepKey[] =>
  after.filter((step) => step.state !== 'C' && findStep(before, step.key)?.state === 'C').map((step) => step.key)

/** The steps that were complete or not applicable and have to be done now. */
const newlyOpenSteps = (before: Timeline, after: Timeline): StepKey[] =>
  after
    .filter((step) => {
      const was = findStep(before, step.key)
      return was && isDoneOrNotApplicable(was) && !isDoneOrNotApplicable(step)
    })
    .map((step) => step.key)

/** True when auto-set steps have to be looked at again. */
export const needsReview = (before: Timeline, after: Timeline): boolean =>
  reopenedSteps(before, after).length + newlyOpenSteps(before, after).length > 0

/** Why an auto-set step goes back to not started, or null when its predecessors still justify it. */
export const autoStartWithdrawn = (before: Timeline, after: Timeline, step: Step): Reason | null => {
  if (!step.wasAutoSetToInProgress || predecessorsComplete(after, step)) return null
  const open = predecessorsOf(after, step).filter((other) => other.state !== 'C')
  const again = open.filter((other) => newlyOpenSteps(before, after).includes(other.key))
  return reasonFor('auto-start-withdrawn', ...[...again, ...open].slice(0, 1).map((other) => other.key))
}

/**
 * A step starts again when all its predecessors have become complete again, or when it was not applicable by rule and
 * may be done now. So completing anew what was reopened by mistake puts everything back as it was.
 */
export const predecessorsCompleteAgain: StartingRule = (before, after, step, today) => {
  const was = findStep(before, step.key)
  const couldHaveStarted = was !== undefined && was.state !== 'NA' && predecessorsComplete(before, was)
  if (couldHaveStarted || !predecessorsComplete(after, step)) return null
  const predecessors = predecessorsOf(after, step)
  const completedNow = predecessors.some((other) => findStep(before, other.key)?.state !== 'C')
  return { on: completedNow ? latestCompletion(predecessors, today) : today, because: reasonFor('predecessors-complete-again') }
}

const fieldOfState = { C: 'completedOn', IP: 'startedOn', B: 'blockedOn', NS: null, NA: null } as const

/** The day of a step's state that a change takes away or replaces, for the record; null when it stays, as the start of a step that is completed. */
export const droppedDate = (before: Step | undefined, after: Step | null): DateOnly | null => {
  const field = before && fieldOfState[before.state]
  const day = before && field ? before[field] : null
  return field && after?.[field] === day ? null : day
}

/** The day on which a completed step was completed, when another state would take it away: the screen asks first. */
export const lostCompletionDate = (saved: Step | undefined, to: StepState): DateOnly | null =>
  saved?.state === 'C' && to !== 'C' ? saved.completedOn : null
