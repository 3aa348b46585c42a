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
import { reasonFor } from './changes.ts'
import { closingSteps, opensCompleting } from './predecessors.ts'
import { isNewlyComplete, latestCompletion, type StartingRule } from './start.ts'
import type { Timeline } from './timeline.model.ts'

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
