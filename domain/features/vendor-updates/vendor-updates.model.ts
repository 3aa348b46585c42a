/** Updates that a person writes to a vendor about the events since the last one. [day §7](docs/design/day.md#7). */

export const maxUpdateText = 5000

/** Maximum number of listed updates, longest without an update first. */
export const maxUpdatesListed = 100

/** "Due: sold or exchanged …; for sale likewise." */
export const updatePhases = ['sold', 'exchanged', 'forSale'] as const

/** Phase of a property after a fall-off until it is launched again. Only edited drafts are listed and can be sent. */
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

/** Events that make an edited draft outdated. */
export const updateOvertakers = ['fall-off', 'sale-restored', 'exchanged'] as const
export type UpdateOvertaker = (typeof updateOvertakers)[number]
