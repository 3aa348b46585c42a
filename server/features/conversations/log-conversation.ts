import { addDays, type Instant, londonDay } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/errors.ts'
import type { logConversation } from '@gya/domain/features/conversations/conversations.contract.ts'
import {
  attemptsAfter,
  conversationIssues,
  defaultNextChaseDays,
  describeItemKey,
  describeLogged,
  proposeNextChase,
  startOfChaseDay,
  updatesSide,
} from '@gya/domain/features/conversations/conversations.rules.ts'
import { mainRole, type PartyRef, type SaleRole, selfRef } from '@gya/domain/features/property-contacts/parties.ts'
import { branchesInScope } from '../../http/access/scope.ts'
import type { HandlerContext } from '../../http/route/register-route.ts'
import { rebuildProjectionsOfMany } from '../properties/projections/rebuild-projections.ts'
import { recordUndo } from '../undo/undo.repository.ts'
import { conversationPart } from './conversation-undo.ts'
import {
  type CallBack,
  type ConversationFacts,
  findConversationFacts,
  insertConversation,
  lockSales,
  type NamedItem,
  type NewSale,
  type Snooze,
  type SnoozeChange,
} from './log-conversation.repository.ts'

type LogContext = HandlerContext<typeof logConversation>
type Sale = LogContext['body']['sales'][number]

/** "Silence can be put off for 7 days at most", by an unanswered call too. */
const maxSilenceDays = 7

/** Records one contact about several sales: the same number of statements whatever their number. */
export async function logConversationAboutSales(
  context: LogContext,
): Promise<{ _id: string; undoId: string; description: string }> {
  const { params, body, caller, db, now, today, newId } = context
  const { companyId } = params
  const issues = conversationIssues(body, now)
  if (issues.length > 0) throw new DomainError('VALIDATION_FAILED', { issues })
  const propertyIds = body.sales.map(({ propertyId }) => propertyId)
  const scope = { companyId, branchIds: branchesInScope(caller) }
  const locked = await lockSales(db, scope, propertyIds)
  if (locked.length < propertyIds.length) throw new DomainError('NOT_FOUND')
  const keys = body.sales.flatMap(({ propertyId, itemKeys }) => [...new Set(itemKeys)].map((key) => ({ propertyId, key })))
  const facts = await findConversationFacts(db, scope, { ref: body.partyRef, propertyIds, keys })
  const { party, items } = facts
  const role = roleIn(facts, body.partyRef, propertyIds)
  if (items.length < keys.length) throw new DomainError('ACTION_GONE')

  const conversationId = newId()
  const logged = body.sales.map((sale) => logSale({ sale, role, facts, now, conversationId, userId: caller.userId }))
  const description = describeLogged(party?.name ?? '', body.sales)
  const about = { channel: body.channel, inbound: body.inbound, partyRef: body.partyRef, partyRole: role }
  const who = { partyName: party?.name ?? '', firmName: party?.firm_name ?? null }
  await insertConversation(
    db,
    { companyId, id: conversationId, at: body.at ?? now, userId: caller.userId, now, note: body.note, ...about, ...who },
    {
      sales: logged.map(({ row }) => row),
      snoozes: logged.flatMap(({ snoozes }) => snoozes),
      answeredCallBacks: logged.flatMap(({ answered }) => answered),
      events: logged.map(({ row }) => ({
        id: newId(),
        propertyId: row.propertyId,
        kind: 'conversation-logged' as const,
        data: {
          conversationId,
          ...about,
          ...who,
          ...(body.at === undefined ? {} : { heldAt: body.at }),
          outcome: row.outcome,
          itemKeys: row.itemKeys,
          about: row.itemKeys.map((key) => describeItemKey(key)),
          note: [body.note, row.note].filter(Boolean).join('\n'),
          promisedOn: row.promisedOn,
          nextAt: row.nextAt,
          vendorText: row.vendorText,
        },
      })),
    },
  )
  await rebuildProjectionsOfMany(db, companyId, locked, today)
  const part = conversationPart({
    conversationId,
    snoozes: logged.flatMap(({ snoozes }) => snoozes),
    answered: logged.flatMap(({ answered }) => answered),
    callBacks: logged.flatMap(({ row }) => (row.callBackOpen ? [row.propertyId] : [])),
  })
  return { _id: conversationId, undoId: await recordUndo(context, { description, parts: [part] }), description }
}

/** The role of the party in most of the sales. Throws NOT_FOUND unless all are in scope and it is a party of each. */
function roleIn({ party, inSales }: ConversationFacts, ref: PartyRef, propertyIds: readonly string[]): SaleRole {
  const isIn = (id: string) => inSales.some(({ property_id, role }) => property_id === id && (ref === selfRef || role !== null))
  if (party === null || !propertyIds.every(isIn)) throw new DomainError('NOT_FOUND')
  return ref === selfRef ? 'self' : mainRole(inSales.flatMap(({ role }) => role ?? []))
}

type Logging = { sale: Sale; role: SaleRole; facts: ConversationFacts; now: Instant; conversationId: string; userId: string }
type Logged = { row: NewSale; snoozes: SnoozeChange[]; answered: CallBack[] }

/**
 * "Each chosen item is snoozed until the next chase; chosen none and a next chase given: an open call-back." Being reached
 * settles the silence of the party's side and the call-backs it was about: they are not snoozed.
 */
function logSale({ sale, role, facts, now, conversationId, userId }: Logging): Logged {
  const { propertyId, outcome, promisedOn, note, vendorText } = sale
  const items = facts.items.filter((item) => item.propertyId === propertyId)
  const side = updatesSide(role, outcome)
  const isReached = outcome === 'spoke' || outcome === 'promised'
  const isAnswered = ({ key }: NamedItem) => isReached && key.startsWith('callback:')
  const isSettled = (item: NamedItem) => item.key === `silence:${side}` || isAnswered(item)
  const open = items.filter((item) => !isSettled(item))
  const proposed = () => proposeNextChase(outcome, now, { promisedOn, days: facts.days ?? defaultNextChaseDays })
  const nextAt = sale.nextAt !== undefined ? sale.nextAt : open.length > 0 ? proposed() : null
  const snooze = ({ key, snooze: before }: NamedItem): Snooze => ({
    until: nextAt === null ? now : key.startsWith('silence:') ? atMostSilence(nextAt, now) : nextAt,
    reason: outcome === 'promised' ? 'promised' : 'chased',
    conversationId,
    attempts: attemptsAfter(outcome, before?.attempts ?? 0),
    setBy: userId,
    setOn: now,
  })
  return {
    row: {
      propertyId,
      outcome,
      itemKeys: items.map(({ key }) => key),
      note,
      promisedOn,
      nextAt,
      callBackOpen: open.length === 0 && nextAt !== null,
      vendorText,
    },
    snoozes: items
      .filter((item) => !isAnswered(item))
      .map((item) => ({ propertyId, key: item.key, before: item.snooze, after: isSettled(item) ? null : snooze(item) })),
    answered: items.filter(isAnswered).map(({ key }) => ({ conversationId: key.slice('callback:'.length), propertyId })),
  }
}

const atMostSilence = (until: Instant, now: Instant): Instant => {
  const last = startOfChaseDay(addDays(londonDay(now), maxSilenceDays))
  return Date.parse(until) > Date.parse(last) ? last : until
}
