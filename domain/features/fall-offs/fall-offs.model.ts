import { z } from 'zod'
import { Id, Timestamp } from '../../common/wire.ts'
import { FallOffParty, FallOffPhase } from './fall-off-reasons.ts'

/** A sale that fell off, `saleResets` on the wire. `note` is the reason in words, `reason` one of the company's list. */
export const FallOff = z
  .object({
    _id: Id,
    acceptedOffer: z.object({ _id: Id.nullable(), name: z.string() }),
    note: z.string(),
    /** Null: not classified. */
    reason: z.object({ _id: Id, name: z.string() }).nullable(),
    party: FallOffParty.nullable(),
    /** The stage that the sale had reached. */
    phase: FallOffPhase.nullable(),
    /** Days from the acceptance of the offer to the fall-off; null if the day of acceptance is unknown. */
    daysUnderOffer: z.int().nonnegative().nullable(),
    createdon: Timestamp,
    restoredOn: Timestamp.nullable(),
  })
  .meta({ id: 'FallOff' })
export type FallOff = z.output<typeof FallOff>
