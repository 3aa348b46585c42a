import { addDays, type Instant, londonDay, londonInstant } from '@gya/domain/common/dates.ts'
import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import {
  type CardSale,
  listConversations,
  listPartiesOfSales,
  listSaleParties,
  logConversation,
  readParty,
} from '@gya/domain/features/conversations/conversations.contract.ts'
import { promiseDays, promiseState, proposeNextChases } from '@gya/domain/features/conversations/conversations.rules.ts'
import { countRoles, mainRole, type PartyRef, parsePartyRef } from '@gya/domain/features/property-contacts/parties.ts'
import { wholePounds } from '@gya/domain/features/today/points.ts'
import { isListedNow } from '@gya/domain/features/today/rank.ts'
import type { ActionItem } from '@gya/domain/features/today/today.contract.ts'
import type { FastifyInstance } from 'fastify'
import { branchesInScope } from '../../http/access/scope.ts'
import { type HandlerContext, registerRoute } from '../../http/route/register-route.ts'
import { findDaySettings } from '../day-settings/day-settings.repository.ts'
import { readActionItemsOfParty } from '../today/action-items.read-model.ts'
import { registerConversationPart } from './conversation-undo.ts'
import { countConversations, findLastSpoken, listConversationRows, listPromises } from './conversations.repository.ts'
import { loadPartiesOfSale, loadPartiesOfSales, toConversations } from './conversations.response.ts'
import { logConversationAboutSales } from './log-conversation.ts'
import { findCameBackOn, findIdentity, listPartySales, type PartySaleRow, toSaleParty } from './parties.repository.ts'

/** Page of conversations shown on a call card. */
const newest = { itemsPerPage: 20, currentPage: 0 }

export function conversationsRoutes(app: FastifyInstance): void {
  registerConversationPart()

  registerRoute(app, readParty, (context) => readCallCard(context))

  registerRoute(app, listSaleParties, async ({ params, db }) => ({ data: await loadPartiesOfSale(db, params) }))

  registerRoute(app, listPartiesOfSales, async ({ params, query, caller, db }) => ({
    data: await loadPartiesOfSales(db, {
      ...params,
      branchIds: branchesInScope(caller),
      propertyIds: query.propertyIds.split(','),
    }),
  }))

  registerRoute(app, logConversation, (context) => logConversationAboutSales(context))

  registerRoute(app, listConversations, async ({ params, query, caller, db, today }) => {
    const { propertyId, partyRef } = query
    const filter = propertyId !== undefined ? { propertyId } : partyRef !== undefined ? { partyRef } : null
    if (filter === null || (propertyId !== undefined && partyRef !== undefined))
      throw new DomainError('VALIDATION_FAILED', {
        issues: [{ path: 'partyRef', message: 'Give either a property or a party.' }],
      })
    const scope = { db, companyId: params.companyId, branchIds: branchesInScope(caller), today }
    const page = pageRequest(query)
    const rows = await listConversationRows(db, scope, filter, page)
    return { data: await toConversations(scope, rows), paging: toPaging(page, await countConversations(db, scope, filter)) }
  })
}

async function readCallCard({ params, query, caller, db, now, today }: HandlerContext<typeof readParty>) {
  const { companyId } = params
  const { ref } = query
  const branchIds = branchesInScope(caller)
  const scope = { db, companyId, branchIds, today }
  const identity = await findIdentity(db, companyId, ref)
  if (!identity) throw new DomainError('NOT_FOUND')
  const sales = await listPartySales(db, companyId, ref, { branchIds, propertyId: query.propertyId })
  // Firms and their people belong to the company; other parties belong to sales, of which one must be in scope.
  if (sales.length === 0 && !isOfCompany(ref)) throw new DomainError('NOT_FOUND')
  const filter = { partyRef: ref }
  const conversations = await listConversationRows(db, scope, filter, newest)
  const since = londonInstant(addDays(today, -promiseDays), '00:00')
  const promises = (await listPromises(db, scope, { partyRef: ref, since }))
    .map(({ is_step, promised_on, completed_on }) => ({ isStep: is_step, state: promiseState(promised_on, completed_on, today) }))
    .flatMap(({ isStep, state }) => (isStep || state === 'open' ? [state] : []))
  const lastSpoken = await findLastSpoken(db, scope, ref)
  const actionItems = await readActionItemsOfParty(
    db,
    { companyId, today, now },
    {
      ref,
      firmId: parsePartyRef(ref).kind === 'firm' ? identity.firm_id : null,
      propertyIds: sales.map(({ property_id }) => property_id),
    },
  )
  const itemsOf = Map.groupBy(actionItems, ({ propertyId }) => propertyId)
  const cardSales = sales.map((sale) => toCardSale(sale, itemsOf.get(sale.property_id) ?? []))
  const roles = sales.flatMap((sale) => sale.roles)
  return {
    party: toSaleParty(ref, mainRole(roles), identity),
    roles: countRoles(roles),
    note: identity.note,
    cameBackOn: await findCameBackOn(db, { companyId, now }, identity.email || identity.firm_email || ''),
    sales: cardSales,
    feeAtRisk: feeAtRiskOf(cardSales, caller.userId, now),
    lastSpokeOn: lastSpoken && londonDay(lastSpoken),
    conversations: await toConversations(scope, conversations),
    conversationCount: await countConversations(db, scope, filter),
    promises: {
      made: promises.length,
      kept: promises.filter((state) => state === 'kept').length,
      broken: promises.filter((state) => state === 'broken').length,
    },
    nextChases: proposeNextChases(now, await findDaySettings(db, companyId)),
  }
}

/** As the head of the group in Today's list: the fees of the sales that are listed, the caller's own if there are any. */
function feeAtRiskOf(sales: readonly CardSale[], userId: string, now: Instant): number {
  const listed = sales.filter(({ actionItems }) => actionItems.some((item) => isListedNow(item, now)))
  const own = listed.filter(({ progressor }) => progressor?._id === userId)
  return (own.length > 0 ? own : listed).reduce((sum, { fee }) => sum + (fee ?? 0), 0)
}

const companyKinds: readonly string[] = ['poc', 'firm', 'self']
const isOfCompany = (ref: PartyRef): boolean => companyKinds.includes(parsePartyRef(ref).kind)

const toCardSale = (row: PartySaleRow, actionItems: ActionItem[]): CardSale => ({
  propertyId: row.property_id,
  branchId: row.branch_id,
  address: { line1: row.line1, postcode: row.postcode },
  phase: row.phase,
  roles: row.roles,
  progressor:
    row.progressor_id === null || row.progressor_name === null ? null : { _id: row.progressor_id, name: row.progressor_name },
  expectedExchange: row.expected_exchange,
  completionDate: row.completion_date,
  fee: wholePounds(row.expected_fee),
  vendorLastUpdatedOn: row.vendor_last_updated_on,
  actionItems,
})
