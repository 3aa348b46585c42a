import type { Instant } from '@gya/domain/common/dates.ts'
import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhookMessages,
  listWebhooks,
  replayWebhookMessages,
  rotateWebhook,
  switchOnWebhook,
  testWebhook,
  updateWebhook,
} from '@gya/domain/features/webhooks/webhooks.contract.ts'
import type { MessageState } from '@gya/domain/features/webhooks/webhooks.model.ts'
import { earliestReplay, maxTests, oldSecretUntil, whyNotAddWebhook } from '@gya/domain/features/webhooks/webhooks.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import type { Caller } from '../../http/access/caller.ts'
import { countBranches } from '../../http/access/count-branches.ts'
import { enforceRateLimit } from '../../http/limits/rate-limit.ts'
import { registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import { whyNotAddress } from '../../infra/safe-http.ts'
import { enqueueSending, lastPosition, makeMissed } from '../record/make-webhook-messages.ts'
import { lockSeals } from '../record/seal-entries.ts'
import { isDemoReceiver } from './demo-receiver-address.ts'
import { messageBody } from './message-body.ts'
import { recordWebhook } from './record-webhook.ts'
import { hostOf, post } from './send-webhooks.ts'
import { encryptWebhookSecret, newWebhookSecret, showWebhookSecret } from './webhook-secrets.ts'
import {
  type CountedWebhook,
  countWebhooks,
  deleteWebhookRow,
  dropWaiting,
  findWebhook,
  insertWebhook,
  listMessageRows,
  listWebhookRows,
  lockWebhook,
  type MessageRow,
  replayMessages,
  retryWaiting,
  updateWebhookRow,
  type WebhookRow,
} from './webhooks.repository.ts'

type Ids = { companyId: string; webhookId: string }

/** Webhooks of a company ([connect §4](docs/design/connect.md#4)). */
export function webhooksRoutes(app: FastifyInstance): void {
  const { config, secrets, webhookHttp, clock, database } = app.gya

  const requireUrl = (url: string): void => {
    const isDemo = config.demo && isDemoReceiver(config.publicUrl, url)
    const problem = isDemo
      ? null
      : config.webhookPrivate
        ? URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
          ? null
          : 'Enter a valid address.'
        : whyNotAddress(url, new URL(config.publicUrl).hostname)
    if (problem) throw new DomainError('URL_NOT_ALLOWED', { message: problem, issues: [{ path: 'url', message: problem }] })
  }

  registerRoute(app, listWebhooks, async ({ params: { companyId }, caller, db }) => ({
    data: (await listWebhookRows(db, companyId)).filter((row) => isInReach(caller, row)).map(toWebhook),
  }))

  registerRoute(app, createWebhook, async (context) => {
    const { params, body, caller, db, now, newId } = context
    const ids = { companyId: params.companyId, webhookId: newId() }
    requireUrl(body.url)
    await requireBranches(db, ids.companyId, body.branchIds)
    refuseIf(whyNotAddWebhook(await countWebhooks(db, ids.companyId)))
    const secret = newWebhookSecret()
    await insertWebhook(db, {
      company_id: ids.companyId,
      id: ids.webhookId,
      url: body.url,
      description: body.description,
      kinds: body.kinds,
      branch_ids: body.branchIds,
      secret_encrypted: encryptWebhookSecret(secrets, ids, secret),
      created_by: caller.userId,
      createdon: now,
    })
    await recordWebhook(context, params.companyId, 'webhook-saved', {
      webhookId: ids.webhookId,
      host: hostOf(body.url),
      what: 'added',
    })
    return { ...(await readWebhook(db, ids)), secret: showWebhookSecret(secret) }
  })

  registerRoute(app, updateWebhook, async (context) => {
    const { params, body, caller, db, now } = context
    const { off, version, ...changes } = body
    if (changes.url !== undefined) requireUrl(changes.url)
    await requireBranches(db, params.companyId, changes.branchIds ?? null)
    if (off) await lockSeals(db, params.companyId)
    const before = await requireWebhook(db, params)
    if (before.version !== version) throw new DomainError('STALE_VERSION')
    if (off && before.state === 'off') throw new DomainError('WEBHOOK_OFF')
    const { url = before.url, description = before.description, kinds = before.kinds, branchIds = before.branch_ids } = changes
    await updateWebhookRow(db, params, {
      url,
      description,
      kinds,
      branch_ids: branchIds,
      ...(off ? { state: 'off', off_because: 'by-hand', cursor: await lastPosition(db, params.companyId) } : {}),
      updatedon: now,
      updated_by: caller.userId,
      version: version + 1,
    })
    const facts = { webhookId: before.id, host: hostOf(url) }
    if (off) await recordWebhook(context, params.companyId, 'webhook-switched', { ...facts, to: 'off', because: 'by-hand' })
    else await recordWebhook(context, params.companyId, 'webhook-saved', { ...facts, what: 'changed' })
    return readWebhook(db, params)
  })

  registerRoute(app, deleteWebhook, async (context) => {
    const { params, db } = context
    const { id, url } = await requireWebhook(db, params)
    await deleteWebhookRow(db, params)
    await recordWebhook(context, params.companyId, 'webhook-saved', { webhookId: id, host: hostOf(url), what: 'deleted' })
    return { success: true as const }
  })

  registerRoute(app, rotateWebhook, async (context) => {
    const { params, caller, db, now } = context
    const before = await requireWebhook(db, params)
    const secret = newWebhookSecret()
    await updateWebhookRow(db, params, {
      secret_encrypted: encryptWebhookSecret(secrets, params, secret),
      old_secret_encrypted: before.secret_encrypted,
      old_until: oldSecretUntil(now),
      updatedon: now,
      updated_by: caller.userId,
      version: before.version + 1,
    })
    await recordWebhook(context, params.companyId, 'webhook-saved', {
      webhookId: before.id,
      host: hostOf(before.url),
      what: 'new secret',
    })
    return { ...(await readWebhook(db, params)), secret: showWebhookSecret(secret) }
  })

  registerPreparedRoute(
    app,
    testWebhook,
    async ({ params, now, newId }) => {
      const endpoint = await findWebhook(database.db, params)
      if (!endpoint) throw new DomainError('NOT_FOUND')
      const limit = { key: `webhook-test:${params.webhookId}`, ...maxTests }
      await enforceRateLimit(database.pool, [limit], now)
      const data = { position: null, companyId: params.companyId, branchId: null, propertyId: null, refs: [], facts: {} }
      const body = JSON.stringify({ type: 'webhook.test', timestamp: now, data })
      return post({ clock, secrets, http: webhookHttp }, endpoint, { id: `msg_${newId()}`, body })
    },
    async ({ prepared: { status, ms, words } }) => ({ success: words === '', status, ms, words }),
  )

  registerRoute(app, switchOnWebhook, async (context) => {
    const { params, body, caller, db, now } = context
    await lockSeals(db, params.companyId)
    const before = await requireWebhook(db, params)
    if (before.state !== 'off') throw new DomainError('WEBHOOK_ON')
    await updateWebhookRow(db, params, {
      state: 'on',
      off_because: null,
      cursor: null,
      failing_since: null,
      updatedon: now,
      updated_by: caller.userId,
      version: before.version + 1,
    })
    if (body.missed === 'send') {
      await makeMissed(db, params.companyId, before, before.cursor ?? 0)
      await retryWaiting(db, params, now)
    } else await dropWaiting(db, params, now)
    await enqueueSending(db, { ...before, failing_since: null })
    await recordWebhook(context, params.companyId, 'webhook-switched', {
      webhookId: before.id,
      host: hostOf(before.url),
      to: 'on',
      missed: body.missed,
    })
    return readWebhook(db, params)
  })

  registerRoute(app, listWebhookMessages, async ({ params, query, caller, db }) => {
    const endpoint = await findWebhook(db, params)
    if (!endpoint || !isInReach(caller, endpoint)) throw new DomainError('NOT_FOUND')
    const page = pageRequest(query, 25)
    const { state, kind, propertyId } = query
    const { rows, count } = await listMessageRows(db, { ...params, state, kind, propertyId }, page)
    return { data: rows.map(toMessage), paging: toPaging(page, count) }
  })

  registerRoute(app, replayWebhookMessages, async ({ params, body, db, now }) => {
    const endpoint = await requireWebhook(db, params)
    if (endpoint.state === 'off') throw new DomainError('WEBHOOK_OFF')
    const sent = await replayMessages(db, params, replayed(body, now), now)
    if (sent > 0) await enqueueSending(db, endpoint)
    return { success: true as const, sent }
  })
}

/** A key limited to branches reads only endpoints that are limited to these branches. */
function isInReach({ key }: Caller, { branch_ids: branchIds }: WebhookRow): boolean {
  const reach = key?.branchIds ?? null
  return reach === null || (branchIds !== null && branchIds.every((id) => reach.includes(id)))
}

type ReplayBody = { positions?: number[] | undefined; from?: string | undefined; allDead?: true | undefined }

function replayed(body: ReplayBody, now: Instant) {
  const { positions, from } = body
  if (Object.values(body).filter((one) => one !== undefined).length !== 1)
    throw new DomainError('VALIDATION_FAILED', {
      issues: [{ path: '', message: 'Give positions, from or allDead.' }],
    })
  if (positions) return { positions }
  if (from === undefined) return { allDead: true as const }
  if (from >= earliestReplay(now)) return { from }
  const issues = [{ path: 'from', message: 'Use an instant within the last 30 days.' }]
  throw new DomainError('VALIDATION_FAILED', { issues })
}

async function requireWebhook(db: Db, ids: Ids): Promise<WebhookRow> {
  const row = await lockWebhook(db, ids)
  if (!row) throw new DomainError('NOT_FOUND')
  return row
}

async function requireBranches(db: Db, companyId: string, branchIds: readonly string[] | null): Promise<void> {
  if (branchIds && (await countBranches(db, companyId, branchIds)) < branchIds.length) throw new DomainError('NOT_FOUND')
}

async function readWebhook(db: Db, { companyId, webhookId }: Ids) {
  const [row] = await listWebhookRows(db, companyId, webhookId)
  if (!row) throw new DomainError('NOT_FOUND')
  return toWebhook(row)
}

const toWebhook = (row: CountedWebhook) => ({
  _id: row.id,
  url: row.url,
  description: row.description,
  kinds: row.kinds,
  branchIds: row.branch_ids,
  state: row.state as 'on' | 'failing' | 'off',
  offBecause: row.off_because as 'by-hand' | 'gone' | 'failing' | null,
  missed: row.missed,
  waiting: row.waiting,
  dead: row.dead,
  failingSince: row.failing_since,
  lastSuccessOn: row.last_success_on,
  oldSecretUntil: row.old_until,
  createdOn: row.createdon,
  version: row.version,
})

const toMessage = (row: MessageRow) => ({
  position: row.position,
  type: row.type,
  replay: row.replay,
  propertyId: row.property_id,
  state: row.state as MessageState,
  attempts: row.attempts,
  nextTryOn: row.state === 'waiting' ? row.next_try_on : null,
  lastStatus: row.last_status,
  lastWords: row.last_words,
  lastMs: row.last_ms,
  deliveredOn: row.delivered_on,
  createdOn: row.createdon,
  body: messageBody(row),
})
