import { z } from 'zod'

/** An address or a place that a lookup suggests. */
export const AddressSuggestion = z.object({
  address: z.object({
    line1: z.string(),
    line2: z.string(),
    town: z.string(),
    county: z.string(),
    country: z.string(),
    postcode: z.string(),
  }),
  /** The company's own addresses, the configured address service, or streets and towns of public price-paid data. */
  source: z.enum(['company', 'service', 'places']),
  /** Postcodes there begin with one of these, where the postcode itself is not known. */
  sectors: z.array(z.string()),
})
export type AddressSuggestion = z.output<typeof AddressSuggestion>
