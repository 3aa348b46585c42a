import { z } from 'zod'

/** "Address typeahead and vendor search: minimum 3 characters, 800 ms delay." [property §9](docs/design/property.md#9). */
export const minSearchLength = 3

/** An address or place suggested by a lookup. */
export const AddressSuggestion = z.object({
  address: z.object({
    line1: z.string(),
    line2: z.string(),
    town: z.string(),
    county: z.string(),
    country: z.string(),
    postcode: z.string(),
  }),
  /**
   * `company`: the company's own addresses; `service`: the configured address service; `places`: streets and towns of
   * public price-paid data.
   */
  source: z.enum(['company', 'service', 'places']),
  /** Postcode sectors of a street or town whose postcode is not known. */
  sectors: z.array(z.string()),
})
export type AddressSuggestion = z.output<typeof AddressSuggestion>
