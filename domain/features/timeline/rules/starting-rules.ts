import type { DateOnly } from '../../../common/dates.ts'
import { reasonFor } from '../changes.ts'
import { closingSteps, lastPreSaleStep, opensCompleting, opensSaleTrack, previousInTrack } from '../predecessors-of.ts'
import { findStep } from '../step-definitions.ts'
import type { Reason, Step, Timeline } from '../timeline.model.ts'

/** Start date and reason of a step that a rule starts. */
export type Start = { on: DateOnly; because: Reason }

/**
 * Decides from the timeline before and after the requested changes whether to start a step. It acts on what has become
 * true: a step that a person reset stays reset, and the order of requests cannot matter.
 */
export type StartingRule = (before: Timeline, after: Timeline, step: Step, today: DateOnly) => Start | null

export const isNewlyComplete = (before: Timeline, step: Step): boolean =>
  step.state === 'C' && findStep(before, step.key)?.state !== 'C'

/** The latest completion date of the steps, or `otherwise`. */
export const latestCompletion = (steps: readonly Step[], otherwise: DateOnly): DateOnly =>
  steps
    .flatMap((step) => step.completedOn ?? [])
    .toSorted()
    .at(-1) ?? otherwise

/**
 * "When the last pre-sale step is completed, the not-having-survey step, the mortgage application submitted step and the
 * draft contracts issued step (when not complete) are started." Timeline editor rules, [reports §4](docs/design/reports.md#4).
 *
 * Only steps that are not started are started. If a template omits one of the three, the first applicable step of its
 * track takes its place.
 */
export const preSaleCompleted: StartingRule = (before, after, step, today) => {
  const last = lastPreSaleStep(after)
  if (!last || !opensSaleTrack(after, step) || !isNewlyComplete(before, last)) return null
  return { on: latestCompletion([last], today), because: reasonFor('pre-sale-completed', last.key) }
}

/**
 * "When an item is completed, the next item (order plus one) in the same track that is not started becomes in progress
 * and is flagged as auto-set." Timeline editor rules, [reports §4](docs/design/reports.md#4).
 *
 * It starts on the completion date of the previous item, so that a late entry grants no extra days. Earlier gaps do not
 * matter: completing the third step starts the fourth even if the first is open.
 */
export const previousStepCompleted: StartingRule = (before, after, step, today) => {
  const previous = previousInTrack(after, step)
  if (!previous || !isNewlyComplete(before, previous)) return null
  return { on: latestCompletion([previous], today), because: reasonFor('previous-step-completed', previous.key) }
}

/**
 * "When a legal step or financial step is completed and the other track's enquiries answered or mortgage approved step is
 * complete, the first completing step is started." Timeline editor rules, [reports §4](docs/design/reports.md#4).
 *
 * Interpreted as: it starts once enquiries are answered and the mortgage is approved, whichever is last. Literally,
 * issuing draft contracts after an early mortgage approval would report the sale to the buyer, and the outcome would
 * depend on the order. For a cash buyer "financial complete holds for the completing rule"
 * ([domain, Timeline](docs/design/domain.md#timeline)): answering the enquiries is enough, also if the buyer turns to cash afterwards.
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
