/**
 * "A property's phase (derived, never stored by hand): withdrawn (active = false) › completed (step Completed) › exchanged
 * (step Exchanged) › sold (an offer is accepted) › forSale (step PropertyLaunched complete) › preForSale (taken on, not
 * launched). First match wins." [domain](docs/design/domain.md).
 */
import { isComplete, stepKeys } from './step-definitions.ts'
import type { Timeline } from './timeline.model.ts'

export const phases = ['withdrawn', 'completed', 'exchanged', 'sold', 'forSale', 'preForSale'] as const
export type Phase = (typeof phases)[number]

/** "On screen: Withdrawn, Completed, Exchanged, Sold STC, For sale, Pre for sale." */
export const phaseLabels: Record<Phase, string> = {
  withdrawn: 'Withdrawn',
  completed: 'Completed',
  exchanged: 'Exchanged',
  sold: 'Sold STC',
  forSale: 'For sale',
  preForSale: 'Pre for sale',
}

export const phaseOf = (property: { active: boolean; hasAcceptedOffer: boolean; timeline: Timeline }): Phase => {
  const { active, hasAcceptedOffer, timeline } = property
  if (!active) return 'withdrawn'
  if (isComplete(timeline, stepKeys.Completed)) return 'completed'
  if (isComplete(timeline, stepKeys.Exchanged)) return 'exchanged'
  if (hasAcceptedOffer) return 'sold'
  return isComplete(timeline, stepKeys.PropertyLaunched) ? 'forSale' : 'preForSale'
}

type MaybePhase = Phase | null | undefined

/** An offer is accepted, and contracts are not exchanged. */
export const isAgreedPhase = (phase: MaybePhase): boolean => phase === 'sold'

export const isExchangedPhase = (phase: MaybePhase): boolean => phase === 'exchanged'

/** From the acceptance of an offer to completion. */
export const isSalePhase = (phase: MaybePhase): boolean => isAgreedPhase(phase) || isExchangedPhase(phase)

/** On its way to an offer, on the market or not yet. */
export const isUnsoldPhase = (phase: MaybePhase): boolean => phase === 'preForSale' || phase === 'forSale'

export const isForSalePhase = (phase: MaybePhase): boolean => phase === 'forSale'

export const isActivePhase = (phase: MaybePhase): boolean => phase !== 'withdrawn'

export const isCompletedPhase = (phase: MaybePhase): boolean => phase === 'completed'

/** Whether an offer is accepted in a phase; null if only the offers tell: a property can be withdrawn with an accepted offer. */
export const isSoldIn: Record<Phase, boolean | null> = {
  withdrawn: null,
  completed: null,
  exchanged: null,
  sold: true,
  forSale: false,
  preForSale: false,
}
