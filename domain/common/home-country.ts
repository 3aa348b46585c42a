/** The country that forms begin with: "Country is a list with United Kingdom chosen." Issue 15, section 6. */
export const defaultCountry = 'United Kingdom'
