import type { SearchParams } from '../../lib/url-state/search-params.ts'

/** Search parameters of a full card: the party, and the parameters that define the groups of Today and their order. */
export const cardParams = ({ who, branches, by, groups, q }: SearchParams, partyRef: string): SearchParams => ({
  ...todayParams({ who, branches, by, groups, q }),
  party: partyRef,
})

/** Search parameters of the list that a full card was opened from. */
export const todayParams = ({ who, branches, by, groups, q }: SearchParams): SearchParams => ({ who, branches, by, groups, q })
