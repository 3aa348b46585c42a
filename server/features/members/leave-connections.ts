import type { Instant } from '@gya/domain/common/dates.ts'
import type { Db } from '../../db/pool.ts'
import type { Caller } from '../../http/access/caller.ts'
import { type RecordingContext, recordSecurityEvent } from '../../http/access/security-events.ts'
import { refuseInSupportAccess } from '../../http/access/sensitive-acts.ts'
import { listKeys, lockKeys, updateKey } from '../api-keys/api-keys.repository.ts'
import { recordKey } from '../api-keys/record-key.ts'
import { listFeeds, revokeFeed } from '../calendar-feeds/calendar-feeds.repository.ts'
import { lastPosition } from '../record/make-webhook-messages.ts'
import { lockSeals } from '../record/seal-entries.ts'
import { recordWebhook } from '../webhooks/record-webhook.ts'
import { hostOf } from '../webhooks/send-webhooks.ts'
import { listWebhooksOf, updateWebhookRow } from '../webhooks/webhooks.repository.ts'

type Maker = { companyId: string; userId: string }

/** Keys and webhooks in use that somebody made, and their calendar feeds. */
export async function listConnectionsOf(db: Db, { companyId, userId }: Maker, now: Instant) {
  const keys = await listKeys(db, companyId, { now, since: now })
  return {
    keys: keys.filter((key) => key.created_by === userId),
    webhooks: await listWebhooksOf(db, { companyId, userId }),
    feeds: await listFeeds(db, { companyId, userId }),
  }
}

type LeaveContext = RecordingContext & { caller: Caller }
type How = 'end' | 'hand-over'

/**
 * Ends what somebody who leaves has made, so that nothing outlives its maker unnoticed: their feeds end; the keys and webhooks of the
 * company end too, or are handed over to the caller.
 */
export async function leaveConnections(context: LeaveContext, maker: Maker, how: How): Promise<void> {
  const { db, now } = context
  await leaveKeysAndWebhooks(context, maker, how)
  for (const { id: feedId } of await listFeeds(db, maker)) {
    await revokeFeed(db, { ...maker, feedId }, now)
    const feedEnded = { kind: 'feed-ended', companyId: maker.companyId, aboutUserId: maker.userId, data: { feedId } } as const
    await recordSecurityEvent(context, feedEnded)
  }
}

/** A webhook that ends is switched off; its messages can still be sent later. */
export async function leaveKeysAndWebhooks(context: LeaveContext, maker: Maker, how: How): Promise<void> {
  const { db, now, caller } = context
  const { companyId } = maker
  await lockKeys(db, companyId)
  const { keys, webhooks } = await listConnectionsOf(db, maker, now)
  const isHandedOver = how === 'hand-over'
  if (isHandedOver && keys.length + webhooks.length > 0) await refuseInSupportAccess(db, caller, companyId)
  for (const key of keys) {
    await updateKey(db, { companyId, keyId: key.id }, isHandedOver ? { created_by: caller.userId } : { revoked_on: now })
    await recordKey(context, companyId, isHandedOver ? 'api-key-edited' : 'api-key-revoked', key)
  }
  if (webhooks.length > 0) await lockSeals(db, companyId)
  for (const { id: webhookId, url, version } of webhooks) {
    const off = { state: 'off', off_because: 'by-hand', cursor: await lastPosition(db, companyId) }
    await updateWebhookRow(
      db,
      { companyId, webhookId },
      {
        ...(isHandedOver ? { created_by: caller.userId } : off),
        updatedon: now,
        updated_by: caller.userId,
        version: version + 1,
      },
    )
    const facts = { webhookId, host: hostOf(url) }
    await (isHandedOver
      ? recordWebhook(context, companyId, 'webhook-saved', { ...facts, what: 'handed over' })
      : recordWebhook(context, companyId, 'webhook-switched', { ...facts, to: 'off', because: 'by-hand' }))
  }
}
