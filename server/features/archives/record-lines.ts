import type { EventAuthor } from '@gya/domain/features/events/event-author.ts'
import { z } from 'zod'

/** The lines of `record/`. */

const bytes = (length: number) => z.base64().refine((text) => Buffer.from(text, 'base64').length === length)
const Instant = z.iso.datetime({ precision: 6 })
const data = z.record(z.string(), z.json())

export const UnsealedLine = z.object({
  eventId: z.uuid(),
  at: Instant,
  kind: z.string(),
  property: z.uuid().nullable(),
  user: z.uuid().nullable(),
  via: z.string(),
  viaId: z.uuid().nullable(),
  data,
  /** Absent in archives from before authors were recorded. */
  author: z.custom<EventAuthor>((value) => data.safeParse(value).success).nullish(),
})

export const EntryLine = UnsealedLine.extend({
  position: z.int().min(1),
  id: z.uuid(),
  salt: bytes(16).nullable(),
  digest: bytes(32),
  hash: bytes(32),
}).refine(({ id, eventId }) => id === eventId)

export const AmendmentLine = z.object({
  company_id: z.uuid(),
  position: z.int().min(1),
  ordinal: z.int().min(1),
  by_event_id: z.uuid(),
  salt: bytes(16).nullable(),
  digest: bytes(32),
})

export const KeyLine = z.object({
  id: z.string().regex(/^[0-9a-f]{8}$/),
  key: bytes(32),
  since: z.iso.datetime(),
  until: z.iso.datetime().nullable(),
})
