import type { DateOnly } from '../../../common/dates.ts'
import { reasonFor, recordChange } from '../changes.ts'
import { findStep, isDoneOrNotApplicable, predecessorsComplete, predecessorsOf, type StepKey } from '../steps.ts'
import type { Change, CurrentTime, Reason, Step, StepState, Timeline } from '../timeline.model.ts'
import { latestCompletion, type StartingRule } from './starting-rules.ts'

/**
 * "When an item that was complete is changed to another state, all auto-set steps are reset to not started, and those
 * whose predecessors are all complete are set in progress again. A warning alert tells the user to review with Show all
 * steps." Timeline editor rules, reports document, section 4.
 *
 * Reset and set again in one save is no change at all: such a step keeps the day it started on, and its clock. A step
 * that was not applicable and is wanted after all stands in the way of later ones just as a reopened one does.
 * Steps that a person set in progress, blocked or completed are never touched.
 */

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

/**
 * A completion date that is corrected moves the clock that it had started: a step that a rule set in progress, and that
 * nobody has dated since, starts on the corrected day. "A late entry grants no extra days" (decision 3) holds for
 * corrections too.
 */

/** The steps whose completion set this one in progress. */
const causesOf = (timeline: Timeline, step: Step): Step[] =>
  step.because?.kind === 'predecessors-complete-again'
    ? predecessorsOf(timeline, step)
    : (step.because?.steps ?? []).flatMap((key) => findStep(timeline, key) ?? [])

const isCorrected = (before: Timeline, step: Step): boolean => {
  const was = findStep(before, step.key)
  return was?.state === 'C' && step.state === 'C' && was.completedOn !== step.completedOn
}

const isWaitingByRule = (step: Step | undefined): step is Step & { startedOn: DateOnly } =>
  step?.state === 'IP' && step.wasAutoSetToInProgress && step.startedOn !== null

/** The steps whose clocks follow the dates that were corrected between two timelines. */
export const correctedStartDates = (before: Timeline, after: Timeline, now: CurrentTime['now']): Change[] =>
  after.flatMap((step) => {
    const was = findStep(before, step.key)
    if (!isWaitingByRule(step) || !isWaitingByRule(was) || !step.because) return []
    const causes = causesOf(after, step)
    if (!causes.some((cause) => isCorrected(before, cause))) return []
    // A clock that did not start on that completion (a buyer who turned to cash later) stays.
    if (was.startedOn !== latestCompletion(causesOf(before, was), was.startedOn)) return []
    const on = latestCompletion(causes, step.startedOn)
    return on === step.startedOn ? [] : [recordChange(step, { ...step, startedOn: on }, on, step.because, now)]
  })
