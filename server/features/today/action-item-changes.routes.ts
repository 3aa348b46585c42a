import { DomainError, type ErrorCode, errors } from '@gya/domain/error-catalogue.ts'
import {
  completeActionItems,
  snoozeActionItems,
  unsnoozeActionItems,
} from '@gya/domain/features/today/action-item-changes.contract.ts'
import { describeDone, describeSnooze, describeUnsnooze } from '@gya/domain/features/today/describe-changes.ts'
import { whyNotSnooze } from '@gya/domain/features/today/snooze.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { type NewEvent, recordCompanyEvents, recordPropertyEvents } from '../events/events.repository.ts'
import { recordUndo } from '../undo/undo.repository.ts'
import { registerClosedMailPart } from './close-mails.ts'
import { registerCallBackAndNewsParts } from './complete-call-backs-and-news.ts'
import { completeItems } from './complete-items.ts'
import { type LockedItem, lockActionItems } from './lock-action-items.ts'
import { registerSnoozeParts, saveSnoozes, snoozedByHand, snoozePart } from './snooze-parts.ts'

export function actionItemChangesRoutes(app: FastifyInstance): void {
  registerSnoozeParts()
  registerCallBackAndNewsParts()
  registerClosedMailPart()

  registerRoute(app, snoozeActionItems, async (context) => {
    const { params, body, db, now } = context
    const until = new Date(body.until).toISOString()
    const items = await lockActionItems(context, params.companyId, body.actionItems)
    for (const [index, item] of items.entries()) refuseSnooze(whyNotSnooze(item, until, now), index, item)
    const snoozed = items.map((item) => ({ item, ...item, snooze: snoozedByHand(item, until, context) }))
    await saveSnoozes(db, params.companyId, snoozed)
    const description = describeSnooze(items, until)
    const parts = snoozed.map(({ item, snooze }) => snoozePart(item, snooze))
    const undoId = await recordUndo(context, { description, parts })
    await recordItems(context, items, (what) => ({ kind: 'action-snoozed', data: { what, until, undoId } }))
    return { undoId, description }
  })

  registerRoute(app, unsnoozeActionItems, async (context) => {
    const { params, body, db, now } = context
    const items = await lockActionItems(context, params.companyId, body.actionItems)
    // Keeps the row, which contains the attempts and the last conversation. A snooze that ends early is not a broken promise.
    const ended = items.flatMap((item) => {
      const { snooze } = item
      if (!snooze || snooze.until <= now) return []
      return [{ item, ...item, snooze: { ...snooze, until: now, reason: snooze.conversation_id ? 'chased' : 'snoozed' } }]
    })
    if (ended.length === 0) throw new DomainError('ACTION_GONE')
    await saveSnoozes(db, params.companyId, ended)
    const description = describeUnsnooze(ended)
    const parts = ended.map(({ item, snooze }) => snoozePart(item, snooze))
    const undoId = await recordUndo(context, { description, parts })
    await recordItems(context, ended, (what) => ({ kind: 'action-unsnoozed', data: { what, undoId } }))
    return { undoId, description }
  })

  registerRoute(app, completeActionItems, async (context) => {
    const { params, body } = context
    const items = await lockActionItems(context, params.companyId, body.actionItems)
    const { parts, changed } = await completeItems(context, items)
    const description = describeDone(items, changed)
    return { undoId: await recordUndo(context, { description, parts }), description, changed }
  })
}

/** An invalid time is an invalid field; the other refusals name the item. */
function refuseSnooze(code: ErrorCode | null, index: number, { line1 }: LockedItem): void {
  if (code === null) return
  if (code === 'VALIDATION_FAILED')
    throw new DomainError(code, { issues: [{ path: 'until', message: 'Choose a time within the next 90 days.' }] })
  const message = line1 === null ? errors[code][1] : `${line1}: ${errors[code][1]}`
  throw new DomainError(code, { issues: [{ path: `actionItems.${index}`, message }] })
}

type Recording = { db: Db; params: { companyId: string }; caller: { userId: string }; now: string; newId(): string }

/** Records one entry per sale with all of its items. Entries of tasks without a sale belong to the company. */
async function recordItems(
  { db, params: { companyId }, caller: { userId }, now: at, newId }: Recording,
  items: readonly LockedItem[],
  toEvent: (what: string) => NewEvent,
): Promise<void> {
  const bySale = Map.groupBy(items, ({ propertyId }) => propertyId)
  const eventOf = (group: readonly LockedItem[]) => toEvent(group.map(({ description }) => description).join(', '))
  const entries = [...bySale].flatMap(([propertyId, group]) => (propertyId ? [{ propertyId, ...eventOf(group) }] : []))
  await recordPropertyEvents(db, { companyId, userId, at, newId }, entries)
  const own = bySale.get(null) ?? []
  if (own.length > 0) await recordCompanyEvents(db, { companyId, userId, at, newId }, [eventOf(own)])
}
