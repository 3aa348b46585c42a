import { z } from 'zod'
import { Paging, pagingQuery } from '../../common/paging.ts'
import { companyParams } from '../../common/scope-params.ts'
import { Day, Id, Ids, Timestamp } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { saleRoles } from '../property-contacts/parties.ts'
import { phases } from '../timeline/phase.ts'
import { actionItemKinds } from './action-item.model.ts'
import { Group, GroupCounts, TodayCounts, todayFilters } from './today-counts.contract.ts'

/** Names an action item: `subjectId` is the property or, for a task of no sale, the task. */
export const ActionItemRef = z.strictObject({ subjectId: Id, key: z.string().regex(/^[a-z]{1,20}(:[0-9a-z-]{1,40})?$/) })
export type ActionItemRef = z.infer<typeof ActionItemRef>

/** Whom an action item is to be taken up with. `ref` is `poc:<id>`, `firm:<id>`, `vendor:<userId>`, `buyer:<propertyId>`, `additional:<id>` or `self`. */
export const ActionParty = z.object({
  ref: z.string(),
  role: z.enum(saleRoles),
  name: z.string(),
  /** Empty for a private person, and for a firm whose name is `name`. */
  firm: z.string(),
  tel: z.string(),
  email: z.string(),
  /** Day of the last conversation with outcome spoke or promised. */
  lastSpoke: Day.nullable(),
})
export type ActionParty = z.infer<typeof ActionParty>

export const ActionItem = z.object({
  ...ActionItemRef.shape,
  propertyId: Id.nullable(),
  branchId: Id.nullable(),
  address: z.object({ line1: z.string(), postcode: z.string() }).nullable(),
  phase: z.enum(phases).nullable(),
  kind: z.enum(actionItemKinds),
  /** The chip it is counted under. */
  group: Group,
  blocked: z.boolean(),
  /** Without a day: "Searches back". `describeLateness` gives the rest. */
  description: z.string(),
  /** Day that lateness counts from. */
  dueOn: Day,
  /** London time, `HH:mm`. */
  dueAt: z.string().nullable(),
  /** Negative before `dueOn`. */
  daysLate: z.int(),
  /** Day of the move, expiry or expected exchange itself; null for other kinds. */
  happensOn: Day.nullable(),
  points: z.int(),
  /** Pounds × lateness × nearness ÷ 100 = points. */
  arithmetic: z.object({ fee: z.int(), lateness: z.number(), nearness: z.number() }),
  expectedExchange: Day.nullable(),
  /** What decides the exchange of its sale by today's forecast; `isThis`: this action. The rank does not know of it. */
  decides: z.object({ words: z.string(), isThis: z.boolean() }).nullable(),
  /** Sale progress in percent; null without a sale. */
  progress: z.int().nullable(),
  /** Expected fee in whole pounds, null if unknown. */
  fee: z.int().nullable(),
  /** When the vendor (or, for the buyer's silence, the buyer) was last updated. */
  lastUpdatedOn: Day.nullable(),
  /** Also after it has run out: a promise whose day has passed is a broken one. */
  snooze: z.object({ until: Timestamp, reason: z.enum(['snoozed', 'chased', 'promised']) }).nullable(),
  /** Unanswered in a row. */
  attempts: z.int(),
  /** The conversation that set the snooze. */
  lastConversation: z
    .object({ on: Day, outcome: z.enum(['spoke', 'leftMessage', 'noAnswer', 'promised', 'emailed']) })
    .nullable(),
  canComplete: z.boolean(),
  /** Version of the property; null without a sale. */
  version: z.int().nullable(),
  party: ActionParty.nullable(),
  /** Only in the list of what was done today. */
  settledOn: Timestamp.nullable(),
})
export type ActionItem = z.infer<typeof ActionItem>

/**
 * `dueNow`: call-backs and tasks whose time has come, always first. `party`: a person or firm. `nobody`: items without
 * anybody to contact. `desk`: tasks and news. `list`: the flat list by rank, of what is waiting and of what is done.
 */
const groupKinds = ['dueNow', 'party', 'nobody', 'sale', 'desk', 'list'] as const

export const ActionGroup = z.object({
  /** Unique in an answer. */
  ref: z.string(),
  kind: z.enum(groupKinds),
  party: ActionParty.nullable(),
  /** In how many sales the party has which role. */
  roles: z.array(z.object({ role: z.enum(saleRoles), sales: z.int() })),
  points: z.int(),
  count: z.int(),
  sales: z.int(),
  /** Expected fees of its sales in pounds, each once. */
  feeAtRisk: z.int(),
  /** At most 50. */
  actionItems: z.array(ActionItem),
  /** How many are left out of `actionItems`. */
  more: z.int(),
})
export type ActionGroup = z.infer<typeof ActionGroup>

/** While a company's action items are made for the first time: how many of its sales are in the list. */
const Preparing = z.object({ done: z.int(), total: z.int() }).nullable()

export const readToday = endpoint({
  method: 'GET',
  path: '/today/:companyId',
  permission: 'day.view',
  readsFromStandby: true,
  summary: 'What to do today, grouped and ranked. Pages over groups, or over action items with `by=rank` and other states.',
  params: companyParams,
  query: z.strictObject({
    ...todayFilters,
    ...pagingQuery(),
    by: z.enum(['person', 'firm', 'sale', 'rank'], 'Use person, firm, sale or rank.').optional(),
    state: z.enum(['now', 'waiting', 'done'], 'Use now, waiting or done.').optional(),
  }),
  response: z.object({
    today: Day,
    preparing: Preparing,
    counts: TodayCounts,
    groups: z.array(ActionGroup),
    paging: Paging,
  }),
})

export const TodayPerson = z.object({
  /** Null: sales of nobody. */
  userId: Id.nullable(),
  name: z.string().nullable(),
  sales: z.int(),
  actionItems: z.int(),
  groups: GroupCounts,
  promisesBroken: z.int(),
  vendorsNotUpdated: z.int(),
  oldestDueOn: Day.nullable(),
  points: z.int(),
  /** Expected fees of the sales with an overdue item in pounds, each once. */
  feeAtRisk: z.int(),
})
export type TodayPerson = z.infer<typeof TodayPerson>

export const readTodayPeople = endpoint({
  method: 'GET',
  path: '/today/:companyId/people',
  permission: 'day.view',
  readsFromStandby: true,
  summary: 'One row per sales progressor, and one for the sales of nobody.',
  params: companyParams,
  query: z.strictObject({ branchIds: Ids.optional() }),
  response: z.object({ preparing: Preparing, data: z.array(TodayPerson) }),
})
