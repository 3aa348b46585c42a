import { z } from 'zod'
import { pagedListOf, pagingQuery } from '../../common/paging.ts'
import { propertyParams } from '../../common/scope-params.ts'
import { Day, Id, Timestamp } from '../../common/wire.ts'
import { endpoint, liveSubjects } from '../../endpoint.ts'
import { historyAnswer } from '../assistants/answers.ts'
import { type EventGroup, eventGroups } from './event-kinds.ts'

const Group = z.enum(Object.keys(eventGroups) as EventGroup[])
const Who = z.object({ _id: Id, name: z.string() })

const HistoryEntry = z.object({
  _id: Id,
  at: Timestamp,
  kind: z.string(),
  group: Group,
  words: z.string(),
  /** `from` is absent if there was no value before or it is not shown. */
  facts: z.array(z.object({ what: z.string(), from: z.string().optional(), to: z.string().optional() })),
  /** Null for automatic changes. */
  author: Who.nullable(),
  /** Whether it was recorded later than at its own time. */
  remarks: z.array(z.string()),
})

/** A property's history. Not in the specification: "the history shown on the property" ([domain, Record](docs/design/domain.md#record)). */
export const readHistory = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/history',
  permission: 'property.view',
  liveFor: liveSubjects,
  summary: 'The history of a property, newest first, filtered by kind, author and date (both ends included).',
  params: propertyParams,
  query: z.strictObject({
    ...pagingQuery(),
    group: Group.optional(),
    userId: Id.optional(),
    dateStart: Day.optional(),
    dateEnd: Day.optional(),
  }),
  response: pagedListOf(HistoryEntry).extend({
    /** All authors of this property's events, for the filter. */
    people: z.array(Who),
  }),
  assistant: {
    tool: 'read_sale_history',
    scope: 'event:read',
    title: 'History of a sale',
    description: 'What happened on a property, newest first, with who did it. The words lie under quoted.',
    answer: historyAnswer,
  },
})
