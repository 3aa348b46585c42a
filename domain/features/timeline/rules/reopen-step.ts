import type { DateOnly } from '../../../common/dates.ts'
import { reasonFor, recordChange } from '../changes.ts'
import { isDoneOrNotApplicable, predecessorsComplete, predecessorsOf } from '../predecessors-of.ts'
import { findStep, type StepKey } from '../step-definitions.ts'
import type { Change, CurrentTime, Reason, Step, StepState, Timeline } from '../timeline.model.ts'
import { latestCompletion, type StartingRule } from './starting-rules.ts'

/**
 * "When an item that was complete is changed to another state, all auto-set steps are reset to not started, and those
 * whose predecessors are all complete are set in progress again. A warning alert tells the user to review with Show all
 * steps." Timeline editor rules, [reports §4](docs/design/reports.md#4).
 *
 * Resetting and restarting in one save is no change: the step keeps its start date. A step that becomes applicable again
 * counts as reopened. Steps set by a person are never changed.
 */

/** Steps that are no longer complete; removed surveys are not included. */
export const reopenedSteps = (before: Timeline, after: Timeline): StepKey[] =>
  after.filter((step) => step.state !== 'C' && findStep(before, step.key)?.state === 'C').map((step) => step.key)

/** Steps that were complete or not applicable and are now neither. */
const newlyOpenSteps = (before: Timeline, after: Timeline): StepKey[] =>
  after
    .filter((step) => {
      const previous = findStep(before, step.key)
      return previous && isDoneOrNotApplicable(previous) && !isDoneOrNotApplicable(step)
    })
    .map((step) => step.key)

export const needsReview = (before: Timeline, after: Timeline): boolean =>
  reopenedSteps(before, after).length + newlyOpenSteps(before, after).length > 0

/** Null if the predecessors still justify the auto-set step. */
export const autoStartWithdrawn = (before: Timeline, after: Timeline, step: Step): Reason | null => {
  if (!step.wasAutoSetToInProgress || predecessorsComplete(after, step)) return null
  const open = predecessorsOf(after, step).filter((other) => other.state !== 'C')
  const newlyOpen = open.filter((other) => newlyOpenSteps(before, after).includes(other.key))
  return reasonFor('auto-start-withdrawn', ...[...newlyOpen, ...open].slice(0, 1).map((other) => other.key))
}

/**
 * A step starts when all its predecessors have become complete again, or when it was not applicable by rule and becomes
 * applicable. So completing a step that was reopened by mistake restores everything.
 */
export const predecessorsCompleteAgain: StartingRule = (before, after, step, today) => {
  const previous = findStep(before, step.key)
  const couldHaveStarted = previous !== undefined && previous.state !== 'NA' && predecessorsComplete(before, previous)
  if (couldHaveStarted || !predecessorsComplete(after, step)) return null
  const predecessors = predecessorsOf(after, step)
  const completedNow = predecessors.some((other) => findStep(before, other.key)?.state !== 'C')
  return { on: completedNow ? latestCompletion(predecessors, today) : today, because: reasonFor('predecessors-complete-again') }
}

const fieldOfState = { C: 'completedOn', IP: 'startedOn', B: 'blockedOn', NS: null, NA: null } as const

/** Date of the old state that a change removes or replaces, for the event log; null if it is kept. */
export const droppedDate = (before: Step | undefined, after: Step | null): DateOnly | null => {
  const field = before && fieldOfState[before.state]
  const day = before && field ? before[field] : null
  return field && after?.[field] === day ? null : day
}

/** Completion date that a new state would remove; the screen asks first. */
export const lostCompletionDate = (saved: Step | undefined, to: StepState): DateOnly | null =>
  saved?.state === 'C' && to !== 'C' ? saved.completedOn : null

/**
 * A corrected completion date moves the start of the steps that it had started by rule and that no person has dated
 * since. "A late entry grants no extra days" (decision 3) applies to corrections too.
 */

/** The steps whose completion started this one. */
const causesOf = (timeline: Timeline, step: Step): Step[] =>
  step.because?.kind === 'predecessors-complete-again'
    ? predecessorsOf(timeline, step)
    : (step.because?.steps ?? []).flatMap((key) => findStep(timeline, key) ?? [])

const isCorrected = (before: Timeline, step: Step): boolean => {
  const previous = findStep(before, step.key)
  return previous?.state === 'C' && step.state === 'C' && previous.completedOn !== step.completedOn
}

const isWaitingByRule = (step: Step | undefined): step is Step & { startedOn: DateOnly } =>
  step?.state === 'IP' && step.wasAutoSetToInProgress && step.startedOn !== null

export const correctedStartDates = (before: Timeline, after: Timeline, now: CurrentTime['now']): Change[] =>
  after.flatMap((step) => {
    const previous = findStep(before, step.key)
    if (!isWaitingByRule(step) || !isWaitingByRule(previous) || !step.because) return []
    const causes = causesOf(after, step)
    if (!causes.some((cause) => isCorrected(before, cause))) return []
    // Steps that did not start on that completion (a later cash buy) keep their date.
    if (previous.startedOn !== latestCompletion(causesOf(before, previous), previous.startedOn)) return []
    const on = latestCompletion(causes, step.startedOn)
    return on === step.startedOn ? [] : [recordChange(step, { ...step, startedOn: on }, on, step.because, now)]
  })
