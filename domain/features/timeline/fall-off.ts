/**
 * "A fall-off archives the timeline … and puts every step back to the state it had just before that offer was accepted."
 * "Restore brings the archived timeline … back exactly." Domain decisions, "Fall-off, restore".
 *
 * A timeline is never changed in place, so the timeline itself is its snapshot: keep the one `acceptOffer` answers with
 * as `beforeAcceptance`, and at a fall-off the one that fell off. No rule runs here: everything is as it was, dates,
 * reasons and clocks included. Surveys that were added since are gone.
 */
import { applyChanges, isIdenticalStep, reasonFor, recordRemoval, withState } from './changes.ts'
import { byDisplayOrder, findStep, stepKeys } from './steps.ts'
import type { Change, CurrentTime, ReasonKind, Step, Timeline, TimelineResult } from './timeline.model.ts'

type StepEquality = (a: Step, b: Step) => boolean

const isSameButForTime: StepEquality = (a, b) => isIdenticalStep({ ...a, updatedOn: b.updatedOn }, b)

const replaceWith = (
  now: Timeline,
  then: Timeline,
  kind: ReasonKind,
  same: StepEquality,
  { today }: CurrentTime,
): TimelineResult => {
  const gone = now.filter((step) => !findStep(then, step.key)).map((step) => recordRemoval(step, today, reasonFor(kind)))
  const back = then.flatMap((step): Change[] => {
    const current = findStep(now, step.key)
    if (current && same(current, step)) return []
    return [{ key: step.key, from: current?.state ?? null, to: step.state, on: today, because: reasonFor(kind), after: step }]
  })
  const changes = [...gone, ...back].toSorted(byDisplayOrder)
  return { timeline: applyChanges(now, changes), changes, reopened: [] }
}

/** No exchange or completion outlives its sale: one that was ticked before the acceptance, as was once possible, is opened. */
const withoutExchange = (step: Step, { today }: CurrentTime): Step =>
  step.state === 'C' && (step.key === stepKeys.Exchanged || step.key === stepKeys.Completed) ? withState(step, 'NS', today) : step

/** Every step as it was before the acceptance. A step that is put back counts as updated now, so that the report tints it. */
export const fallOff = (timeline: Timeline, beforeAcceptance: Timeline, moment: CurrentTime): TimelineResult => {
  const stamped = beforeAcceptance.map((step) => ({ ...withoutExchange(step, moment), updatedOn: moment.now }))
  return replaceWith(timeline, stamped, 'fall-off', isSameButForTime, moment)
}

/** The archived timeline exactly, down to when each step was last updated. */
export const restoreSale = (timeline: Timeline, archived: Timeline, moment: CurrentTime): TimelineResult =>
  replaceWith(timeline, archived, 'sale-restored', isIdenticalStep, moment)
