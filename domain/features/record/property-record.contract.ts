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
    .refine((text) => text.split(',').every((one) => (groupNames as string[]).includes(one)), 'Unknown group of entries.'),
  z.array(Group),
  { decode: (text) => text.split(',') as EventGroup[], encode: (groups) => groups.join(',') },
)

/** "Filters with days turned round: 400, naming it." [trust §8](docs/design/trust.md#8). */
export function refuseTurnedDays(
  { dateStart, dateEnd }: { dateStart?: string | undefined; dateEnd?: string | undefined },
  found: z.RefinementCtx,
): void {
  if (dateStart !== undefined && dateEnd !== undefined && dateEnd < dateStart)
    found.addIssue({ code: 'custom', path: ['dateEnd'], message: 'The last day is before the first.' })
}

const Who = z.object({ _id: Id, name: z.string(), role: z.string() })

/** An e-mail that belongs to an entry. */
const RecordEmail = z.object({
  _id: Id,
  subject: z.string(),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  /** Delivery state: "Sent 22/10/2025 05:20pm". */
  delivery: z.string(),
  /** Why the text cannot be shown; `null` if it can. */
  withoutText: z.string().nullable(),
  attachments: z.array(z.object({ _id: Id, fileName: z.string(), bytes: z.int() })),
})
export type RecordEmail = z.output<typeof RecordEmail>

export const RecordEntry = z.object({
  _id: Id,
  /** `null` until the entry is sealed, and for e-mails without an entry. */
  position: z.int().nullable(),
  at: Timestamp,
  kind: z.string(),
  group: Group,
  words: z.string(),
  facts: z.array(z.object({ what: z.string(), from: z.string().optional(), to: z.string().optional() })),
  /** `null` for automatic changes. */
  author: Who.nullable(),
  /** Where the change was made; empty for entries that do not record it. */
  via: z.string(),
  /** Whether the entry is a deletion, which no filter hides. */
  isDeletion: z.boolean(),
  /** Position of the erasure that replaced the data of the entry. */
  replacedBy: z.int().nullable(),
  /** Remarks on the subject of the entry: by whom and when it was written or withdrawn. */
  remarks: z.array(z.string()),
  emails: z.array(RecordEmail),
})
export type RecordEntry = z.output<typeof RecordEntry>

export const readPropertyRecord = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/record',
  permission: 'record.view',
  summary: 'Get the sealed record of a property with its gaps, filtered by days (inclusive), groups and author.',
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
    /** Periods without an entry while the sale was open: the days of the entries before and after. */
    gaps: z.array(z.object({ from: Day, until: Day, days: z.int() })),
    people: z.array(z.object({ _id: Id, name: z.string() })),
    /** The last verification of the company's record. */
    verdict: Verdict.nullable(),
    verifiedOn: Timestamp.nullable(),
    checkpoint: z.object({ position: z.int(), at: Timestamp }).nullable(),
    /** The contents of a record file with this filter. */
    counts: z.object({ entries: z.int(), notesAndCalls: z.int(), emails: z.int(), documents: z.int(), documentBytes: z.int() }),
  }),
})

export const readRecordEmail = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/record/email/:mailId',
  permission: 'record.view',
  summary: 'Get an e-mail about a property as it was sent.',
  params: propertyParams.extend({ mailId: Id }),
  response: RecordEmail.extend({ bcc: z.array(z.string()), replyTo: z.string().nullable(), text: z.string() }),
})

export const downloadRecordEmailFile = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/record/email/:mailId/file/:fileId',
  permission: 'record.view',
  summary: 'Get an attachment of an e-mail about a property.',
  params: propertyParams.extend({ mailId: Id, fileId: Id }),
  responseTypes: ['application/octet-stream'],
  response: FileResponse,
})
