/**
 * "A property's phase (derived, never stored by hand): withdrawn (active = false) › completed (step Completed) › exchanged
 * (step Exchanged) › sold (an offer is accepted) › forSale (step PropertyLaunched complete) › preForSale (taken on, not
 * launched). First match wins." Domain decisions.
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

export const isActivePhase = (phase: Phase): boolean => phase !== 'withdrawn'

export const isCompletedPhase = (phase: Phase): boolean => phase === 'completed'

/** Whether an offer is accepted in a phase; null if only the offers tell: a property can be withdrawn with an accepted offer. */
export const isSoldIn: Record<Phase, boolean | null> = {
  withdrawn: null,
  completed: null,
  exchanged: null,
  sold: true,
  forSale: false,
  preForSale: false,
}
