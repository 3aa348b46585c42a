type OneLine = { line1: string; line2?: string | undefined; town?: string | undefined; postcode: string }

/**
 * An address in one line, of the parts that there are: `27 Rodway Road, Tilehurst, Reading, RG30 6DT`. Every one-line address
 * is written by this function.
 */
export const addressLine = ({ line1, line2, town, postcode }: OneLine): string =>
  [line1, line2, town, postcode].filter(Boolean).join(', ')

/** The country that forms begin with: "Country is a list with United Kingdom chosen." Issue 15, section 6. */
export const defaultCountry = 'United Kingdom'
