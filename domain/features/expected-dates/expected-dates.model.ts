import { z } from 'zod'
import { Day, Id, Timestamp } from '../../common/wire.ts'

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

/** In `bStaffIds` and `negotiatorIds`: properties without one. */
export const nobodyStaffId = 'none'

/** Colleagues, comma-separated; `none` for properties without one. */
const StaffIds = z
  .string()
  .toLowerCase()
  .max(4000, 'Choose fewer.')
  .refine(
    (text) => text.split(',').every((id) => id === nobodyStaffId || Id.safeParse(id).success),
    'Use ids, or the word none, with commas between them.',
  )

/** Filters of report and properties list. */
export const expectedFilters = {
  bStaffIds: StaffIds.optional(),
  negotiatorIds: StaffIds.optional(),
  /** Expected exchange of sales agreed, both ends included. */
  expectedFrom: Day.optional(),
  expectedUntil: Day.optional(),
  /** 1: sold, without an expected exchange. */
  expectedMissing: z.enum(['0', '1'], 'Use 0 or 1.').optional(),
}
