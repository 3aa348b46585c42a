import { z } from 'zod'
import { Day, Email, Id, Tel } from '../../common/wire.ts'

/** `time` is `HH:mm` in London, null if unknown; `notes` are the feedback. */
export const Viewing = z.object({
  _id: Id,
  name: z.string(),
  when: Day,
  time: z.string().nullable(),
  notes: z.string(),
  email: Email.or(z.literal('')),
  tel: Tel,
  /** Whether they may be contacted again if a sale falls off; null: not asked. */
  mayContact: z.boolean().nullable(),
})
export type Viewing = z.output<typeof Viewing>
