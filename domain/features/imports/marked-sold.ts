import { type Phase, phaseLabels } from '../timeline/phase.ts'
import type { FieldValues } from './decide-row.ts'
import type { RowIssue } from './imports.model.ts'

/** "No offer is ever invented": a property that a file marks as sold stays unsold without an accepted offer. Connect design, section 1.2. */

export const markedSoldCode = 'sold-without-offer'

const soldStatuses = ['sold', 'exchanged', 'completed'] as const

const soldStatusOf = ({ status }: FieldValues): (typeof soldStatuses)[number] | null =>
  soldStatuses.find((sold) => sold === status) ?? null

/** The warning on a property without an accepted offer; null if the file does not mark it as sold. */
export function markedSoldWarning(values: FieldValues, phase: Phase): RowIssue | null {
  const status = soldStatusOf(values)
  if (status === null) return null
  const message = `Marked ${phaseLabels[status]} in the file, but no accepted offer was imported: it is ${phaseLabels[phase]}.`
  return { level: 'warning', column: null, value: '', code: markedSoldCode, message }
}
