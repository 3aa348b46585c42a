import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { PageRequest } from '@gya/domain/common/paging.ts'
import type { ConversationChannel, ConversationOutcome } from '@gya/domain/features/conversations/conversations.model.ts'
import type { PartyRef, SaleRole } from '@gya/domain/features/property-contacts/parties.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { propertyInScope } from './party-sql.ts'

export type ConversationFilter = { propertyId: string } | { partyRef: PartyRef }

type InScope = { companyId: string; branchIds: readonly string[] | null }

export type ConversationRow = {
  id: string
  at: Instant
  createdon: Instant
  user_id: string | null
  author: string | null
  channel: ConversationChannel
  inbound: boolean
  party_ref: PartyRef
  party_role: SaleRole
  party_name: string
  firm_name: string | null
  note: string
  undone_on: Instant | null
}

/** Uses `conversation_by_party` or `conversation_sale_by_property`. */
const matching = ({ companyId, branchIds }: InScope, filter: ConversationFilter) =>
  'partyRef' in filter
    ? sql`from conversation c where c.company_id = ${companyId}::uuid and c.party_ref = ${filter.partyRef}
        and exists (select from conversation_sale s join property p on p.company_id = s.company_id and p.id = s.property_id
          where s.company_id = c.company_id and s.conversation_id = c.id and ${propertyInScope(branchIds)})`
    : sql`from conversation_sale s join conversation c on c.company_id = s.company_id and c.id = s.conversation_id
        where s.company_id = ${companyId}::uuid and s.property_id = ${filter.propertyId}::uuid`

/** Conversations with a sale in scope, newest first. */
export async function listConversationRows(
  db: Db,
  scope: InScope,
  filter: ConversationFilter,
  { itemsPerPage, currentPage }: PageRequest,
): Promise<ConversationRow[]> {
  const { rows } = await sql<ConversationRow>`
    select n.*, u.first_name || ' ' || u.last_name as author
    from (select c.id, c.at, c.createdon, c.user_id, c.channel, c.inbound, c.party_ref, c.party_role, c.party_name,
        c.firm_name, c.note, c.undone_on
      ${matching(scope, filter)} order by c.at desc, c.id desc
      limit ${itemsPerPage} offset ${itemsPerPage * currentPage}) n
    left join app_user u on u.id = n.user_id
    order by n.at desc, n.id desc`.execute(db)
  return rows
}

export async function countConversations(db: Db, scope: InScope, filter: ConversationFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${matching(scope, filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

export type ConversationSaleRow = {
  conversation_id: string
  property_id: string
  branch_id: string
  line1: string
  postcode: string
  outcome: ConversationOutcome
  item_keys: string[]
  note: string
  promised_on: DateOnly | null
  next_at: Instant | null
  call_back_open: boolean
  vendor_text: string | null
  /** Steps and surveys that were discussed. */
  steps: { key: number; title: string; completed_on: DateOnly | null }[]
}

/** Step keys of action item keys such as `step:33` and `survey:7`. */
const stepsOfKeys = sql`(select coalesce(jsonb_agg(jsonb_build_object('key', t.key, 'title', t.title,
      'completed_on', t.completed_on)), '[]')
    from property_step t where t.company_id = s.company_id and t.property_id = s.property_id
      and ('step:' || t.key = any(s.item_keys) or 'survey:' || t.key = any(s.item_keys)))`

/** The sales of conversations that are in scope, ordered by address. */
export async function listConversationSales(
  db: Db,
  { companyId, branchIds }: InScope,
  conversationIds: readonly string[],
): Promise<ConversationSaleRow[]> {
  const { rows } = await sql<ConversationSaleRow>`
    select s.conversation_id, s.property_id, p.branch_id, p.line1, p.postcode, s.outcome, s.item_keys, s.note, s.promised_on,
      s.next_at, s.call_back_open, s.vendor_text, ${stepsOfKeys} as steps
    from conversation_sale s join property p on p.company_id = s.company_id and p.id = s.property_id
    left join property_report r on r.company_id = p.company_id and r.property_id = p.id
    where s.company_id = ${companyId}::uuid and s.conversation_id = any(${conversationIds}::uuid[])
      and ${propertyInScope(branchIds)}
    order by r.address_sort, p.id`.execute(db)
  return rows
}

export type PromiseRow = { is_step: boolean; promised_on: DateOnly; completed_on: DateOnly | null }

/** A party's promises in sales in scope, made since an instant and not undone. One row per step that was promised, and one for other promises. */
export async function listPromises(
  db: Db,
  { companyId, branchIds }: InScope,
  { partyRef, since }: { partyRef: PartyRef; since: Instant },
): Promise<PromiseRow[]> {
  const { rows } = await sql<PromiseRow>`
    select t.key is not null as is_step, s.promised_on, t.completed_on
    from conversation c
    join conversation_sale s on s.company_id = c.company_id and s.conversation_id = c.id and s.outcome = 'promised'
    join property p on p.company_id = s.company_id and p.id = s.property_id
    left join property_step t on t.company_id = s.company_id and t.property_id = s.property_id and 'step:' || t.key = any(s.item_keys)
    where c.company_id = ${companyId}::uuid and c.party_ref = ${partyRef} and c.at >= ${since}::timestamptz
      and c.undone_on is null and ${propertyInScope(branchIds)}`.execute(db)
  return rows
}

/** Returns when a party was last spoken to about a sale in scope. */
export async function findLastSpoken(db: Db, { companyId, branchIds }: InScope, partyRef: PartyRef): Promise<Instant | null> {
  const { rows } = await sql<{ at: Instant }>`
    select c.at from conversation c
    where c.company_id = ${companyId}::uuid and c.party_ref = ${partyRef} and c.undone_on is null
      and exists (select from conversation_sale s join property p on p.company_id = s.company_id and p.id = s.property_id
        where s.company_id = c.company_id and s.conversation_id = c.id and s.outcome in ('spoke', 'promised')
          and ${propertyInScope(branchIds)})
    order by c.at desc limit 1`.execute(db)
  return rows[0]?.at ?? null
}

export type LastConversationRow = {
  party_ref: PartyRef
  id: string
  at: Instant
  outcome: ConversationOutcome
  author: string | null
}

/** The last conversation with each party about a sale, without undone ones. */
export async function listLastConversations(
  db: Db,
  { companyId, propertyId }: { companyId: string; propertyId: string },
): Promise<LastConversationRow[]> {
  const { rows } = await sql<LastConversationRow>`
    select distinct on (c.party_ref) c.party_ref, c.id, c.at, s.outcome, u.first_name || ' ' || u.last_name as author
    from conversation_sale s
    join conversation c on c.company_id = s.company_id and c.id = s.conversation_id and c.undone_on is null
    left join app_user u on u.id = c.user_id
    where s.company_id = ${companyId}::uuid and s.property_id = ${propertyId}::uuid
    order by c.party_ref, c.at desc, c.id desc`.execute(db)
  return rows
}
