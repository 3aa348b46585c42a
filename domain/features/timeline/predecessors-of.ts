import { stepKeys, stepsOfTrack, type Track } from './step-definitions.ts'
import { isSurveyType } from './survey-types.ts'
import type { Step, Timeline } from './timeline.model.ts'

/**
 * "The next item (order plus one) in the same track", "the last pre-sale step", "the other track's enquiries answered or
 * mortgage approved step", "those whose predecessors are all complete": timeline editor rules, [reports §4](docs/design/reports.md#4).
 *
 * Steps that are not applicable are skipped, as in the rule of Show all steps ("until the previous step is complete or
 * N/A"): otherwise a template that omits a step would orphan all later ones.
 */

export const isApplicable = (step: Step): boolean => step.state !== 'NA'

export const isDoneOrNotApplicable = (step: Step): boolean => step.state === 'C' || step.state === 'NA'

const applicableSteps = (timeline: Timeline, track: Track): Step[] => stepsOfTrack(timeline, track).filter(isApplicable)

/** Surveys run in parallel and have none. */
const earlierInTrack = (timeline: Timeline, step: Step): Step[] =>
  step.order === null
    ? []
    : applicableSteps(timeline, step.type).filter((other) => other.order !== null && other.order < (step.order ?? 0))

/** Undefined for the first step of a track. */
export const previousInTrack = (timeline: Timeline, step: Step): Step | undefined => earlierInTrack(timeline, step).at(-1)

/** The memorandum of sale, unless it is not applicable. */
export const lastPreSaleStep = (timeline: Timeline): Step | undefined => applicableSteps(timeline, 'PS').at(-1)

/** "Sold means all pre-sale steps complete". This is not the same as an accepted offer. */
export const isPreSaleComplete = (timeline: Timeline): boolean => stepsOfTrack(timeline, 'PS').every(isDoneOrNotApplicable)

/**
 * Last applicable steps of the legal and financial tracks, normally enquiries answered and mortgage approved. A track
 * without applicable steps (cash buy) counts as complete.
 */
export const closingSteps = (timeline: Timeline): Step[] =>
  (['L', 'F'] as const).flatMap((track) => applicableSteps(timeline, track).at(-1) ?? [])

/** First step of the financial, legal or survey track; it starts when pre-sale is complete. */
export const opensSaleTrack = (timeline: Timeline, step: Step): boolean =>
  step.type === 'S'
    ? step.key === stepKeys.NotHavingSurvey
    : (step.type === 'F' || step.type === 'L') && !previousInTrack(timeline, step)

/** First completing step; it starts when the legal and financial tracks are complete. */
export const opensCompleting = (timeline: Timeline, step: Step): boolean => step.type === 'C' && !previousInTrack(timeline, step)

/**
 * All applicable steps before this one: the earlier steps of its track and, for the first step of a track, the tracks
 * that lead to it (selling before financial, legal and not having a survey; legal and financial before completing). A
 * later step does not look beyond its own track: reopening the memorandum does not stop a booked valuation.
 */
export const predecessorsOf = (timeline: Timeline, step: Step): Step[] => {
  if (isSurveyType(step.key)) return []
  if (opensSaleTrack(timeline, step)) return applicableSteps(timeline, 'PS')
  if (opensCompleting(timeline, step)) return [...applicableSteps(timeline, 'L'), ...applicableSteps(timeline, 'F')]
  return earlierInTrack(timeline, step)
}

export const predecessorsComplete = (timeline: Timeline, step: Step): boolean =>
  predecessorsOf(timeline, step).every((other) => other.state === 'C')

/**
 * "Complete up to here": the step and the applicable, incomplete steps before it in its track; empty if the step is
 * complete.
 */
export function incompleteUpTo(timeline: Timeline, step: Step): Step[] {
  if (step.order === null || isSurveyType(step.key) || step.state === 'C' || !isApplicable(step)) return []
  return stepsOfTrack(timeline, step.type).filter(
    (other) => other.order !== null && other.order <= (step.order ?? 0) && isApplicable(other) && other.state !== 'C',
  )
}
