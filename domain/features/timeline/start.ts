/** What the starting rules share: a step that starts, and when something happened in a save that had not happened before. */
import type { DateOnly } from '../../common/dates.ts'
import { findStep } from './steps.ts'
import type { Reason, Step, Timeline } from './timeline.model.ts'

/** A step is to be set in progress from this day on, because of this. */
export type Start = { on: DateOnly; because: Reason }

/**
 * A starting rule looks at the timeline before and after what people asked for, and says whether it starts this step.
 * It looks at what has become true, not at what is true: a step that somebody put back to not started stays there.
 * Because a rule sees only before and after, the order in which things were asked for cannot matter.
 */
export type StartingRule = (before: Timeline, after: Timeline, step: Step, today: DateOnly) => Start | null

/** True for a step that is complete now and was not before. */
export const isNewlyComplete = (before: Timeline, step: Step): boolean =>
  step.state === 'C' && findStep(before, step.key)?.state !== 'C'

/** The latest day on which one of these steps was completed, or the other day when none was. */
export const latestCompletion = (steps: readonly Step[], otherwise: DateOnly): DateOnly =>
  steps
    .flatMap((step) => step.completedOn ?? [])
    .toSorted()
    .at(-1) ?? otherwise
