/** What a person writes to a vendor about what happened since the last update. Day design, section 7. */

export const maxUpdateText = 5000

/** Updates that one answer lists: the longest untold first. */
export const maxUpdatesListed = 100

/** "Due: sold or exchanged …; for sale likewise." */
export const updatePhases = ['sold', 'exchanged', 'forSale'] as const

/** Phase of a property whose sale fell off, until it is launched again: only an edited draft is still shown, and can be sent. */
export const phaseAfterFallOff = 'preForSale'

export const updateMeans = ['email', 'app', 'telephone'] as const
export type UpdateMeans = (typeof updateMeans)[number]

export const updateSkipReasons = ['spoke', 'nothing', 'other'] as const
export type UpdateSkipReason = (typeof updateSkipReasons)[number]

/** "Skipped: with a reason (spoke instead · nothing to say · other)." */
export const updateSkipReasonLabels: Record<UpdateSkipReason, string> = {
  spoke: 'Spoke instead',
  nothing: 'Nothing to say',
  other: 'Another reason',
}

/** Events after which an edited draft is about another state of the sale. */
export const updateOvertakers = ['fall-off', 'sale-restored'] as const
export type UpdateOvertaker = (typeof updateOvertakers)[number]
