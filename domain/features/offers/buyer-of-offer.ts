import { omitUndefined } from '../../common/given.ts'
import type { ErrorCode } from '../../errors.ts'
import type { Offer, PropertyDetail } from '../properties/properties.model.ts'

/**
 * The buyer and whoever made the accepted offer are one person: Offers, the buyer contact and the memorandum show one
 * record, and a correction in one of them is a correction in all. A fall-off keeps its own copy.
 */
type Buyer = PropertyDetail['buyer']
type BuyerChange = { [Field in keyof Buyer]?: Buyer[Field] | undefined }

export const buyerFromOffer = ({ name, email, tel, cashBuy }: Pick<Offer, 'name' | 'email' | 'tel' | 'cashBuy'>): Buyer => ({
  name,
  email,
  tel,
  cashBuyer: cashBuy,
})

export const isSameBuyer = (a: Buyer, b: Buyer): boolean =>
  a.name === b.name && a.email === b.email && a.tel === b.tel && a.cashBuyer === b.cashBuyer

/** The offer with its buyer corrected. Cash buy forces the deposit to 0 (property document, section 4). */
export function offerWithBuyer(offer: Offer, { cashBuyer, ...person }: BuyerChange): Offer {
  const cashBuy = cashBuyer ?? offer.cashBuy
  return { ...offer, ...omitUndefined(person), cashBuy, depositSize: cashBuy ? 0 : offer.depositSize }
}

/** An offer is somebody's: its buyer cannot be made nameless. */
export const whyNotChangeBuyer = (offer: Pick<Offer, 'name'> | undefined, { name }: BuyerChange): ErrorCode | null =>
  offer && name !== undefined && name.trim() === '' ? 'BUYER_NAME_REQUIRED' : null
