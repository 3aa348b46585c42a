import { z } from 'zod'
import { Id } from '../../common/wire.ts'
import { answeredShape } from '../../fields/fields.schemas.ts'
import { viewingFields } from './viewings.fields.ts'

/** `time` is `HH:mm` in London, null if unknown; `notes` are the feedback. */
export const Viewing = z.object({ _id: Id, ...answeredShape(viewingFields) })
export type Viewing = z.output<typeof Viewing>
