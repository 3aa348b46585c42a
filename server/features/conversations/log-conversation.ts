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
import { recordAboutProperties } from '../properties/write/record-about-property.ts'
import { recordUndo } from '../undo/undo.repository.ts'
import { conversationPart } from './conversation-undo.ts'
import {
  type CallBack,
  type ConversationFacts,
  findConversationFacts,
  insertConversation,
  type NamedItem,
  type NewConversation,
  type NewSale,
  type Snooze,
  type SnoozeChange,
} from './log-conversation.repository.ts'

type LogContext = HandlerContext<typeof logConversation>
type Sale = LogContext['body']['sales'][number]

/** "Silence can be put off for 7 days at most", by an unanswered call too. */
const maxSilenceDays = 7

/**
 * Records one contact about several sales, in seven statements whatever their number: lock, facts, the record, two to load
 * and one to write what is derived, undo.
 */
export async function logConversationAboutSales(
  context: LogContext,
): Promise<{ _id: string; undoId: string; description: string }> {
  const { id, description, part } = await saveConversation(context)
  return { _id: id, undoId: await recordUndo(context, { description, parts: [part] }), description }
}

/** The same as a part of a larger change, which records the undo. */
export async function saveConversation(context: Omit<LogContext, 'query' | 'file'>) {
  const { params, body, now, newId } = context
  const issues = conversationIssues(body, now)
  if (issues.length > 0) throw new DomainError('VALIDATION_FAILED', { issues })
  const propertyIds = body.sales.map(({ propertyId }) => propertyId)
  const id = newId()
  const logged: { partyName: string; sales: LoggedSale[] } = { partyName: '', sales: [] }
  await recordAboutProperties(context, params.companyId, propertyIds, async () => {
    Object.assign(logged, await recordConversation(context, id, propertyIds))
    return logged.sales.map(({ row: { propertyId }, completed }) => ({ propertyId, events: [], completed }))
  })
  const { partyName, sales } = logged
  const part = conversationPart({
    conversationId: id,
    snoozes: sales.flatMap(({ snoozes }) => snoozes),
    answered: sales.flatMap(({ answered }) => answered),
    callBacks: sales.flatMap(({ row }) => (row.callBackOpen ? [row.propertyId] : [])),
  })
  return { id, part, description: describeLogged(partyName, body.sales) }
}

/** The properties are locked. Throws NOT_FOUND, and ACTION_GONE if one of the named action items is settled. */
async function recordConversation(context: Omit<LogContext, 'query' | 'file'>, id: string, propertyIds: readonly string[]) {
  const { params, body, caller, db, now, newId } = context
  const { companyId } = params
  const keys = body.sales.flatMap(({ propertyId, itemKeys }) => [...new Set(itemKeys)].map((key) => ({ propertyId, key })))
  const scope = { companyId, branchIds: branchesInScope(caller) }
  const facts = await findConversationFacts(db, scope, { ref: body.partyRef, propertyIds, keys })
  const role = roleIn(facts, body.partyRef, propertyIds)
  if (facts.items.length < keys.length) throw new DomainError('ACTION_GONE')
  const sales = body.sales.map((sale) => logSale({ sale, role, facts, now, conversationId: id, userId: caller.userId }))
  const { channel, inbound, note, partyRef } = body
  const partyName = facts.party?.name ?? ''
  const firmName = facts.party?.firm_name ?? null
  const who = { channel, inbound, partyRef, partyRole: role, partyName, firmName }
  const conversation: NewConversation = { companyId, id, at: body.at ?? now, userId: caller.userId, note, now, ...who }
  const heldAt = body.at === undefined ? {} : { heldAt: body.at }
  await insertConversation(db, conversation, {
    sales: sales.map(({ row }) => row),
    snoozes: sales.flatMap(({ snoozes }) => snoozes),
    answeredCallBacks: sales.flatMap(({ answered }) => answered),
    // In the same statement, to keep their number.
    events: sales.map(({ row: { propertyId, ...row } }) => ({
      id: newId(),
      propertyId,
      kind: 'conversation-logged' as const,
      data: {
        conversationId: id,
        ...who,
        ...heldAt,
        ...row,
        about: row.itemKeys.map((key) => describeItemKey(key)),
        note: [note, row.note].filter(Boolean).join('\n'),
      },
    })),
  })
  return { partyName, sales }
}

/** The role of the party in most of the sales. Throws NOT_FOUND unless all are in scope and it is a party of each. */
function roleIn({ party, inSales }: ConversationFacts, ref: PartyRef, propertyIds: readonly string[]): SaleRole {
  const isIn = (id: string) => inSales.some(({ property_id, role }) => property_id === id && (ref === selfRef || role !== null))
  if (party === null || !propertyIds.every(isIn)) throw new DomainError('NOT_FOUND')
  return ref === selfRef ? 'self' : mainRole(inSales.flatMap(({ role }) => role ?? []))
}

type Logging = { sale: Sale; role: SaleRole; facts: ConversationFacts; now: Instant; conversationId: string; userId: string }
type LoggedSale = {
  row: NewSale
  snoozes: SnoozeChange[]
  answered: CallBack[]
  /** Keys of the action items that it settles, chosen or not. */
  completed: string[]
}

const callBackPrefix = 'callback:'

/**
 * "Each chosen item is snoozed until the next chase; chosen none and a next chase given: an open call-back." Reaching the
 * party settles the silence of its side and the call-backs it was about: they are not snoozed.
 */
function logSale({ sale, role, facts, now, conversationId, userId }: Logging): LoggedSale {
  const { propertyId, outcome, promisedOn, note, vendorText } = sale
  const items = facts.items.filter((item) => item.propertyId === propertyId)
  const isReached = outcome === 'spoke' || outcome === 'promised'
  const silence = `silence:${updatesSide(role, outcome)}`
  const isAnswered = ({ key }: NamedItem) => isReached && key.startsWith(callBackPrefix)
  const isSettled = (item: NamedItem) => item.key === silence || isAnswered(item)
  const isChased = items.some((item) => !isSettled(item))
  const days = facts.days ?? defaultNextChaseDays
  const proposed = isChased ? proposeNextChase(outcome, now, { promisedOn, days }) : null
  const nextAt = sale.nextAt === undefined ? proposed : sale.nextAt
  // A promise is chased on its day, also where no next chase was wanted.
  const until = nextAt ?? (promisedOn === null ? now : startOfChaseDay(promisedOn))
  const snooze = ({ key, snooze: before }: NamedItem): Snooze => ({
    until: key.startsWith('silence:') ? atMostSilence(until, now) : until,
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
      callBackOpen: !isChased && nextAt !== null,
      vendorText,
    },
    snoozes: items
      .filter((item) => !isAnswered(item))
      .map((item) => ({ propertyId, key: item.key, before: item.snooze, after: isSettled(item) ? null : snooze(item) })),
    answered: items.filter(isAnswered).map(({ key }) => ({ conversationId: key.slice(callBackPrefix.length), propertyId })),
    completed: [silence, ...items.filter(isAnswered).map(({ key }) => key)],
  }
}

const atMostSilence = (until: Instant, now: Instant): Instant => {
  const last = startOfChaseDay(addDays(londonDay(now), maxSilenceDays))
  return Date.parse(until) > Date.parse(last) ? last : until
}
