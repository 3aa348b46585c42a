import type { DateOnly } from '@gya/domain/common/dates.ts'
import { unlikelyDeposit, unlikelyOffer, unlikelyOfferDay } from '@gya/domain/common/unlikely-values.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { addOffer } from '@gya/domain/features/offers/offers.contract.ts'

/** The whole property, as every save of an offer answers it. */
export type PropertyWithOffers = Wire<typeof addOffer, 'response'>
export type WireOffer = PropertyWithOffers['offers'][number]
export type OfferState = WireOffer['state']
type NewOffer = Wire<typeof addOffer, 'body'>

/** An offer as its form holds it: an empty field is '' or null, a radio that nobody has chosen yet null. */
export type OfferValues = {
  name: string
  amount: number | null
  email: string
  tel: string
  state: OfferState
  cashBuy: boolean | null
  depositSize: number | null
  chain: boolean | null
  when: DateOnly | null
  /** Shown and sent only while the offer is accepted. */
  acceptedOn: DateOnly | null
  mip: boolean
  isRenting: boolean
  notes: string
}

/** An offer that is still to be made: pending, on `today`. */
export const newOffer = (today: DateOnly): OfferValues => ({
  name: '',
  amount: null,
  email: '',
  tel: '',
  state: 'P',
  cashBuy: null,
  depositSize: null,
  chain: null,
  when: today,
  acceptedOn: null,
  mip: false,
  isRenting: false,
  notes: '',
})

export const valuesOf = (offer: WireOffer): OfferValues => ({
  name: offer.name,
  amount: offer.amount,
  email: offer.email,
  tel: offer.tel,
  state: offer.state,
  cashBuy: offer.cashBuy,
  depositSize: offer.cashBuy ? 0 : offer.depositSize || null,
  chain: offer.chain,
  when: offer.when,
  acceptedOn: offer.acceptedOn,
  mip: offer.mip,
  isRenting: offer.isRenting,
  notes: offer.notes,
})

/**
 * What the calls take. No deposit is 0 there and an empty field here; a cash buyer's is 0. What must not be empty goes as it is: the contract
 * refuses it in words, under its field.
 */
export const bodyOf = ({ acceptedOn, ...values }: OfferValues): NewOffer =>
  ({
    ...values,
    depositSize: values.cashBuy ? 0 : (values.depositSize ?? 0),
    ...(values.state === 'A' ? { acceptedOn } : {}),
  }) as NewOffer

export const doubtsOf = (
  { amount, when, cashBuy, depositSize }: OfferValues,
  { currentAskingPrice }: PropertyWithOffers['mi'],
  today: DateOnly,
) => [
  unlikelyOffer(amount, currentAskingPrice),
  cashBuy ? null : unlikelyDeposit(depositSize, amount),
  unlikelyOfferDay(when, today),
]

/** The fields' names on screen, by their paths. */
export const offerLabels: Record<keyof OfferValues, string> = {
  name: 'Buyer name',
  amount: 'Amount',
  email: 'E-mail',
  tel: 'Telephone',
  state: 'Status',
  cashBuy: 'Payment',
  depositSize: 'Deposit size',
  chain: 'Chain',
  when: 'Offered on',
  acceptedOn: 'Accepted on',
  mip: 'Mortgage in principle',
  isRenting: 'Renting',
  notes: 'Notes',
}
