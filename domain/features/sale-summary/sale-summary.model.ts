import { z } from 'zod'
import { Day, Id } from '../../common/wire.ts'

export const sentenceKinds = ['stands', 'last', 'waiting', 'trouble', 'ahead'] as const

const Proof = z.object({
  /** `entry`: of the record. `forecast`: how it was calculated. `list`: the screen that shows what was counted. */
  kind: z.enum(['entry', 'forecast', 'list']),
  /** Null for a forecast or a list. */
  eventId: Id.nullable(),
  /** The day of the entry, or that of the forecast or list. */
  on: Day,
  /** The address in the app, from the root. */
  path: z.string(),
})
export type Proof = z.output<typeof Proof>

export const SaleSentence = z.object({ kind: z.enum(sentenceKinds), text: z.string(), proofs: z.array(Proof) })
export type SaleSentence = z.output<typeof SaleSentence>
