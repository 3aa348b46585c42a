import { z } from 'zod'
import { Id, Timestamp } from '../../common/wire.ts'

/** A sale that fell off, `saleResets` on the wire. `note` is the reason. */
export const FallOff = z.object({
  _id: Id,
  acceptedOffer: z.object({ _id: Id.nullable(), name: z.string() }),
  note: z.string(),
  createdon: Timestamp,
  restoredOn: Timestamp.nullable(),
})
export type FallOff = z.output<typeof FallOff>
