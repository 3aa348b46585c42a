/**
 * "It is offered while an offer is accepted and the sale has not completed." "A fall-off record is restorable only while
 * it has no restoredOn and there is no accepted offer." Domain decisions, "Fall-off, restore"; property document, section 4.
 */
import type { ErrorCode } from '../../errors.ts'
import { hasExchanged, type OfferedProperty } from '../offers/decide-offer.ts'

type Offers = readonly { state: string }[]

const isSold = (offers: Offers): boolean => offers.some(({ state }) => state === 'A')

/** `completed` says whether the step Completed is complete: a withdrawn property tells it by its timeline alone. */
export function whyNotFallOff(offers: Offers, completed: boolean): ErrorCode | null {
  if (!isSold(offers)) return 'FALL_OFF_WITHOUT_SALE'
  return completed ? 'FALL_OFF_COMPLETED' : null
}

/** Nor where no offer could be accepted either: on a property that is withdrawn, or has exchanged or completed. */
export function whyNotRestoreFallOff(
  fallOff: { restoredOn: string | null },
  property: Pick<OfferedProperty, 'offers' | 'active' | 'timeline'>,
): ErrorCode | null {
  if (fallOff.restoredOn !== null) return 'FALL_OFF_RESTORED'
  if (isSold(property.offers)) return 'RESTORE_WITH_ACCEPTED_OFFER'
  if (!property.active) return 'OFFER_ON_WITHDRAWN'
  return hasExchanged(property) ? 'OFFER_ON_COMPLETED' : null
}
