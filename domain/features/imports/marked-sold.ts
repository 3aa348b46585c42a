import { type Phase, phaseLabels } from '../timeline/phase.ts'
import type { FieldValues } from './decide-row.ts'
import type { RowIssue } from './imports.model.ts'

/**
 * "No offer is ever invented": a property that a file marks as sold stays unsold without an accepted offer.
 * [connect §1.2](docs/design/connect.md#1.2).
 */

export const markedSoldCode = 'sold-without-offer'

const soldStatuses = ['sold', 'exchanged', 'completed'] as const

const soldStatusOf = ({ status }: FieldValues): (typeof soldStatuses)[number] | null =>
  soldStatuses.find((sold) => sold === status) ?? null

const rankOf = (phase: Phase): number => soldStatuses.findIndex((sold) => sold === phase)

/** The later of two phases of a sale. */
export const furtherPhase = (a: Phase, b: Phase): Phase => (rankOf(b) > rankOf(a) ? b : a)

/**
 * The warning on a property that a file marks as further than it is: as sold without an accepted offer, or as exchanged or completed
 * when its sale has neither that status nor that day. Null if it is as far, or the file does not mark it as sold.
 */
export function markedSoldWarning(values: FieldValues, phase: Phase): RowIssue | null {
  const status = soldStatusOf(values)
  if (status === null || rankOf(phase) >= rankOf(status)) return null
  const marked = `Its status in the file is read as ${phaseLabels[status]}, but`
  const message =
    rankOf(phase) === -1
      ? `${marked} no accepted offer was imported: it is ${phaseLabels[phase]}.`
      : `${marked} it is ${phaseLabels[phase]}: its sale needs this status or the day on which it ${status}, and a completion date. Add what is missing to the file of sales, or complete ${phaseLabels[status]} in its timeline.`
  return { level: 'warning', column: null, value: '', code: markedSoldCode, message }
}
