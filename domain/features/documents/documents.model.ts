import { z } from 'zod'
import { Id, Timestamp, Version } from '../../common/wire.ts'

/** A file of a property, without its content. */
export const PropertyDocument = z.object({
  _id: Id,
  note: z.string(),
  file: z.object({ fileName: z.string(), originalByteSize: z.int() }),
  /** Virus scan pending: the document cannot be downloaded or e-mailed yet. */
  beingChecked: z.boolean(),
  createdon: Timestamp,
  /** Null if the account was deleted. */
  addedBy: z.string().nullable(),
  version: Version,
})
export type PropertyDocument = z.output<typeof PropertyDocument>
