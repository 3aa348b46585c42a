import type { Offer } from '../offers/offers.model.ts'

/** What a row of a sale says of its buyer besides name, price and day: fields of the accepted offer. */
export const buyerKeys = [
  'cashBuy',
  'tel',
  'email',
  'depositSize',
  'mip',
  'isRenting',
  'notes',
] as const satisfies (keyof Offer)[]
