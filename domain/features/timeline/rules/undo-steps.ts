import { applyChanges, isIdenticalStep, reasonFor } from '../changes.ts'
import { byDisplayOrder, findStep, type StepKey } from '../step-definitions.ts'
import type { Change, CurrentTime, Step, Timeline, TimelineResult } from '../timeline.model.ts'

/**
 * "Undo puts back the full step (dates, reasons, what rules had started) as compensating entries with the new reason
 * `undone`, each naming the step's own day; so the dashboard's rule for what is taken back holds as it is: undone counts no
 * more, put back counts on its own day." [day §8](docs/design/day.md#8).
 *
 * No rule runs: changes made by rules are undone with the rest.
 */

/** A step before and after a change; null where it did not exist. */
export type StepUndo = { key: StepKey; before: Step | null; after: Step | null }

export const stepUndosOf = (before: Timeline, changes: readonly Change[]): StepUndo[] =>
  changes.map(({ key, after }) => ({ key, before: findStep(before, key) ?? null, after }))

/** True if nobody has saved the step since. */
export const isStepAsLeft = (timeline: Timeline, { key, after }: StepUndo): boolean => {
  const current = findStep(timeline, key)
  return current && after ? isIdenticalStep(current, after) : !current && !after
}

const ownDay = (step: Step | null): string | null => {
  if (step?.state === 'C') return step.completedOn
  if (step?.state === 'B') return step.blockedOn
  return step?.state === 'IP' ? step.startedOn : null
}

export const undoSteps = (timeline: Timeline, undos: readonly StepUndo[], { today }: CurrentTime): TimelineResult => {
  const changes = undos
    .map(
      ({ key, before }): Change => ({
        key,
        from: findStep(timeline, key)?.state ?? null,
        to: before?.state ?? null,
        on: ownDay(before) ?? today,
        because: reasonFor('undone'),
        after: before,
      }),
    )
    .toSorted(byDisplayOrder)
  return { timeline: applyChanges(timeline, changes), changes, reopened: [] }
}
