import { z } from 'zod'
import { Day, Timestamp } from '../../common/wire.ts'

/** One entry of the expected exchange of the current sale. */
export const ExchangeEntry = z.object({
  /** Null: it was removed. */
  on: Day.nullable(),
  before: Day.nullable(),
  /** True for the undoing of an entry. */
  undone: z.boolean(),
  reason: z.string(),
  at: Timestamp,
  /** Name of the author; null for automatic changes. */
  by: z.string().nullable(),
})
export type ExchangeEntry = z.output<typeof ExchangeEntry>

/** The typed dates of a sale. The completion date, once agreed, takes over from `expectedCompletion`. */
export const ExpectedDates = z.object({
  expectedExchange: Day.nullable(),
  expectedCompletion: Day.nullable(),
  mortgageOfferExpires: Day.nullable(),
  /** Whether the vendor portal shows the expected days. */
  shareExpected: z.boolean(),
})
export type ExpectedDates = z.output<typeof ExpectedDates>
