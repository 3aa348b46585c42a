/**
 * What comes before a step. "The next item (order plus one) in the same track", "the last pre-sale step", "the other
 * track's enquiries answered or mortgage approved step", "those whose predecessors are all complete": timeline editor
 * rules, reports document, section 4.
 *
 * A step that is not applicable is passed over everywhere, as the rule of Show all steps passes it over ("until the
 * previous step is complete or N/A"): otherwise a template that leaves a step out would leave every later step orphaned.
 */
import { isSurveyType, stepKeys, stepsOfTrack, type Track } from './steps.ts'
import type { Step, Timeline } from './timeline.model.ts'

export const isApplicable = (step: Step): boolean => step.state !== 'NA'

/** True when a step no longer stands in the way of a later one: it is complete or not applicable. */
export const isDoneOrNotApplicable = (step: Step): boolean => step.state === 'C' || step.state === 'NA'

const applicableSteps = (timeline: Timeline, track: Track): Step[] => stepsOfTrack(timeline, track).filter(isApplicable)

/** The applicable steps before this one in its own track. Surveys run side by side and have none. */
const earlierInTrack = (timeline: Timeline, step: Step): Step[] =>
  step.order === null
    ? []
    : applicableSteps(timeline, step.type).filter((other) => other.order !== null && other.order < (step.order ?? 0))

/** The step that this one follows in its track, or undefined when it opens the track. */
export const previousInTrack = (timeline: Timeline, step: Step): Step | undefined => earlierInTrack(timeline, step).at(-1)

/** The last pre-sale step: the memorandum of sale, unless it is not applicable. */
export const lastPreSaleStep = (timeline: Timeline): Step | undefined => applicableSteps(timeline, 'PS').at(-1)

/** "Sold means all pre-sale steps complete", called pre-sale complete here: an accepted offer is another matter. */
export const isPreSaleComplete = (timeline: Timeline): boolean => stepsOfTrack(timeline, 'PS').every(isDoneOrNotApplicable)

/**
 * The steps that close the legal and the financial track: enquiries answered and mortgage approved, or the last
 * applicable step before them. A track without any, like the financial track of a cash buy, holds as complete.
 */
export const closingSteps = (timeline: Timeline): Step[] =>
  (['L', 'F'] as const).flatMap((track) => applicableSteps(timeline, track).at(-1) ?? [])

/** True for the step that begins the financial, legal or survey track: these begin when pre-sale is complete. */
export const opensSaleTrack = (timeline: Timeline, step: Step): boolean =>
  step.type === 'S'
    ? step.key === stepKeys.NotHavingSurvey
    : (step.type === 'F' || step.type === 'L') && !previousInTrack(timeline, step)

/** True for the first completing step: it begins when the legal and financial tracks are complete. */
export const opensCompleting = (timeline: Timeline, step: Step): boolean => step.type === 'C' && !previousInTrack(timeline, step)

/**
 * Every applicable step before this one: those before it in its track and, for a step that opens a track, the tracks
 * that lead to it (selling before financial, legal and not having a survey; legal and financial before completing).
 * A later step of a track does not look past its own track: reopening the memorandum does not stop a valuation that
 * somebody has already booked.
 */
export const predecessorsOf = (timeline: Timeline, step: Step): Step[] => {
  if (isSurveyType(step.key)) return []
  if (opensSaleTrack(timeline, step)) return applicableSteps(timeline, 'PS')
  if (opensCompleting(timeline, step)) return [...applicableSteps(timeline, 'L'), ...applicableSteps(timeline, 'F')]
  return earlierInTrack(timeline, step)
}

export const predecessorsComplete = (timeline: Timeline, step: Step): boolean =>
  predecessorsOf(timeline, step).every((other) => other.state === 'C')
