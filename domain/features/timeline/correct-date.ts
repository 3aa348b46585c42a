/**
 * A completion date that is corrected moves the clock that it had started: a step that a rule set in progress, and that
 * nobody has dated since, starts on the corrected day. "A late entry grants no extra days" (decision 3) holds for
 * corrections too.
 */
import type { DateOnly } from '../../common/dates.ts'
import { recordChange } from './changes.ts'
import { predecessorsOf } from './predecessors.ts'
import { latestCompletion } from './start.ts'
import { findStep } from './steps.ts'
import type { Change, CurrentTime, Step, Timeline } from './timeline.model.ts'

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
