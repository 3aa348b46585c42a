import { originalDueDate } from '@gya/domain/features/timeline/due.ts'
import { droppedDate } from '@gya/domain/features/timeline/rules/reopen-step.ts'
import { findStep } from '@gya/domain/features/timeline/step-definitions.ts'
import type { Change, Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import type { NewEvent } from '../../events/events.repository.ts'

/** One event per changed step: states, date, reason, and the date that was removed. */
export const stepEvents = (before: Timeline, changes: readonly Change[]): NewEvent[] =>
  changes.map(({ key, from, to, on, because, after }) => {
    const was = droppedDate(findStep(before, key), after)
    return {
      kind: 'step-changed',
      data: { key, from, to, on, because: because.kind, becauseOf: because.steps, ...(was ? { was } : {}) },
    }
  })

/** One event per due date moved or reset to the template, with the reason. */
export const dueEvents = (before: Timeline, changes: readonly Change[]): NewEvent[] =>
  changes.flatMap(({ key, after }) => {
    const was = findStep(before, key)
    if (!after || !was || (after.state !== 'IP' && after.state !== 'B')) return []
    if ((was.dueOn ?? null) === after.dueOn && (was.dueReason ?? '') === after.dueReason) return []
    const from = was.dueOn ?? originalDueDate(was)
    return [{ kind: 'step-due-moved', data: { key, from, to: after.dueOn ?? originalDueDate(after), reason: after.dueReason } }]
  })
