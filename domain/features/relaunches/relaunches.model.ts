import { z } from 'zod'
import { Day, Id } from '../../common/wire.ts'

/** A new marketing push with a date. */
export const Relaunch = z.object({ _id: Id, when: Day, notes: z.string() })
export type Relaunch = z.output<typeof Relaunch>
