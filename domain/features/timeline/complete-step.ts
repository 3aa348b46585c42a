/**
 * "When an item is completed, the next item (order plus one) in the same track that is not started becomes in progress
 * and is flagged as auto-set." Timeline editor rules, reports document, section 4.
 *
 * It begins on the day the item before it was completed, so that a completion entered late does not grant extra days.
 * Earlier gaps do not matter: completing the third step starts the fourth though the first is still open.
 */
import { reasonFor } from './changes.ts'
import { previousInTrack } from './predecessors.ts'
import { isNewlyComplete, latestCompletion, type StartingRule } from './start.ts'

export const previousStepCompleted: StartingRule = (before, after, step, today) => {
  const previous = previousInTrack(after, step)
  if (!previous || !isNewlyComplete(before, previous)) return null
  return { on: latestCompletion([previous], today), because: reasonFor('previous-step-completed', previous.key) }
}
