/**
 * "When the last pre-sale step is completed, the not-having-survey step, the mortgage application submitted step and the
 * draft contracts issued step (when not complete) are started." Timeline editor rules, reports document, section 4.
 *
 * Started are those that are not started: what is in progress, delayed or not applicable (a cash buy) stays as it is.
 * Where a template leaves out one of the three, the first applicable step of its track takes its place.
 */
import { reasonFor } from './changes.ts'
import { lastPreSaleStep, opensSaleTrack } from './predecessors.ts'
import { isNewlyComplete, latestCompletion, type StartingRule } from './start.ts'

export const preSaleCompleted: StartingRule = (before, after, step, today) => {
  const last = lastPreSaleStep(after)
  if (!last || !opensSaleTrack(after, step) || !isNewlyComplete(before, last)) return null
  return { on: latestCompletion([last], today), because: reasonFor('pre-sale-completed', last.key) }
}
