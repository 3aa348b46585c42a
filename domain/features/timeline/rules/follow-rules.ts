/**
 * Applies the rules to a set of changes: "The server decides … applies the same rules from the shared domain code and
 * answers with the whole timeline and the list of changes with reasons" ([domain, Timeline](docs/design/domain.md#timeline)).
 *
 * Rules only start a step that is not started, or reset an auto-set step; no rule completes a step. Requested changes
 * take precedence. If a save reopens a step, only steps whose predecessors are all complete are started.
 */
import type { DateOnly } from '../../../common/dates.ts'
import { applyChanges, changeState, netChanges } from '../changes.ts'
import { predecessorsComplete } from '../predecessors-of.ts'
import type { Change, CurrentTime, Step, Timeline, TimelineResult } from '../timeline.model.ts'
import { autoStartWithdrawn, correctedStartDates, needsReview, predecessorsCompleteAgain, reopenedSteps } from './reopen-step.ts'
import { preSaleCompleted, previousStepCompleted, type Start, tracksCompleted } from './starting-rules.ts'

const startOf = (before: Timeline, after: Timeline, step: Step, today: DateOnly): Start | null =>
  previousStepCompleted(before, after, step, today) ??
  preSaleCompleted(before, after, step, today) ??
  tracksCompleted(before, after, step, today) ??
  predecessorsCompleteAgain(before, after, step, today)

/** Returns the requested changes and those made by rules, one per step. */
export const followRules = (before: Timeline, requested: readonly Change[], { today, now }: CurrentTime): TimelineResult => {
  const after = applyChanges(before, requested)
  const requestedKeys = new Set(
    requested.filter(({ because: { kind } }) => kind === 'requested' || kind === 'imported').map((one) => one.key),
  )
  const review = needsReview(before, after)
  const started = after
    .filter((step) => step.state === 'NS' && !requestedKeys.has(step.key) && (!review || predecessorsComplete(after, step)))
    .flatMap((step) => {
      const start = startOf(before, after, step, today)
      return start ? [changeState(step, 'IP', start.on, start.because, now)] : []
    })
  const withdrawn = review
    ? after.flatMap((step) => {
        const reason = autoStartWithdrawn(before, after, step)
        return reason ? [changeState(step, 'NS', today, reason, now)] : []
      })
    : []
  const corrected = correctedStartDates(before, after, now).filter(({ key }) => !requestedKeys.has(key))
  const changes = netChanges(before, [...requested, ...started, ...corrected, ...withdrawn])
  return { timeline: applyChanges(before, changes), changes, reopened: reopenedSteps(before, after) }
}
