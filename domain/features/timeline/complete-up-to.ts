/** "Complete up to here": several steps of a track in one go, for work that is entered late. */
import { isApplicable } from './predecessors.ts'
import { isSurveyType, stepsOfTrack } from './steps.ts'
import type { Step, Timeline } from './timeline.model.ts'

/** The step and the applicable steps before it in its track that are not complete; none for a step that is complete itself. */
export function incompleteUpTo(timeline: Timeline, step: Step): Step[] {
  if (step.order === null || isSurveyType(step.key) || step.state === 'C' || !isApplicable(step)) return []
  return stepsOfTrack(timeline, step.type).filter(
    (other) => other.order !== null && other.order <= (step.order ?? 0) && isApplicable(other) && other.state !== 'C',
  )
}
