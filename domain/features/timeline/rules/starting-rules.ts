import type { DateOnly } from '../../../common/dates.ts'
import { reasonFor } from '../changes.ts'
import { closingSteps, findStep, lastPreSaleStep, opensCompleting, opensSaleTrack, previousInTrack } from '../steps.ts'
import type { Reason, Step, Timeline } from '../timeline.model.ts'

/** What the starting rules share: a step that starts, and when something happened in a save that had not happened before. */

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

/**
 * "When the last pre-sale step is completed, the not-having-survey step, the mortgage application submitted step and the
 * draft contracts issued step (when not complete) are started." Timeline editor rules, reports document, section 4.
 *
 * Started are those that are not started: what is in progress, delayed or not applicable (a cash buy) stays as it is.
 * Where a template leaves out one of the three, the first applicable step of its track takes its place.
 */

export const preSaleCompleted: StartingRule = (before, after, step, today) => {
  const last = lastPreSaleStep(after)
  if (!last || !opensSaleTrack(after, step) || !isNewlyComplete(before, last)) return null
  return { on: latestCompletion([last], today), because: reasonFor('pre-sale-completed', last.key) }
}

/**
 * "When an item is completed, the next item (order plus one) in the same track that is not started becomes in progress
 * and is flagged as auto-set." Timeline editor rules, reports document, section 4.
 *
 * It begins on the day the item before it was completed, so that a completion entered late does not grant extra days.
 * Earlier gaps do not matter: completing the third step starts the fourth though the first is still open.
 */

export const previousStepCompleted: StartingRule = (before, after, step, today) => {
  const previous = previousInTrack(after, step)
  if (!previous || !isNewlyComplete(before, previous)) return null
  return { on: latestCompletion([previous], today), because: reasonFor('previous-step-completed', previous.key) }
}

/**
 * "When a legal step or financial step is completed and the other track's enquiries answered or mortgage approved step
 * is complete, the first completing step is started." Timeline editor rules, reports document, section 4.
 *
 * Read as: it starts once enquiries are answered and the mortgage is approved, whichever comes last. Taken to the letter,
 * issuing draft contracts after an early mortgage approval would have the sale reported to the buyer, and the outcome
 * would depend on which of the two came first. For a cash buyer "financial complete holds for the completing rule"
 * (domain decisions, "Timeline"): every financial step is not applicable, so answering the enquiries is enough, and so
 * is a buyer who turns to cash after they were answered.
 */

const areTracksComplete = (timeline: Timeline): boolean => closingSteps(timeline).every((step) => step.state === 'C')

export const tracksCompleted: StartingRule = (before, after, step, today) => {
  if (!opensCompleting(after, step) || areTracksComplete(before) || !areTracksComplete(after)) return null
  const closing = closingSteps(after)
  const byCompletion = closing.some((one) => isNewlyComplete(before, one))
  return {
    on: byCompletion ? latestCompletion(closing, today) : today,
    because: reasonFor('tracks-completed', ...closing.map((one) => one.key)),
  }
}
