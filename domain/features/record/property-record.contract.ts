import { z } from 'zod'
import { pagedListOf, pagingQuery } from '../../common/paging.ts'
import { propertyParams } from '../../common/scope-params.ts'
import { Day, Id, Timestamp } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { type EventGroup, eventGroups } from '../events/event-kinds.ts'
import { Verdict } from './verdict.ts'

const groupNames = Object.keys(eventGroups) as EventGroup[]
const Group = z.enum(groupNames)

/** Several groups as one parameter, separated by commas. */
const Groups = z.codec(
  z
    .string()
    .max(400)
    .refine((text) => text.split(',').every((one) => (groupNames as string[]).includes(one)), 'This is not a group of entries.'),
  z.array(Group),
  { decode: (text) => text.split(',') as EventGroup[], encode: (groups) => groups.join(',') },
)

const Who = z.object({ _id: Id, name: z.string(), role: z.string() })

const RecordEntry = z.object({
  _id: Id,
  /** Null for some moments, until it is sealed. */
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
})

export const readPropertyRecord = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/record',
  permission: 'record.view',
  summary: 'The sealed record of a property, filtered by days (both ends included), groups and author, with its gaps.',
  params: propertyParams,
  query: z.strictObject({
    ...pagingQuery(),
    groups: Groups.optional(),
    userId: Id.optional(),
    dateStart: Day.optional(),
    dateEnd: Day.optional(),
    /** Oldest first. */
    order: z.enum(['asc', 'desc']).optional(),
  }),
  response: pagedListOf(RecordEntry).extend({
    /** Stretches without entry while the sale was open: the days of the entries around them. */
    gaps: z.array(z.object({ from: Day, until: Day, days: z.int() })),
    people: z.array(z.object({ _id: Id, name: z.string() })),
    /** The last verification of the company's record. */
    verdict: Verdict.nullable(),
    verifiedOn: Timestamp.nullable(),
    checkpoint: z.object({ position: z.int(), at: Timestamp }).nullable(),
  }),
})
