import { z } from 'zod'
import { pagedListOf, pagingQuery } from '../../common/paging.ts'
import { propertyParams } from '../../common/scope-params.ts'
import { Day, FileResponse, Id, Timestamp } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { type EventGroup, eventGroups } from '../events/event-kinds.ts'
import { Verdict } from './verdict.ts'

const groupNames = Object.keys(eventGroups) as EventGroup[]
export const Group = z.enum(groupNames)

/** Several groups as one parameter, separated by commas. */
const Groups = z.codec(
  z
    .string()
    .max(400)
    .refine((text) => text.split(',').every((one) => (groupNames as string[]).includes(one)), 'This is not a group of entries.'),
  z.array(Group),
  { decode: (text) => text.split(',') as EventGroup[], encode: (groups) => groups.join(',') },
)

/** "Filters with days turned round: 400, naming it." Trust design, section 8. */
export function refuseTurnedDays(
  { dateStart, dateEnd }: { dateStart?: string | undefined; dateEnd?: string | undefined },
  found: z.RefinementCtx,
): void {
  if (dateStart !== undefined && dateEnd !== undefined && dateEnd < dateStart)
    found.addIssue({ code: 'custom', path: ['dateEnd'], message: 'The last day is before the first.' })
}

const Who = z.object({ _id: Id, name: z.string(), role: z.string() })

/** An e-mail of an entry. */
const RecordEmail = z.object({
  _id: Id,
  subject: z.string(),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  /** What became of it: "Sent 22/10/2025 05:20pm". */
  delivery: z.string(),
  /** Why its text cannot be read; null: it can, as sent. */
  withoutText: z.string().nullable(),
  attachments: z.array(z.object({ _id: Id, fileName: z.string(), bytes: z.int() })),
})
export type RecordEmail = z.output<typeof RecordEmail>

export const RecordEntry = z.object({
  _id: Id,
  /** Null for some moments, until it is sealed, and for an e-mail without an entry of its own. */
  position: z.int().nullable(),
  at: Timestamp,
  kind: z.string(),
  group: Group,
  words: z.string(),
  facts: z.array(z.object({ what: z.string(), from: z.string().optional(), to: z.string().optional() })),
  /** Null for automatic changes. */
  author: Who.nullable(),
  /** From where, in words; empty for entries that do not say. */
  via: z.string(),
  /** It says that something was deleted: no filter hides it. */
  isDeletion: z.boolean(),
  /** Position of the erasure that replaced what it said. */
  replacedBy: z.int().nullable(),
  /** Of what it is about: when and by whom it was written, taken back. */
  remarks: z.array(z.string()),
  emails: z.array(RecordEmail),
})
export type RecordEntry = z.output<typeof RecordEntry>

export const readPropertyRecord = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/record',
  permission: 'record.view',
  summary: 'The sealed record of a property, filtered by days (both ends included), groups and author, with its gaps.',
  params: propertyParams,
  query: z
    .strictObject({
      ...pagingQuery(),
      groups: Groups.optional(),
      userId: Id.optional(),
      dateStart: Day.optional(),
      dateEnd: Day.optional(),
      /** Oldest first. */
      order: z.enum(['asc', 'desc']).optional(),
    })
    .superRefine(refuseTurnedDays),
  response: pagedListOf(RecordEntry).extend({
    /** Stretches without entry while the sale was open: the days of the entries around them. */
    gaps: z.array(z.object({ from: Day, until: Day, days: z.int() })),
    people: z.array(z.object({ _id: Id, name: z.string() })),
    /** The last verification of the company's record. */
    verdict: Verdict.nullable(),
    verifiedOn: Timestamp.nullable(),
    checkpoint: z.object({ position: z.int(), at: Timestamp }).nullable(),
    /** What a record file with this filter holds. */
    counts: z.object({ entries: z.int(), notesAndCalls: z.int(), emails: z.int(), documents: z.int(), documentBytes: z.int() }),
  }),
})

export const readRecordEmail = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/record/email/:mailId',
  permission: 'record.view',
  summary: 'An e-mail about a property as it was sent.',
  params: propertyParams.extend({ mailId: Id }),
  response: RecordEmail.extend({ bcc: z.array(z.string()), replyTo: z.string().nullable(), text: z.string() }),
})

export const downloadRecordEmailFile = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/record/email/:mailId/file/:fileId',
  permission: 'record.view',
  summary: 'A file that went with an e-mail about a property.',
  params: propertyParams.extend({ mailId: Id, fileId: Id }),
  responseTypes: ['application/octet-stream'],
  response: FileResponse,
})
