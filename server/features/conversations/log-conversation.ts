import type { Instant } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
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
import { chasedUntil, isItemChased } from '@gya/domain/features/today/chased-until.ts'
import { branchesInScope } from '../../http/access/scope.ts'
import type { HandlerContext } from '../../http/route/register-route.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { recordAboutProperties } from '../properties/write/record-about-property.ts'
import { recordUndo } from '../undo/undo.repository.ts'
import { type ConversationUndo, conversationPart } from './conversation-undo.ts'
import {
  type CallBack,
  type Contact,
  type ConversationFacts,
  findConversationFacts,
  insertConversations,
  type NamedItem,
  type NewSale,
  type Snooze,
  type SnoozeChange,
  type Written,
} from './log-conversation.repository.ts'

type LogContext = HandlerContext<typeof logConversation>
type RecordContext = Pick<LogContext, 'params' | 'caller' | 'db' | 'now' | 'today' | 'newId'>
type Sale = LogContext['body']['sales'][number]
/** A conversation to record. `mailId` if it is an e-mail sent from here, with the events about it. */
export type NewContact = LogContext['body'] & { mailId?: string; events?: readonly NewEvent[] }
export type Recorded = { id: string; partyName: string; undo: ConversationUndo }

/**
 * Records a conversation about several sales. Uses seven statements for any number of sales: lock, facts, record, two to load and one
 * to write projections, undo.
 */
export async function logConversationAboutSales(
  context: LogContext,
): Promise<{ _id: string; undoId: string; description: string }> {
  const { id, description, part } = await saveConversation(context)
  return { _id: id, undoId: await recordUndo(context, { description, parts: [part] }), description }
}

/** Records a conversation as part of a larger change, which records the undo. */
export async function saveConversation(context: RecordContext & Pick<LogContext, 'body'>) {
  const { body, now } = context
  const issues = conversationIssues(body, now)
  if (issues.length > 0) throw new DomainError('VALIDATION_FAILED', { issues })
  const [recorded] = await recordContacts(context, [body])
  if (!recorded) throw new Error('One conversation was recorded.')
  const { id, partyName, undo } = recorded
  return { id, part: conversationPart(undo), description: describeLogged(partyName, body.sales) }
}

/**
 * Records conversations with several parties, with the same number of statements as for one; projections are updated once. No two of
 * them may contain the same action item. Throws NOT_FOUND, and ACTION_GONE if one of the action items is settled.
 */
export async function recordContacts(context: RecordContext, contacts: readonly NewContact[]): Promise<Recorded[]> {
  const { params, caller, db } = context
  const { companyId } = params
  const propertyIds = contacts.flatMap(({ sales }) => sales.map(({ propertyId }) => propertyId))
  const recorded: Recorded[] = []
  await recordAboutProperties(context, companyId, propertyIds, async () => {
    const scope = { companyId, branchIds: branchesInScope(caller) }
    const facts = await findConversationFacts(db, scope, contacts.map(contactOf))
    const made = contacts.map((contact, at) => newConversation(context, contact, facts[at] ?? noFacts))
    await insertConversations(db, companyId, made)
    return made.flatMap(({ conversation, sales, snoozes, answeredCallBacks }, at) => {
      const { id, partyName } = conversation
      const callBacks = sales.flatMap(({ callBackOpen, propertyId }) => (callBackOpen ? [propertyId] : []))
      const undo = { conversationId: id, snoozes: [...snoozes], answered: [...answeredCallBacks], callBacks }
      recorded.push({ id, partyName, undo })
      const events = (contacts[at]?.events ?? []).map((event) => ({ ...event, data: { ...event.data, conversationId: id } }))
      return sales.map(({ propertyId }) => ({ propertyId, events }))
    })
  })
  return recorded
}

const noFacts: ConversationFacts = { party: null, inSales: [], items: [], days: null }

const contactOf = ({ partyRef, sales }: NewContact): Contact => ({
  ref: partyRef,
  propertyIds: sales.map(({ propertyId }) => propertyId),
  keys: sales.flatMap(({ propertyId, itemKeys }) => [...new Set(itemKeys)].map((key) => ({ propertyId, key }))),
})

/** Expects locked properties. */
function newConversation({ caller: { userId }, now, newId }: RecordContext, body: NewContact, facts: ConversationFacts): Written {
  const { channel, inbound, note, partyRef } = body
  const { propertyIds, keys } = contactOf(body)
  const role = roleIn(facts, partyRef, propertyIds)
  if (facts.items.length < keys.length) throw new DomainError('ACTION_GONE')
  const id = newId()
  const sales = body.sales.map((sale) =>
    logSale({ sale, role, facts, now, conversationId: id, userId, isSentHere: body.mailId !== undefined }),
  )
  const partyName = facts.party?.name ?? ''
  const firmName = facts.party?.firm_name ?? null
  const who = { channel, inbound, partyRef, partyRole: role, partyName, firmName }
  const heldAt = body.at === undefined ? {} : { heldAt: body.at }
  return {
    conversation: { id, at: body.at ?? now, userId, note, mailId: body.mailId ?? null, now, ...who },
    sales: sales.map(({ row }) => row),
    snoozes: sales.flatMap(({ snoozes }) => snoozes),
    answeredCallBacks: sales.flatMap(({ answered }) => answered),
    // The events are passed to the same statement, to limit the number of statements.
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
  }
}

/** Returns the role of the party in most of the sales. Throws NOT_FOUND unless all are in scope and it is a party of each. */
export function roleIn({ party, inSales }: ConversationFacts, ref: PartyRef, propertyIds: readonly string[]): SaleRole {
  const isIn = (id: string) => inSales.some(({ property_id, role }) => property_id === id && (ref === selfRef || role !== null))
  if (party === null || !propertyIds.every(isIn)) throw new DomainError('NOT_FOUND')
  return ref === selfRef ? 'self' : mainRole(inSales.flatMap(({ role }) => role ?? []))
}

const isRunningPromise = ({ reason, until }: Snooze, now: Instant): boolean =>
  reason === 'promised' && Date.parse(until) > Date.parse(now)

type Logging = {
  sale: Sale
  role: SaleRole
  facts: ConversationFacts
  now: Instant
  conversationId: string
  userId: string
  isSentHere: boolean
}
type LoggedSale = {
  row: NewSale
  snoozes: SnoozeChange[]
  answered: CallBack[]
}

const callBackPrefix = 'callback:'

/**
 * "Each chosen item is snoozed until the next chase; chosen none and a next chase given: an open call-back." Reaching the
 * party settles the silence of its side and the discussed call-backs, which are therefore not snoozed. A proposal stays until it is
 * decided.
 */
function logSale({ sale, role, facts, now, conversationId, userId, isSentHere }: Logging): LoggedSale {
  const { propertyId, outcome, promisedOn, note, vendorText } = sale
  const items = facts.items.filter((item) => item.propertyId === propertyId)
  const isReached = outcome === 'spoke' || outcome === 'promised'
  const silence = `silence:${updatesSide(role, outcome, isSentHere)}`
  const isAnswered = ({ key }: NamedItem) => isReached && key.startsWith(callBackPrefix)
  const isReply = ({ key }: NamedItem) => key.startsWith('mail:') && (isReached || outcome === 'emailed')
  const isSettled = (item: NamedItem) => item.key === silence || isAnswered(item) || isReply(item)
  const isChased = items.some((item) => !isSettled(item) && isItemChased(item))
  const days = facts.days ?? defaultNextChaseDays
  const proposed = isChased ? proposeNextChase(outcome, now, { promisedOn, days }) : null
  const nextAt = sale.nextAt === undefined ? proposed : sale.nextAt
  // A promise always has its day as the next chase.
  const until = nextAt ?? (promisedOn === null ? now : startOfChaseDay(promisedOn))
  const snooze = (item: NamedItem): Snooze | null => {
    const { snooze: before } = item
    if (!isItemChased(item)) return before
    const attempts = attemptsAfter(outcome, before?.attempts ?? 0)
    // A promise runs until its day or a new one.
    if (before && isRunningPromise(before, now) && outcome !== 'promised') return { ...before, attempts }
    const reason = outcome === 'promised' ? 'promised' : 'chased'
    return { until: chasedUntil(item, until, now) ?? now, reason, conversationId, attempts, setBy: userId, setOn: now }
  }
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
  }
}
