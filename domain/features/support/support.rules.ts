import type { CallLimit } from '../../endpoint.ts'

/** Characters of a support request. */
export const minSupportCharacters = 3

export const supportLimits: readonly CallLimit[] = [{ name: 'support', per: 'person', most: 20, minutes: 60 }]
