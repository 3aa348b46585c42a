/**
 * "A fall-off archives the timeline … and puts every step back to the state it had just before that offer was accepted."
 * "Restore brings the archived timeline … back exactly." Domain decisions, "Fall-off, restore".
 *
 * A timeline is never changed in place, so the timeline itself is its snapshot: keep the one `acceptOffer` answers with
 * as `beforeAcceptance`, and at a fall-off the one that fell off. No rule runs here: everything is as it was, dates,
 * reasons and clocks included. Surveys that were added since are gone.
 */
import { because, isSameStep, removal } from './changes.ts'
import { byDisplayOrder, findStep } from './steps.ts'
import type { Change, Moment, ReasonKind, Step, Timeline, TimelineOutcome } from './timeline.model.ts'

const putBack = (kind: ReasonKind, now: Timeline, then: Timeline, { today }: Moment, stamp: (step: Step) => Step): Change[] => {
  const gone = now.filter((step) => !findStep(then, step.key)).map((step) => removal(step, today, because(kind)))
  const back = then.flatMap((step): Change[] => {
    const current = findStep(now, step.key)
    if (current && isSameStep(current, step)) return []
    return [{ key: step.key, from: current?.state ?? null, to: step.state, on: today, because: because(kind), after: stamp(step) }]
  })
  return [...gone, ...back].toSorted(byDisplayOrder)
}

const outcome = (timeline: Timeline, changes: Change[]): TimelineOutcome => ({ timeline, changes, reopened: [] })

/** Every step as it was before the acceptance. A step that is put back counts as updated now, so that the report tints it. */
export const fallOff = (timeline: Timeline, beforeAcceptance: Timeline, moment: Moment): TimelineOutcome => {
  const changes = putBack('fall-off', timeline, beforeAcceptance, moment, (step) => ({ ...step, updatedOn: moment.now }))
  const stamped = new Map(changes.map((one) => [one.key, one.after]))
  return outcome(
    beforeAcceptance.map((step) => stamped.get(step.key) ?? findStep(timeline, step.key) ?? step),
    changes,
  )
}

/** The archived timeline, exactly. */
export const restoreSale = (timeline: Timeline, archived: Timeline, moment: Moment): TimelineOutcome =>
  outcome(archived, putBack('sale-restored', timeline, archived, moment, (step) => step))
