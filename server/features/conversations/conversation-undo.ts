import { DomainError } from '@gya/domain/error-catalogue.ts'
import { describeItemKey } from '@gya/domain/features/conversations/conversations.rules.ts'
import type { UndoConflict } from '@gya/domain/features/undo/undo.rules.ts'
import type { Db } from '../../db/pool.ts'
import { branchesInScope } from '../../http/access/scope.ts'
import { lockLiveProperties } from '../properties/write/properties.repository.ts'
import { recordAboutProperties } from '../properties/write/record-about-property.ts'
import type { UndoPart } from '../undo/undo.repository.ts'
import { registerUndoPart, type UndoContext } from '../undo/undo-registry.ts'
import {
  type CallBack,
  findNamedItems,
  findSalesOfConversation,
  findUserName,
  type ItemKey,
  lockSales,
  markConversationUndone,
  restoreSnoozes,
  type Snooze,
  type SnoozeChange,
} from './log-conversation.repository.ts'

export type ConversationUndo = {
  conversationId: string
  snoozes: SnoozeChange[]
  /** Call-backs that the conversation closed. */
  answered: CallBack[]
  /** Sales in which the conversation created a call-back. */
  callBacks: string[]
}

/**
 * The part has no property id. With one, the undo would load every sale in full and add a second entry to each record, in addition to
 * `conversation-taken-back`.
 */
type ConversationPart = UndoPart & { kind: 'conversation'; propertyId: null } & ConversationUndo

export const conversationPart = (undo: ConversationUndo): ConversationPart => ({
  kind: 'conversation',
  propertyId: null,
  ...undo,
})

/** Whether both are the same snooze, or both are `null`. */
const isSame = (a: Snooze | null, b: Snooze | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    Date.parse(a.until) === Date.parse(b.until) &&
    a.conversationId === b.conversationId &&
    a.attempts === b.attempts)

/** Throws NOT_FOUND if one of the sales is no longer in the caller's scope. */
async function lockSalesOf({ db, companyId, caller }: UndoContext, conversationId: string) {
  const sales = await findSalesOfConversation(db, companyId, conversationId)
  const ids = sales.map(({ property_id }) => property_id)
  const locked = await lockSales(db, { companyId, branchIds: branchesInScope(caller) }, ids)
  if (locked.length < ids.length) throw new DomainError('NOT_FOUND')
  return sales
}

/**
 * "Taken back within the undo time: the conversation is marked, its entries in the record stay, a `conversation-taken-back`
 * entry follows, snoozes and days return." [day §4](docs/design/day.md#4). An item settled meanwhile is no conflict. An item that was
 * snoozed again, or a closed call-back, is a conflict.
 */
export const registerConversationPart = (): void =>
  registerUndoPart<ConversationPart>('conversation', {
    conflict: conversationConflict,
    undo: takeBackConversations,
  })

/** Returns the first conversation whose effects have been changed since. Those taken back with a cancelled message are no conflict. */
export async function conversationConflict(
  context: UndoContext,
  parts: readonly ConversationUndo[],
): Promise<UndoConflict | null> {
  const { db, companyId } = context
  for (const { conversationId, snoozes, callBacks } of parts) {
    const sales = new Map((await lockSalesOf(context, conversationId)).map((sale) => [sale.property_id, sale]))
    if (sales.size === 0) continue
    const at = (propertyId: string, what: string) => `${what} at ${sales.get(propertyId)?.line1 ?? 'a sale'}`
    const closed = callBacks.find((id) => sales.get(id)?.call_back_open === false)
    if (closed) return { what: at(closed, 'the call-back'), by: null, on: null }
    const [overtaken] = await findOvertaken(db, companyId, snoozes)
    if (!overtaken) continue
    const { propertyId, key, snooze } = overtaken
    const by = snooze ? await findUserName(db, snooze.setBy) : null
    return { what: at(propertyId, describeItemKey(key)), by, on: snooze?.setOn ?? null }
  }
  return null
}

const isOf =
  ({ propertyId, key }: ItemKey) =>
  (one: ItemKey): boolean =>
    one.propertyId === propertyId && one.key === key

/** Returns the action items that were snoozed again, or brought back, since these changes. */
const findOvertaken = async (db: Db, companyId: string, snoozes: readonly SnoozeChange[]) =>
  (await findNamedItems(db, companyId, snoozes)).filter((item) => !isSame(item.snooze, snoozes.find(isOf(item))?.after ?? null))

type TakeBackContext = Pick<UndoContext, 'db' | 'companyId' | 'now' | 'today' | 'newId'> & {
  caller: { userId: string } | null
}

/**
 * Undoes conversations that were not taken back before. Locks all sales first, to avoid deadlocks between conversations about the same
 * sales. `derived`: the sales whose action items are derived, if not all.
 */
export async function takeBackConversations(
  context: TakeBackContext,
  parts: readonly ConversationUndo[],
  derived?: readonly string[],
): Promise<void> {
  const { db, companyId, now } = context
  const taken: (ConversationUndo & { sales: Awaited<ReturnType<typeof findSalesOfConversation>> })[] = []
  for (const part of parts) {
    const sales = await findSalesOfConversation(db, companyId, part.conversationId)
    if (sales.length > 0) taken.push({ ...part, sales })
  }
  const ids = derived ?? taken.flatMap(({ sales }) => sales.map(({ property_id }) => property_id))
  await recordAboutProperties(context, companyId, ids, async () => {
    for (const { conversationId, answered } of taken)
      await markConversationUndone(db, { companyId, conversationId, now }, answered)
    return taken.flatMap(({ conversationId, sales }) =>
      sales.map(({ property_id, party_name }) => ({
        propertyId: property_id,
        events: [{ kind: 'conversation-taken-back' as const, data: { conversationId, partyName: party_name } }],
      })),
    )
  })
  for (const { snoozes } of taken) await restoreSnoozes(db, companyId, snoozes)
}

/**
 * Undoes conversations whose message was cancelled by a save of properties. That save derives the action items of its own properties;
 * here those of the other live sales are derived. What was snoozed again or brought back meanwhile stays.
 */
export async function takeBackCancelled(
  context: TakeBackContext,
  parts: readonly ConversationUndo[],
  otherSales: readonly string[],
): Promise<void> {
  const { db, companyId } = context
  const live = await lockLiveProperties(db, companyId, { ids: otherSales })
  const kept: ConversationUndo[] = []
  for (const part of parts) {
    const overtaken = await findOvertaken(db, companyId, part.snoozes)
    kept.push({ ...part, snoozes: part.snoozes.filter((change) => !overtaken.some(isOf(change))) })
  }
  await takeBackConversations(context, kept, live)
}
