import type { Instant } from '@gya/domain/common/dates.ts'
import {
  type Answer,
  describeStatus,
  endpointAfterFailure,
  maxAtOnce,
  messageId,
  outcomeOf,
} from '@gya/domain/features/webhooks/webhooks.rules.ts'
import type { Database, Db } from '../../db/pool.ts'
import { queueMail } from '../../emails/outbox.ts'
import { webhookFailingEmail, webhookOffEmail } from '../../emails/webhook-state.ts'
import type { Clock } from '../../infra/clock.ts'
import type { SecretBox } from '../../infra/encrypted-secrets.ts'
import { OutgoingError, type SafeHttp } from '../../infra/safe-http.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { enqueueSending, lastPosition } from '../record/make-webhook-messages.ts'
import { lockSeals } from '../record/seal-entries.ts'
import { listAdministrators } from '../support-access/support-access.repository.ts'
import { messageBody } from './message-body.ts'
import { decryptWebhookSecret, signatureOf } from './webhook-secrets.ts'
import {
  findDueMessages,
  findNextTry,
  findWebhook,
  lockWebhook,
  type MessageRow,
  recordSuccess,
  updateMessage,
  updateWebhookRow,
  type WebhookRow,
} from './webhooks.repository.ts'

export type WebhookSender = {
  database: Pick<Database, 'db'>
  clock: Clock
  secrets: SecretBox
  http: SafeHttp
  publicUrl: string
  /** Random number from 0 to 1 for the jitter of the delays. */
  chance?: () => number
}

export type SendWebhooksJob = { companyId: string; webhookId: string }

/**
 * "2xx within 15 s is success"; "64 KB read and dropped". [connect §4.5](docs/design/connect.md#4.5) and
 * [connect §7](docs/design/connect.md#7).
 */
const limits = { timeoutMs: 15_000, maxBytes: 64 * 1024 }

/** Milliseconds after which a job ends and requeues itself, so that other jobs of its worker can run. */
const maxRunMs = 10_000

/** Messages read per query: finding the first message of each property costs the same for one as for all. */
const maxRead = 200

/** Sends the due messages of an endpoint, and schedules the next run. Its queue runs one job at a time per endpoint. */
export async function sendWebhooks(sender: WebhookSender, job: SendWebhooksJob): Promise<void> {
  const { db } = sender.database
  const until = performance.now() + maxRunMs
  while (performance.now() < until) {
    const due = await findDueMessages(db, job, sender.clock.now(), maxRead)
    if (due.length === 0) break
    const sendRest = async () => {
      for (let message = due.shift(); message && performance.now() < until; message = due.shift()) {
        // Read the endpoint again: it may have been switched off, or its address or secret changed.
        const endpoint = await findWebhook(db, job)
        if (!endpoint || endpoint.state === 'off') return
        await tryMessage(sender, endpoint, message)
      }
    }
    await Promise.all(Array.from({ length: maxAtOnce }, sendRest))
  }
  const endpoint = await findWebhook(db, job)
  if (!endpoint || endpoint.state === 'off') return
  const next = await findNextTry(db, job)
  if (next !== undefined) await enqueueSending(db, endpoint, Math.max(0, Date.parse(next) - Date.parse(sender.clock.now())))
}

async function tryMessage(sender: WebhookSender, endpoint: WebhookRow, message: MessageRow): Promise<void> {
  const { database, clock, chance = Math.random } = sender
  const sent = await post(sender, endpoint, { id: messageId(message.event_id, message.type), body: messageBody(message) })
  const now = clock.now()
  const attempts = message.attempts + 1
  const outcome = outcomeOf(sent, attempts, now, chance())
  await database.db.transaction().execute(async (db) => {
    await updateMessage(db, message, {
      attempts,
      state: outcome.state,
      last_status: sent.status,
      last_words: sent.words,
      last_ms: sent.ms,
      ...(outcome.state === 'waiting' ? { next_try_on: outcome.nextTryOn } : { ended_on: now }),
      ...(outcome.state === 'delivered' ? { delivered_on: now } : {}),
    })
    if (outcome.state === 'delivered') await recordSuccess(db, endpoint, now)
    else await noteFailure({ ...sender, db }, endpoint, { status: sent.status, now })
  })
}

type Failed = { status: number | null; now: Instant }

async function noteFailure(sender: WebhookSender & { db: Db }, endpoint: WebhookRow, { status, now }: Failed): Promise<void> {
  const { db, clock, publicUrl } = sender
  const ids = { companyId: endpoint.company_id, webhookId: endpoint.id }
  // Locks the seals, so that no concurrent sealing creates messages for an endpoint that is off.
  if (isPastLimit(endpoint, status, now)) await lockSeals(db, ids.companyId)
  const row = await lockWebhook(db, ids)
  if (!row || row.state === 'off') return
  const failingSince = row.failing_since ?? now
  const after = endpointAfterFailure({ state: row.state as 'on' | 'failing', failingSince }, status, now)
  if (after.state === 'off') {
    const cursor = await lastPosition(db, ids.companyId)
    const off = { state: 'off', off_because: after.because, cursor, failing_since: failingSince }
    await updateWebhookRow(db, ids, off)
    await recordCompanyEvents(db, { ...ids, userId: null, at: now, newId: () => clock.newId() }, [
      { kind: 'webhook-switched', data: { webhookId: row.id, host: hostOf(row.url), to: 'off', because: after.because } },
    ])
  } else await updateWebhookRow(db, ids, { state: after.state, failing_since: failingSince })
  if (after.state === row.state || after.state === 'on') return
  const context = { db, now, newId: () => clock.newId(), addJob: jobAdder(db) }
  for (const administrator of await listAdministrators(db, ids.companyId)) {
    const about = { url: row.url, publicUrl }
    await queueMail(
      context,
      after.state === 'off' ? webhookOffEmail(administrator, about) : webhookFailingEmail(administrator, about),
    )
  }
}

const isPastLimit = ({ failing_since, state }: WebhookRow, status: number | null, now: Instant): boolean =>
  endpointAfterFailure({ state: state as 'on' | 'failing', failingSince: failing_since ?? now }, status, now).state === 'off'

export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')

type Sent = Answer & { words: string; ms: number }

/** Sends one message. Network errors are returned, not thrown. Of the response, only the status and Retry-After are kept. */
export async function post(
  { clock, secrets, http }: Pick<WebhookSender, 'clock' | 'secrets' | 'http'>,
  endpoint: WebhookRow,
  { id, body }: { id: string; body: string },
): Promise<Sent> {
  const now = clock.now()
  const timestamp = Math.floor(Date.parse(now) / 1000)
  const of = { companyId: endpoint.company_id, webhookId: endpoint.id }
  const old = endpoint.old_until !== null && endpoint.old_until > now ? endpoint.old_secret_encrypted : null
  const signing = [endpoint.secret_encrypted, ...(old ? [old] : [])].map((stored) => decryptWebhookSecret(secrets, of, stored))
  const started = performance.now()
  const ms = () => Math.round(performance.now() - started)
  try {
    const { status, headers } = await http(endpoint.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'GYA-Webhooks/1',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatureOf(signing, { id, timestamp, body }),
      },
      body,
      dropBody: true,
      ...limits,
    })
    return { status, retryAfter: headers['retry-after'], words: describeStatus(status), ms: ms() }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return { status: null, words: error.message, ms: ms() }
  }
}
