/**
 * "It is offered while an offer is accepted and the sale has not completed." "A fall-off record is restorable only while
 * it has no restoredOn and there is no accepted offer." Domain decisions, "Fall-off, restore"; property document, section 4.
 */
import type { ErrorCode } from '../../errors.ts'

type Offers = readonly { state: string }[]

const isSold = (offers: Offers): boolean => offers.some(({ state }) => state === 'A')

/** `completed` says whether the step Completed is complete: a withdrawn property tells it by its timeline alone. */
export function whyNotFallOff(offers: Offers, completed: boolean): ErrorCode | null {
  if (!isSold(offers)) return 'FALL_OFF_WITHOUT_SALE'
  return completed ? 'FALL_OFF_COMPLETED' : null
}

/** Nor on a withdrawn property, on which no offer is accepted either. */
export function whyNotRestoreFallOff(
  fallOff: { restoredOn: string | null },
  { offers, active }: { offers: Offers; active: boolean },
): ErrorCode | null {
  if (fallOff.restoredOn !== null) return 'FALL_OFF_RESTORED'
  if (isSold(offers)) return 'RESTORE_WITH_ACCEPTED_OFFER'
  return active ? null : 'OFFER_ON_WITHDRAWN'
}
