import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { Day, Id, Timestamp } from '../../common/wire.ts'
import { endpoint, liveSubjects } from '../../endpoint.ts'
import { dayKinds } from './day.model.ts'

const Address = z.object({ line1: z.string(), postcode: z.string() }).nullable()

const DayLine = z.object({
  at: Timestamp,
  kind: z.enum(dayKinds),
  words: z.string(),
  /** `null` for an act about several sales or none. */
  propertyId: Id.nullable(),
  branchId: Id.nullable(),
  address: Address,
  /** Only while it can be undone. */
  undoId: Id.nullable(),
  /** When it was undone. */
  undoneOn: Timestamp.nullable(),
})
const DayPromise = z.object({
  kind: z.enum(['promise', 'callback', 'task', 'move']),
  words: z.string(),
  /** London time, `HH:mm`. */
  at: z.string().nullable(),
  /** Its card is that of this party; of a task without a party that of the sale. */
  partyRef: z.string().nullable(),
  partyName: z.string(),
  propertyId: Id.nullable(),
  branchId: Id.nullable(),
  address: Address,
})

export const readDay = endpoint({
  method: 'GET',
  path: '/today/:companyId/day',
  permission: 'day.work',
  liveFor: liveSubjects,
  readsFromStandby: true,
  summary:
    'List the caller’s own acts of a day from the record, newest first, with their sum; of today also what is promised for the next weekday.',
  params: companyParams,
  /** By default today, at most 30 days back. */
  query: z.strictObject({ on: Day.optional() }),
  response: z.object({
    on: Day,
    lines: z.array(DayLine),
    /** "14 calls (9 spoke, 3 messages, 2 no answer) · 6 e-mails"; empty if nothing counts. */
    sum: z.string(),
    /** Promises, call-backs, tasks and moves of the days up to the next weekday; `overdue` counts the first three. `null` for an earlier day. */
    promises: z.object({ on: Day, items: z.array(DayPromise), overdue: z.int() }).nullable(),
  }),
})
