type OneLine = { line1: string; line2?: string | undefined; town?: string | undefined; postcode: string }

/**
 * One-line address without empty parts: `27 Rodway Road, Tilehurst, Reading, RG30 6DT`. Use it for every one-line
 * address.
 */
export const addressLine = ({ line1, line2, town, postcode }: OneLine): string =>
  [line1, line2, town, postcode].filter(Boolean).join(', ')

/** Default of address forms: "Country is a list with United Kingdom chosen." Corrections issue, section 6. */
export const defaultCountry = 'United Kingdom'
