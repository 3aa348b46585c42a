/** Placeholders for required addresses and numbers. */
export const erasedEmail = 'nobody@erased.invalid'

export const erasedTel = '0'

/** "Erased person K7Q2M9": the same pseudonym in every place. */
export type Pseudonym = { first: string; last: string }

export const pseudonymOf = (code: string): Pseudonym => ({ first: 'Erased', last: `person ${code}` })
export const isPseudonym = (name: string): boolean => name.startsWith(fullNameOf(pseudonymOf('')))

export const fullNameOf = ({ first, last }: Pseudonym): string => `${first} ${last}`
