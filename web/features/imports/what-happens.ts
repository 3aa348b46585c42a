import { type Decision, decisionLabels } from '@gya/domain/features/imports/imports.model.ts'

type Decided = Record<'heldBack' | 'leftOut' | 'writtenOn' | 'undoneOn', string | null> & { decision: Decision }

const writtenLabels: Partial<Record<Decision, string>> = { create: 'Created', update: 'Updated' }

/** The decision of the check until the run. After it: whether the row was written, undone, left out or held back. */
export function whatHappens({ decision, heldBack, leftOut, writtenOn, undoneOn }: Decided): { as: Decision; label: string } {
  if (leftOut !== null) return { as: 'skip', label: 'Left out' }
  if (undoneOn !== null) return { as: 'skip', label: 'Undone' }
  if (writtenOn !== null) return { as: decision, label: writtenLabels[decision] ?? 'Written' }
  return heldBack === null ? { as: decision, label: decisionLabels[decision] } : { as: 'skip', label: 'Held back' }
}
