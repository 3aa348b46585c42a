import { type Decision, decisionLabels } from '@gya/domain/features/imports/imports.model.ts'

type Decided = { decision: Decision; heldBack: string | null; leftOut: string | null }

/** The decision of the check until the run. For a row that the run did not write: whether it was left out or held back. */
export function whatHappens({ decision, heldBack, leftOut }: Decided): { as: Decision; label: string } {
  if (leftOut !== null) return { as: 'skip', label: 'Left out' }
  return heldBack === null ? { as: decision, label: decisionLabels[decision] } : { as: 'skip', label: 'Held back' }
}
