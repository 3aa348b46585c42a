import { z } from 'zod'
import { Day, Id } from '../../common/wire.ts'

/** `time` is `HH:mm` in London, null if unknown; `notes` are the feedback. */
export const Viewing = z.object({ _id: Id, name: z.string(), when: Day, time: z.string().nullable(), notes: z.string() })
export type Viewing = z.output<typeof Viewing>
