import { stepKeys } from '../timeline/step-definitions.ts'
import type { ReasonKind } from '../timeline/timeline.model.ts'

/** Items that represent a step without an item of its own. */
const itemsOfSteps: Readonly<Record<number, string>> = { [stepKeys.Exchanged]: 'exchange', [stepKeys.Completed]: 'move' }

const ownActions: readonly unknown[] = ['requested', 'taken-on', 'launched', 'memo-emailed'] satisfies ReasonKind[]

/** Accepting an offer also completes the selling steps before Sale agreed; these were not completed by a person. */
const isOwnAction = (key: number, because: unknown): boolean =>
  because === 'offer-accepted' ? key === stepKeys.SaleAgreed : ownActions.includes(because)

/**
 * "Done today: what the person settled." Returns the keys of the action items that an entry of the record completes. Items removed by
 * a fall-off, a rule, an undo or a cancellation do not count as completed. Call-backs, silence and news are completed without an entry.
 */
export function itemKeysCompletedBy({ kind, data = {} }: { kind: string; data?: Record<string, unknown> | undefined }): string[] {
  if (kind === 'task-done') return [`task:${String(data.taskId)}`]
  if (kind === 'proposal-accepted' || kind === 'proposal-declined') return [`proposal:${String(data.proposalId)}`]
  const key = Number(data.key)
  if (kind !== 'step-changed' || data.to !== 'C' || !isOwnAction(key, data.because)) return []
  const standIn = itemsOfSteps[key]
  return [`step:${key}`, `survey:${key}`, ...(standIn ? [standIn] : [])]
}
