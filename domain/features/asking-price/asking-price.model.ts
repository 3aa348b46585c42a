import { z } from 'zod'
import { Day, Id, Money, Timestamp } from '../../common/wire.ts'

/** "0 guide price, 1 offers in region of, 2 offers over, 3 fixed price (label 'Asking price'), 4 price on application." */
export const priceOptionLabels = {
  0: 'Guide price',
  1: 'Offers in region of',
  2: 'Offers over',
  3: 'Asking price',
  4: 'Price on application',
} as const
export const PriceOption = z.union(
  [z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)],
  'Choose a price option.',
)
export type PriceOption = z.output<typeof PriceOption>

export const AskingAmount = Money.refine((amount) => amount <= 100_000_000_000, 'This amount is too large.')

export const AskingPrice = z.object({
  _id: Id,
  price: Money,
  effectiveDate: Day,
  priceOption: PriceOption,
  createdon: Timestamp,
})
export type AskingPrice = z.output<typeof AskingPrice>
