/** Stands for a reference in a row that names its property by the address alone. */
export const addressRef = (identity: string): string => `@${identity}`
/** The address of such a reference; null: it is one of the other system. */
export const addressOfRef = (ref: string): string | null => (/^@[a-z\d]+ \S/.test(ref) ? ref.slice(1) : null)
