import { z } from 'zod'
import { pagedListOf, pagingQuery } from '../../common/paging.ts'
import { companyParams, propertyParams } from '../../common/scope-params.ts'
import { Day, Id, Ids, paragraph, Timestamp, TimestampInput } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
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

/** Conversations, and the parties they are held with. Not in the specification: day design, section 4. */

const Outcome = z.enum(conversationOutcomes, 'Choose an outcome.')
const Address = z.object({ line1: z.string(), postcode: z.string() })
const Named = z.object({ _id: Id, name: z.string() })

const ConversationSale = z.object({
  propertyId: Id,
  branchId: Id,
  address: Address,
  outcome: Outcome,
  /** Action items it was about, and what they were called: "Searches back". */
  itemKeys: z.array(z.string()),
  about: z.array(z.string()),
  note: z.string(),
  promisedOn: Day.nullable(),
  /** Of a promise to complete a step; null for other promises and outcomes. */
  promise: z.enum(['kept', 'broken', 'open']).nullable(),
  nextAt: Timestamp.nullable(),
  callBackOpen: z.boolean(),
  /** Shown to the vendor; null: nothing is. */
  vendorText: z.string().nullable(),
})

/** Newest first; only the sales in the caller's scope. */
export const Conversation = z.object({
  _id: Id,
  /** When it was held, and when it was recorded. */
  at: Timestamp,
  recordedOn: Timestamp,
  author: Named.nullable(),
  channel: z.enum(conversationChannels),
  inbound: z.boolean(),
  /** As they were then. */
  party: z.object({ ref: PartyRef, role: z.enum(saleRoles), name: z.string(), firm: z.string().nullable() }),
  note: z.string(),
  sales: z.array(ConversationSale),
  /** When it was taken back; null: it stands. */
  undoneOn: Timestamp.nullable(),
})
export type Conversation = z.output<typeof Conversation>

const CardSale = z.object({
  propertyId: Id,
  branchId: Id,
  address: Address,
  phase: Phase,
  /** What the party is in this sale, at least one. */
  roles: z.array(z.enum(saleRoles)),
  progressor: Named.nullable(),
  expectedExchange: Day.nullable(),
  completionDate: Day.nullable(),
  /** Pounds; null if unknown. */
  fee: z.int().nullable(),
  vendorLastUpdatedOn: Day.nullable(),
  /** All that is to be taken up with the party in this sale, also what is snoozed or due later; those with more points first. */
  actionItems: z.array(ActionItem),
})
export type CardSale = z.output<typeof CardSale>

export const readParty = endpoint({
  method: 'GET',
  path: '/party/:companyId',
  permission: 'day.view',
  summary:
    'The call card of a party: telephone, e-mail, firm, its sales in the caller’s scope with action items, the last 20 conversations, promises of 90 days.',
  params: companyParams,
  query: z.strictObject({
    ref: PartyRef,
    /** Of a firm or its people, also this sale, which may be completed or withdrawn. */
    propertyId: Id.optional(),
  }),
  response: z.object({
    party: SaleParty,
    /** Most frequent first; `describeRoles` gives the words. */
    roles: z.array(z.object({ role: z.enum(saleRoles), sales: z.int() })),
    /** Note of a point of contact. */
    note: z.string(),
    /** At most 200, those with action items first. */
    sales: z.array(CardSale),
    /** Expected fees in pounds of the sales with an overdue action item of this party. */
    feeAtRisk: z.int(),
    /** Last conversation with outcome spoke or promised. */
    lastSpokeOn: Day.nullable(),
    conversations: z.array(Conversation),
    conversationCount: z.int(),
    /** Promises to complete a step, of the last 90 days. */
    promises: z.object({ made: z.int(), kept: z.int(), broken: z.int() }),
    /** The next chase proposed now for each outcome; a promise’s is its day. */
    nextChases: z.record(Outcome, Timestamp.nullable()),
  }),
})

export const SalePartyRow = SaleParty.extend({
  lastConversation: z.object({ _id: Id, at: Timestamp, outcome: Outcome, author: z.string().nullable() }).nullable(),
  /** Of vendor and buyer: when they were last updated. */
  lastUpdatedOn: Day.nullable(),
})
export type SalePartyRow = z.output<typeof SalePartyRow>

export const listSaleParties = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/parties',
  permission: 'day.view',
  summary: 'Every party of a sale with telephone, e-mail, last conversation and when vendor and buyer were last updated.',
  params: propertyParams,
  response: z.object({ data: z.array(SalePartyRow) }),
})

export const listPartiesOfSales = endpoint({
  method: 'GET',
  path: '/party/:companyId/sales',
  permission: 'day.view',
  summary: 'The parties of 1 to 50 sales, those of most sales first; `sales` counts them. A sale out of scope: 404.',
  params: companyParams,
  query: z.strictObject({
    propertyIds: Ids.refine((ids) => ids.split(',').length <= maxConversationSales, `Choose at most ${maxConversationSales}.`),
  }),
  response: z.object({
    data: z.array(
      SaleParty.extend({
        sales: z.int(),
        propertyIds: z.array(Id),
        /** Each role that it has, and in which of the sales. */
        inRoles: z.array(z.object({ role: z.enum(saleRoles), propertyIds: z.array(Id) })),
      }),
    ),
  }),
})

const itemKey = z.string().regex(/^[a-z]{1,20}(:[0-9a-z-]{1,40})?$/, 'This is not an action item.')

const NewConversationSale = z.strictObject({
  propertyId: Id,
  outcome: Outcome,
  /** Action items of this sale that it was about: they are snoozed until the next chase. */
  itemKeys: z.array(itemKey).max(50, 'Choose at most 50.').default([]),
  note: paragraph(maxConversationNote).default(''),
  promisedOn: Day.nullable().default(null),
  /** Null: none. Missing: as proposed, if there are action items. Without action items it opens a call-back. */
  nextAt: TimestampInput.nullable().optional(),
  /** Text for the vendor; null: not shown. */
  vendorText: paragraph(maxVendorText).min(1, 'Write what the vendor reads.').nullable().default(null),
})

export const logConversation = endpoint({
  method: 'POST',
  path: '/conversation/:companyId',
  permission: 'day.work',
  summary: 'Record one contact with one party about 1 to 50 sales. All or none; can be undone.',
  params: companyParams,
  body: z.strictObject({
    partyRef: PartyRef,
    channel: z.enum(conversationChannels, 'Choose a channel.').default('call'),
    inbound: z.boolean('Say yes or no.').default(false),
    /** When it was held, up to 30 days ago; missing: now. */
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
  summary: 'The conversations about a sale or with a party, newest first. Exactly one of both is named.',
  params: companyParams,
  query: z.strictObject({ ...pagingQuery(), propertyId: Id.optional(), partyRef: PartyRef.optional() }),
  response: pagedListOf(Conversation),
})
