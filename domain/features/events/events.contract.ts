import { z } from 'zod'
import { pagedListOf, pagingQuery } from '../../common/paging.ts'
import { Day, Id, Timestamp } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { propertyParams } from '../properties/properties.model.ts'
import { type EventGroup, eventGroups } from './event-kinds.ts'

const Group = z.enum(Object.keys(eventGroups) as EventGroup[])
const Who = z.object({ _id: Id, name: z.string() })

const HistoryEntry = z.object({
  _id: Id,
  at: Timestamp,
  kind: z.string(),
  group: Group,
  /** What happened. */
  words: z.string(),
  /** What changed: `from` is absent where nothing was there before or it is not told. */
  facts: z.array(z.object({ what: z.string(), from: z.string().optional(), to: z.string().optional() })),
  /** Null for what nobody did by hand. */
  author: Who.nullable(),
})

/** The record of a property as people read it. Not the specification's: "the history shown on the property" (domain decisions, "Record"). */
export const readHistory = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/history',
  permission: 'property.view',
  summary: 'What happened to a property, the newest first, by kind, author and day (both days included).',
  params: propertyParams,
  query: z.strictObject({
    ...pagingQuery(),
    group: Group.optional(),
    userId: Id.optional(),
    dateStart: Day.optional(),
    dateEnd: Day.optional(),
  }),
  response: pagedListOf(HistoryEntry).extend({
    /** Everybody whose entries this property has, for the filter. */
    people: z.array(Who),
  }),
})
