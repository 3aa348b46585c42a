import type { Change } from '@gya/domain/features/timeline/timeline.model.ts'
import type { NewEvent } from '../events/events.repository.ts'

/** Each change of a step as an entry of the record: from which state to which, on which day, and why. */
export const stepEvents = (changes: readonly Change[]): NewEvent[] =>
  changes.map(({ key, from, to, on, because }) => ({
    kind: 'step-changed',
    data: { key, from, to, on, because: because.kind, becauseOf: because.steps },
  }))
