import type { Wire } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type {
  Conversation,
  listPartiesOfSales as ListCall,
  SalePartyRow,
} from '@gya/domain/features/conversations/conversations.contract.ts'
import { describeItemKey, promiseState } from '@gya/domain/features/conversations/conversations.rules.ts'
import type { Db } from '../../db/pool.ts'
import {
  type ConversationRow,
  type ConversationSaleRow,
  listConversationSales,
  listLastConversations,
} from './conversations.repository.ts'
import { countSalesInScope, listPartiesOfSales, toSaleParty } from './parties.repository.ts'

type ReadContext = { db: Db; companyId: string; branchIds: readonly string[] | null; today: string }

/** Returns the conversations with their sales in scope. */
export async function toConversations(context: ReadContext, rows: readonly ConversationRow[]): Promise<Conversation[]> {
  if (rows.length === 0) return []
  const sales = await listConversationSales(
    context.db,
    context,
    rows.map(({ id }) => id),
  )
  const byConversation = Map.groupBy(sales, ({ conversation_id }) => conversation_id)
  return rows.map((row) => ({
    _id: row.id,
    at: row.at,
    recordedOn: row.createdon,
    author: row.user_id === null || row.author === null ? null : { _id: row.user_id, name: row.author },
    channel: row.channel,
    inbound: row.inbound,
    party: { ref: row.party_ref, role: row.party_role, name: row.party_name, firm: row.firm_name },
    note: row.note,
    sales: (byConversation.get(row.id) ?? []).map((sale) => toConversationSale(sale, context.today)),
    undoneOn: row.undone_on,
  }))
}

function toConversationSale(row: ConversationSaleRow, today: string): Conversation['sales'][number] {
  const titles = new Map(row.steps.map(({ key, title }) => [key, title]))
  return {
    propertyId: row.property_id,
    branchId: row.branch_id,
    address: { line1: row.line1, postcode: row.postcode },
    outcome: row.outcome,
    itemKeys: row.item_keys,
    about: row.item_keys.map((key) => describeItemKey(key, (step) => titles.get(step))),
    note: row.note,
    promisedOn: row.promised_on,
    promise: promiseOf(row, today),
    nextAt: row.next_at,
    callBackOpen: row.call_back_open,
    vendorText: row.vendor_text,
  }
}

/** If several steps were promised, the worst state counts. Only promises to complete a step can be kept or broken. */
function promiseOf({ promised_on, item_keys, steps }: ConversationSaleRow, today: string) {
  if (promised_on === null) return null
  const states = steps
    .filter(({ key }) => item_keys.includes(`step:${key}`))
    .map(({ completed_on }) => promiseState(promised_on, completed_on, today))
  return (['broken', 'open', 'kept'] as const).find((state) => states.includes(state)) ?? null
}

/** Returns the parties of a sale in the order of `saleRoles`, with the last conversation about this sale. */
export async function loadPartiesOfSale(db: Db, ids: { companyId: string; propertyId: string }): Promise<SalePartyRow[]> {
  const parties = await listPartiesOfSales(db, { companyId: ids.companyId, propertyIds: [ids.propertyId] })
  const last = new Map((await listLastConversations(db, ids)).map((row) => [row.party_ref, row]))
  return parties.map((row) => {
    const conversation = last.get(row.ref)
    return {
      ...toSaleParty(row.ref, row.role, row),
      lastConversation: conversation
        ? { _id: conversation.id, at: conversation.at, outcome: conversation.outcome, author: conversation.author }
        : null,
      lastUpdatedOn: row.last_updated_on,
    }
  })
}

type PartyOfSales = Wire<typeof ListCall, 'response'>['data'][number]

/** Returns the parties of several sales with their first role, ordered by number of sales. Throws NOT_FOUND for a sale out of scope. */
export async function loadPartiesOfSales(
  db: Db,
  {
    companyId,
    branchIds,
    propertyIds,
  }: { companyId: string; branchIds: readonly string[] | null; propertyIds: readonly string[] },
): Promise<PartyOfSales[]> {
  const ids = [...new Set(propertyIds)]
  if ((await countSalesInScope(db, companyId, ids, branchIds)) < ids.length) throw new DomainError('NOT_FOUND')
  const byParty = Map.groupBy(await listPartiesOfSales(db, { companyId, propertyIds: ids }), ({ ref }) => ref)
  return [...byParty.values()]
    .flatMap((rows) => {
      const [first] = rows
      const own = [...new Set(rows.map(({ property_id }) => property_id))]
      const inRoles = [...Map.groupBy(rows, ({ role }) => role)].map(([role, of]) => ({
        role,
        propertyIds: of.map(({ property_id }) => property_id),
      }))
      return first ? [{ ...toSaleParty(first.ref, first.role, first), sales: own.length, propertyIds: own, inRoles }] : []
    })
    .toSorted((a, b) => b.sales - a.sales)
}
