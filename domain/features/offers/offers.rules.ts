import type { DateOnly } from '../../common/dates.ts'
import type { Pence } from '../../common/money.ts'
import { omitUndefined } from '../../common/omit-undefined.ts'
import { DomainError, type ErrorCode, refuseIf } from '../../error-catalogue.ts'
import type { FieldChanges } from '../../fields/fields.ts'
import type { Buyer } from '../property-contacts/property-contacts.model.ts'
import { type SaleState, whyNotAcceptOffer } from '../sale-now/may.ts'
import type { offerFields } from './offers.fields.ts'
import type { Offer } from './offers.model.ts'

/** Fields that a save may change; the amount of an accepted offer only by `amendAmount` with `amendReason`. */
export type OfferChange = FieldChanges<typeof offerFields> & { amendAmount?: Pence | undefined; amendReason?: string | undefined }

/** Chosen as an offer is accepted, or left out; null: nobody yet. */
export type Progressor = { bStaff?: string | null | undefined }

export const whyNotChooseProgressor = (bStaff: Progressor['bStaff'], accepts: boolean): ErrorCode | null =>
  bStaff !== undefined && !accepts ? 'PROGRESSOR_NEEDS_ACCEPTANCE' : null

/** "An accepted offer cannot be removed." It ends with a fall-off. */
export const whyNotRemoveOffer = (offer: Pick<Offer, 'state'>): ErrorCode | null =>
  offer.state === 'A' ? 'OFFER_ACCEPTED_NEEDS_FALL_OFF' : null

/**
 * "Amend offer: Save enabled only when the new amount differs from the current one and a non-empty reason is given."
 * [property §5](docs/design/property.md#5).
 */
export function whyNotAmendOffer(offer: Pick<Offer, 'state' | 'amount'>, amount: Pence | null, reason: string): ErrorCode | null {
  if (offer.state !== 'A') return 'OFFER_NOT_ACCEPTED'
  if (amount === null || amount === offer.amount) return 'AMEND_SAME_AMOUNT'
  return reason.trim() === '' ? 'AMEND_REASON_MISSING' : null
}

/**
 * "An accepted offer cannot be moved off accepted from the offer screen"; "the amount of an accepted offer is read-only
 * and changes only through the Amend offer dialog". [property §4](docs/design/property.md#4).
 */
export function whyNotChangeOffer(offer: Offer, change: OfferChange, property: SaleState): ErrorCode | null {
  if (change.amendAmount !== undefined) {
    const why = whyNotAmendOffer(offer, change.amendAmount, change.amendReason ?? '')
    if (why) return why
  }
  if (offer.state === 'A' && change.state !== undefined && change.state !== 'A') return 'OFFER_ACCEPTED_NEEDS_FALL_OFF'
  if (offer.state === 'A' && change.amount !== undefined && change.amount !== offer.amount) return 'OFFER_ACCEPTED_AMOUNT'
  return change.state === 'A' ? whyNotAcceptOffer(offer, property) : null
}

/** The acceptance date may not be in the future, and only an accepted offer has one. */
export function whyNotAcceptOn(
  acceptedOn: DateOnly | null | undefined,
  state: Offer['state'],
  today: DateOnly,
): ErrorCode | null {
  if (!acceptedOn) return null
  if (state !== 'A') return 'OFFER_NOT_ACCEPTED'
  return acceptedOn > today ? 'ACCEPTED_IN_FUTURE' : null
}

/** A cash buy has no deposit ([property §4](docs/design/property.md#4)). */
export const depositFor = ({ cashBuy, depositSize }: Pick<Offer, 'cashBuy' | 'depositSize'>): Pence => (cashBuy ? 0 : depositSize)

export type DecidedOffer = {
  offer: Omit<Offer, 'history'>
  /** New entry of the amount's history, if the amount changed. */
  amountChange: { amount: Pence; note: string } | null
  accepts: boolean
}

/** Throws the refusal. */
export function decideOfferChange(offer: Offer, change: OfferChange, property: SaleState, today: DateOnly): DecidedOffer {
  refuseIf(whyNotChangeOffer(offer, change, property))
  const { amendAmount, amendReason, acceptedOn, ...fields } = change
  const { history: _history, ...before } = offer
  const amount = amendAmount ?? change.amount ?? offer.amount
  const next = { ...before, ...omitUndefined(fields), amount }
  const accepts = next.state === 'A' && offer.state !== 'A'
  refuseIf(whyNotAcceptOn(acceptedOn, next.state, today))
  return {
    offer: {
      ...next,
      depositSize: depositFor(next),
      acceptedOn: next.state === 'A' ? (acceptedOn ?? (accepts ? today : offer.acceptedOn)) : null,
      increasedOn: amount > offer.amount ? today : offer.increasedOn,
    },
    amountChange: amount === offer.amount ? null : { amount, note: amendReason?.trim() ?? '' },
    accepts,
  }
}

/** Throws NOT_FOUND. */
export function requireOffer(offers: readonly Offer[], id: string): Offer {
  const offer = offers.find((one) => one._id === id)
  if (!offer) throw new DomainError('NOT_FOUND')
  return offer
}

/**
 * The buyer and the maker of the accepted offer are one record: a correction in Offers, the buyer contact or the
 * memorandum applies to all three. A fall-off keeps a copy.
 */
type BuyerChange = { [Field in keyof Buyer]?: Buyer[Field] | undefined }

export const buyerFromOffer = ({ name, email, tel, cashBuy }: Pick<Offer, 'name' | 'email' | 'tel' | 'cashBuy'>): Buyer => ({
  name,
  email,
  tel,
  cashBuyer: cashBuy,
})

export const isSameBuyer = (a: Buyer, b: Buyer): boolean =>
  a.name === b.name && a.email === b.email && a.tel === b.tel && a.cashBuyer === b.cashBuyer

/** Applies a correction of the buyer to the offer. */
export function offerWithBuyer(offer: Offer, { cashBuyer, ...person }: BuyerChange): Offer {
  const cashBuy = cashBuyer ?? offer.cashBuy
  return { ...offer, ...omitUndefined(person), cashBuy, depositSize: depositFor({ cashBuy, depositSize: offer.depositSize }) }
}

/** The buyer's name cannot be cleared. */
export const whyNotChangeBuyer = (offer: Pick<Offer, 'name'> | undefined, { name }: BuyerChange): ErrorCode | null =>
  offer && name !== undefined && name.trim() === '' ? 'BUYER_NAME_REQUIRED' : null
