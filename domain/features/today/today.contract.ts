import { z } from 'zod'
import { Paging, pagingQuery } from '../../common/paging.ts'
import { companyParams } from '../../common/scope-params.ts'
import { Day, Id, Ids, Timestamp } from '../../common/wire.ts'
import { endpoint, liveSubjects } from '../../endpoint.ts'
import { todayAnswer } from '../assistants/answers.ts'
import { saleRoles } from '../property-contacts/parties.ts'
import { phases } from '../timeline/phase.ts'
import { actionItemKinds } from './action-item.model.ts'
import { snoozeReasons } from './rank.ts'
import { Group, GroupCounts, TodayCounts, todayFilters } from './today-counts.contract.ts'

/** Reference of an action item. `subjectId` is the property or, for a task without a sale, the task. */
export const ActionItemRef = z.strictObject({ subjectId: Id, key: z.string().regex(/^[a-z]{1,20}(:[0-9a-z-]{1,40})?$/) })
export type ActionItemRef = z.infer<typeof ActionItemRef>

/** The party of an action item. `ref` is `poc:<id>`, `firm:<id>`, `vendor:<userId>`, `buyer:<propertyId>`, `additional:<id>` or `self`. */
export const ActionParty = z.object({
  ref: z.string(),
  role: z.enum(saleRoles),
  name: z.string(),
  /** Empty for a private person, and for a firm itself. */
  firm: z.string(),
  tel: z.string(),
  email: z.string(),
  /** Day of the last conversation with the outcome spoke or promised. */
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
  /** The group that counts the item. */
  group: Group,
  blocked: z.boolean(),
  /** Since when a blocked step has been delayed; `dueOn` is earlier if it was due before. */
  delayedOn: Day.nullable(),
  /** Without a day: "Searches back". `describeItem` adds how late it is. */
  description: z.string(),
  /** Due day, from which lateness is counted. */
  dueOn: Day,
  /** London time, `HH:mm`. */
  dueAt: z.string().nullable(),
  /** Negative before `dueOn`. */
  daysLate: z.int(),
  /** Day of the move, expiry or expected exchange itself; `null` for other kinds. */
  happensOn: Day.nullable(),
  points: z.int(),
  /** Pounds × lateness × nearness ÷ 100 = points. */
  arithmetic: z.object({ fee: z.int(), lateness: z.number(), nearness: z.number() }),
  expectedExchange: Day.nullable(),
  /** The agreed day; after the exchange the list shows it in place of the expected one. */
  completionDate: Day.nullable(),
  /**
   * The step or link that decides the exchange of its sale in today's forecast. `isThis`: whether it is this action. Does not affect the
   * rank.
   */
  decides: z.object({ words: z.string(), isThis: z.boolean() }).nullable(),
  /** Sale progress in percent; `null` without a sale. */
  progress: z.int().nullable(),
  /** Expected fee in whole pounds; `null` if unknown. */
  fee: z.int().nullable(),
  /** When the vendor (for the buyer's silence: the buyer) was last updated. */
  lastUpdatedOn: Day.nullable(),
  /** Also set after it has ended: a promise is broken after its day. */
  snooze: z.object({ until: Timestamp, reason: z.enum(snoozeReasons) }).nullable(),
  /** Number of consecutive unanswered attempts. */
  attempts: z.int(),
  /** The conversation that set the snooze. */
  lastConversation: z
    .object({
      on: Day,
      outcome: z.enum(['spoke', 'leftMessage', 'noAnswer', 'promised', 'emailed']),
      /** Day of the promise. */
      promisedOn: Day.nullable(),
    })
    .nullable(),
  canComplete: z.boolean(),
  /** Version of the property; `null` without a sale. */
  version: z.int().nullable(),
  party: ActionParty.nullable(),
})
export type ActionItem = z.infer<typeof ActionItem>

/**
 * `dueNow`: call-backs and tasks that are due at this time, always first. `party`: a person or firm. `nobody`: items without
 * a contact. `desk`: tasks and news. `list`: the flat list by rank, and of waiting items.
 */
const groupKinds = ['dueNow', 'party', 'nobody', 'sale', 'desk', 'list'] as const

export const ActionGroup = z.object({
  /** Unique in a response. */
  ref: z.string(),
  kind: z.enum(groupKinds),
  party: ActionParty.nullable(),
  /** Number of sales in which the party has each role. */
  roles: z.array(z.object({ role: z.enum(saleRoles), sales: z.int() })),
  points: z.int(),
  count: z.int(),
  sales: z.int(),
  /** Sum of the expected fees of its sales in pounds. */
  feeAtRisk: z.int(),
  /** At most 50. */
  actionItems: z.array(ActionItem),
  /** Number of items omitted from `actionItems`. */
  more: z.int(),
})
export type ActionGroup = z.infer<typeof ActionGroup>

export const readToday = endpoint({
  method: 'GET',
  path: '/today/:companyId',
  permission: 'day.view',
  liveFor: liveSubjects,
  readsFromStandby: true,
  summary:
    'List the action items of today, grouped and ranked. Pages contain groups, or action items with `by=rank` and of waiting ones.',
  params: companyParams,
  query: z.strictObject({
    ...todayFilters,
    propertyId: Id.optional(),
    ...pagingQuery(),
    by: z.enum(['person', 'firm', 'sale', 'rank'], 'Use person, firm, sale or rank.').optional(),
    state: z.enum(['now', 'waiting'], 'Use now or waiting.').optional(),
  }),
  response: z.object({
    today: Day,
    counts: TodayCounts,
    groups: z.array(ActionGroup),
    paging: Paging,
  }),
  assistant: {
    tool: 'read_today',
    scope: 'day:read',
    title: 'Today',
    description:
      'What is due today and whom to call, in order of the money at risk: each party with telephone, items, days late and points. Without `who`: your own sales.',
    answer: todayAnswer,
  },
})

export const TodayPerson = z.object({
  /** `null`: sales without a progressor. */
  userId: Id.nullable(),
  name: z.string().nullable(),
  sales: z.int(),
  actionItems: z.int(),
  groups: GroupCounts,
  promisesBroken: z.int(),
  vendorsNotUpdated: z.int(),
  oldestDueOn: Day.nullable(),
  points: z.int(),
  /** Sum of the expected fees, in pounds, of sales with an overdue item. */
  feeAtRisk: z.int(),
})
export type TodayPerson = z.infer<typeof TodayPerson>

export const readTodayPeople = endpoint({
  method: 'GET',
  path: '/today/:companyId/people',
  permission: 'day.view',
  liveFor: liveSubjects,
  readsFromStandby: true,
  summary:
    'List one row per sales progressor, and one for sales without a progressor. Managers see every row of their reach, others their own and that of nobody.',
  params: companyParams,
  query: z.strictObject({ branchIds: Ids.optional() }),
  response: z.object({ data: z.array(TodayPerson) }),
})
