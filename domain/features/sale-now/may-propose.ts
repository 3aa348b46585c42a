import { type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import type { Standing } from './sale-now.ts'

/**
 * What may be proposed where the sale stands, whatever the party and the source: while it is agreed everything, after exchange its
 * completion, its day and a message, later a message alone. What a party may propose of it, the rules of proposals decide.
 */

type Proposed = { what: string; stepKey: StepKey | null; dateKind: string | null }

export function mayPropose(standing: Standing, { what, stepKey, dateKind }: Proposed): boolean {
  if (what === 'message' || standing === 'agreed') return true
  if (standing !== 'exchanged') return false
  return what === 'step' ? stepKey === stepKeys.Completed : what === 'date' && dateKind === 'completion'
}
