import type { Phase } from '../timeline/phase.ts'

/**
 * "Entering a phase makes its tasks, due day of entering + offset, once an entering." [day §5](docs/design/day.md#5). Phases in which tasks
 * are worked on, in the order of a sale.
 */
export const templatePhases = ['preForSale', 'forSale', 'sold', 'exchanged'] as const satisfies readonly Phase[]
export type TemplatePhase = (typeof templatePhases)[number]

/** `creator`: who caused the phase to change. */
export const templateAssignees = ['progressor', 'creator'] as const

export const maxTemplates = 50

type Sale = { phase: Phase; propertyId: string; acceptedOfferId: string | null }

const rankOf = (phase: Phase): number => (templatePhases as readonly Phase[]).indexOf(phase)

/**
 * Identifies the start of a phase, so that templates apply once for each: the accepted offer or, before a sale, the property. Null if no
 * templates apply: the sale went back, was restored or is on the market again.
 */
export function enteredPhase(before: Sale | null, after: Sale): { phase: TemplatePhase; phaseEntry: string } | null {
  const phase = templatePhases.find((one) => one === after.phase)
  if (!phase || before?.phase === 'withdrawn') return null
  const isForward = before === null || rankOf(phase) > rankOf(before.phase)
  const isOtherOffer = before?.phase === after.phase && before.acceptedOfferId !== after.acceptedOfferId
  if (!isForward && !isOtherOffer) return null
  return { phase, phaseEntry: after.acceptedOfferId ?? after.propertyId }
}

/** "Branch templates are used in place of the company's where the branch has any." */
export const templatesInForce = <T>(company: readonly T[], branch: readonly T[]): readonly T[] =>
  branch.length > 0 ? branch : company
