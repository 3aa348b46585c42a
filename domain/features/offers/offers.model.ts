import { z } from 'zod'
import { Day, Email, Id, Money, Tel, Timestamp } from '../../common/wire.ts'

/** P pending, A accepted, R rejected, W withdrawn. */
export const OfferState = z.enum(['P', 'A', 'R', 'W'], 'Choose a status.')

export const Offer = z.object({
  _id: Id,
  name: z.string(),
  amount: Money,
  when: Day,
  state: OfferState,
  acceptedOn: Day.nullable(),
  increasedOn: Day.nullable(),
  tel: Tel,
  email: Email.or(z.literal('')),
  depositSize: Money,
  cashBuy: z.boolean(),
  mip: z.boolean(),
  chain: z.boolean(),
  isRenting: z.boolean(),
  notes: z.string(),
  /** Whether they may be contacted again if the sale to somebody else falls off; null: not asked. */
  mayContact: z.boolean().nullable(),
  history: z.array(z.object({ amount: Money, createdon: Timestamp, note: z.string() })),
})
export type Offer = z.output<typeof Offer>
