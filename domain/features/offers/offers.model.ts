import { z } from 'zod'
import { Id, Money, Timestamp } from '../../common/wire.ts'
import { answeredShape } from '../../fields/fields.schemas.ts'
import { offerFields } from './offers.fields.ts'

export const Offer = z
  .object({
    _id: Id,
    ...answeredShape(offerFields),
    history: z.array(z.object({ amount: Money, createdon: Timestamp, note: z.string() })),
  })
  .meta({ id: 'Offer' })
export type Offer = z.output<typeof Offer>
