import { z } from 'zod'
import { pagedListOf, pagingQuery } from '../../common/paging.ts'
import { companyParams, propertyParams } from '../../common/scope-params.ts'
import { Day, Id, Ids, paragraph, Timestamp, TimestampInput } from '../../common/wire.ts'
import { endpoint, liveSubjects } from '../../endpoint.ts'
import { partyAnswer } from '../assistants/answers.ts'
import { PartyRef, SaleParty, saleRoles } from '../property-contacts/parties.ts'
import { Phase } from '../timeline/timeline.schemas.ts'
import { ActionItem } from '../today/today.contract.ts'
import {
  conversationChannels,
  conversationOutcomes,
  maxConversationNote,
  maxConversationSales,
  maxVendorText,
} from './conversations.model.ts'

/** Conversations and the parties involved. Not in the specification: [day §4](docs/design/day.md#4). */

const Outcome = z.enum(conversationOutcomes, 'Choose an outcome.')
const Address = z.object({ line1: z.string(), postcode: z.string() })
const Named = z.object({ _id: Id, name: z.string() })

const ConversationSale = z.object({
  propertyId: Id,
  branchId: Id,
  address: Address,
  outcome: Outcome,
  /** The action items discussed, with their titles at the time: "Searches back". */
  itemKeys: z.array(z.string()),
  about: z.array(z.string()),
  note: z.string(),
  promisedOn: Day.nullable(),
  /** For a promise to complete a step; `null` for other promises and outcomes. */
  promise: z.enum(['kept', 'broken', 'open']).nullable(),
  nextAt: Timestamp.nullable(),
  callBackOpen: z.boolean(),
  /** Text shown to the vendor; `null` if none is shown. */
  vendorText: z.string().nullable(),
})

/** Contains only sales in the caller's scope, newest first. */
export const Conversation = z.object({
  _id: Id,
  /** When the conversation took place, and when it was recorded. */
  at: Timestamp,
  recordedOn: Timestamp,
  author: Named.nullable(),
  channel: z.enum(conversationChannels),
  inbound: z.boolean(),
  /** The party at the time of the conversation. */
  party: z.object({ ref: PartyRef, role: z.enum(saleRoles), name: z.string(), firm: z.string().nullable() }),
  note: z.string(),
  sales: z.array(ConversationSale),
  /** When it was undone; `null` if it was not. */
  undoneOn: Timestamp.nullable(),
})
export type Conversation = z.output<typeof Conversation>

const CardSale = z.object({
  propertyId: Id,
  branchId: Id,
  address: Address,
  phase: Phase,
  /** The roles of the party in this sale; at least one. */
  roles: z.array(z.enum(saleRoles)),
  progressor: Named.nullable(),
  expectedExchange: Day.nullable(),
  completionDate: Day.nullable(),
  /** In pounds; `null` if unknown. */
  fee: z.int().nullable(),
  vendorLastUpdatedOn: Day.nullable(),
  /** All action items of the party in this sale, including snoozed ones and those due later; ordered by points, highest first. */
  actionItems: z.array(ActionItem),
})
export type CardSale = z.output<typeof CardSale>

export const readParty = endpoint({
  method: 'GET',
  path: '/party/:companyId',
  permission: 'day.view',
  liveFor: liveSubjects,
  summary:
    'Get the call card of a party: telephone, e-mail, firm, sales in the caller’s scope with action items, the last 20 conversations, and promises of 90 days.',
  params: companyParams,
  query: z.strictObject({
    ref: PartyRef,
    /** For a firm or its people, also includes this sale if it is completed or withdrawn. */
    propertyId: Id.optional(),
  }),
  response: z.object({
    party: SaleParty,
    /** Ordered by frequency, highest first. `describeRoles` returns the text. */
    roles: z.array(z.object({ role: z.enum(saleRoles), sales: z.int() })),
    /** Note about a point of contact. */
    note: z.string(),
    /** The day on which the last e-mail to their address came back, unless one has stayed since, or they have written. */
    cameBackOn: Day.nullable(),
    /** At most 200; sales with action items first. */
    sales: z.array(CardSale),
    /** Sum of the expected fees, in pounds, of sales with an overdue action item of this party. */
    feeAtRisk: z.int(),
    /** Last conversation with the outcome spoke or promised. */
    lastSpokeOn: Day.nullable(),
    conversations: z.array(Conversation),
    conversationCount: z.int(),
    /** Promises to complete a step, made in the last 90 days. */
    promises: z.object({ made: z.int(), kept: z.int(), broken: z.int() }),
    /** The next chase currently proposed for each outcome. For a promise it is the promised day. */
    nextChases: z.record(Outcome, Timestamp.nullable()),
  }),
  assistant: {
    tool: 'read_party',
    scope: 'day:read',
    title: 'Call card of a party',
    description:
      'The call card of a party by its ref from read_today: telephone, sales with what is due, the last conversations and promises.',
    answer: partyAnswer,
  },
})

export const SalePartyRow = SaleParty.extend({
  lastConversation: z.object({ _id: Id, at: Timestamp, outcome: Outcome, author: z.string().nullable() }).nullable(),
  /** For vendor and buyer: when they were last updated. */
  lastUpdatedOn: Day.nullable(),
})
export type SalePartyRow = z.output<typeof SalePartyRow>

export const listSaleParties = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/parties',
  permission: 'day.view',
  liveFor: liveSubjects,
  summary: 'List the parties of a sale with telephone, e-mail, last conversation, and when vendor and buyer were last updated.',
  params: propertyParams,
  response: z.object({ data: z.array(SalePartyRow) }),
})

export const listPartiesOfSales = endpoint({
  method: 'GET',
  path: '/party/:companyId/sales',
  permission: 'day.view',
  liveFor: liveSubjects,
  summary: 'List the parties of 1 to 50 sales, ordered by number of sales. Returns 404 if a sale is out of scope.',
  params: companyParams,
  query: z.strictObject({
    propertyIds: Ids.refine((ids) => ids.split(',').length <= maxConversationSales, `Choose at most ${maxConversationSales}.`),
  }),
  response: z.object({
    data: z.array(
      SaleParty.extend({
        sales: z.int(),
        propertyIds: z.array(Id),
        /** The roles of the party, each with its sales. */
        inRoles: z.array(z.object({ role: z.enum(saleRoles), propertyIds: z.array(Id) })),
      }),
    ),
  }),
})

const itemKey = z.string().regex(/^[a-z]{1,20}(:[0-9a-z-]{1,40})?$/, 'Invalid action item.')

const NewConversationSale = z.strictObject({
  propertyId: Id,
  outcome: Outcome,
  /** The action items of this sale that were discussed. They are snoozed until the next chase. */
  itemKeys: z.array(itemKey).max(50, 'Choose at most 50.').default([]),
  note: paragraph(maxConversationNote).default(''),
  promisedOn: Day.nullable().default(null),
  /** `null`: no next chase. Omitted: the proposed one, if there are action items. Without action items, it creates a call-back. */
  nextAt: TimestampInput.nullable().optional(),
  /** Text for the vendor; `null`: none is shown. */
  vendorText: paragraph(maxVendorText).min(1, 'Enter a text for the vendor.').nullable().default(null),
})

export const logConversation = endpoint({
  method: 'POST',
  path: '/conversation/:companyId',
  permission: 'day.work',
  summary: 'Record a conversation with one party about 1 to 50 sales. Atomic; can be undone.',
  params: companyParams,
  body: z.strictObject({
    partyRef: PartyRef,
    channel: z.enum(conversationChannels, 'Choose a channel.').default('call'),
    inbound: z.boolean('Say yes or no.').default(false),
    /** When it took place, up to 30 days ago. Omitted: now. */
    at: TimestampInput.optional(),
    note: paragraph(maxConversationNote).default(''),
    sales: z
      .array(NewConversationSale)
      .min(1, 'Choose a sale.')
      .max(maxConversationSales, `Choose at most ${maxConversationSales}.`),
  }),
  response: z.object({ _id: Id, undoId: Id, description: z.string() }),
})

export const listConversations = endpoint({
  method: 'GET',
  path: '/conversation/:companyId',
  permission: 'day.view',
  liveFor: liveSubjects,
  summary: 'List the conversations about a sale or with a party, newest first. Requires exactly one of the two.',
  params: companyParams,
  query: z.strictObject({ ...pagingQuery(), propertyId: Id.optional(), partyRef: PartyRef.optional() }),
  response: pagedListOf(Conversation),
})
