import { stepKeys } from '../timeline/step-definitions.ts'
import type { ReasonKind } from '../timeline/timeline.model.ts'

/** Items that stand in for a step, which has none of its own. */
const itemsOfSteps: Readonly<Record<number, string>> = { [stepKeys.Exchanged]: 'exchange', [stepKeys.Completed]: 'move' }

const ownActions: readonly unknown[] = ['requested', 'taken-on', 'launched', 'memo-emailed'] satisfies ReasonKind[]

/** An accepted offer also completes the selling steps before Sale agreed: nobody did these. */
const isOwnAction = (key: number, because: unknown): boolean =>
  because === 'offer-accepted' ? key === stepKeys.SaleAgreed : ownActions.includes(because)

/**
 * "Done today: what the person settled." The keys of the action items that an entry of the record completes. What a
 * fall-off, a rule, an undo or a cancellation removes was completed by nobody. Call-backs, silence and news are completed
 * without an entry of their own.
 */
export function keysCompletedBy({ kind, data = {} }: { kind: string; data?: Record<string, unknown> | undefined }): string[] {
  if (kind === 'task-done') return [`task:${String(data.taskId)}`]
  if (kind === 'proposal-accepted' || kind === 'proposal-declined') return [`proposal:${String(data.proposalId)}`]
  const key = Number(data.key)
  if (kind !== 'step-changed' || data.to !== 'C' || !isOwnAction(key, data.because)) return []
  const standIn = itemsOfSteps[key]
  return [`step:${key}`, `survey:${key}`, ...(standIn ? [standIn] : [])]
}
