/**
 * `Idempotency-Key`: a repeated request with the same key gets the first response for 24 hours and is not executed again. The
 * key is claimed at the start of the transaction: concurrent requests with the key wait, and a rollback releases it. Requests of
 * API keys must have one, and are refused instead of waiting.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Instant } from '@gya/domain/common/dates.ts'
import { type Endpoint, takesIdempotencyKey } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { requiresIdempotencyKey } from '@gya/domain/features/api-keys/api-keys.rules.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database, Db } from '../../db/pool.ts'
import type { Json } from '../../db/schema.ts'
import type { Clock } from '../../infra/clock.ts'

const header = 'idempotency-key'
const hoursKept = 24
const platform = '00000000-0000-0000-0000-000000000000'

export const idempotencyHeaders = z.looseObject({
  [header]: z
    .string()
    .regex(/^[\w-]{1,200}$/, 'Use 1 to 200 letters, digits, hyphens and underscores.')
    .optional()
    .describe('For 24 hours the same key and body return the same response. Use a new key for each new request.'),
})

export type IdempotencyKey = {
  companyId: string
  principalKind: 'user' | 'key' | 'grant' | 'link'
  principalId: string
  keyHash: Buffer
  requestDigest: Buffer
  now: Instant
}

/** Null without a key, or for calls that take none. Throws IDEMPOTENCY_KEY_MISSING for an API key's POST without one. */
export async function readIdempotencyKey(call: Endpoint, request: FastifyRequest, now: Instant): Promise<IdempotencyKey | null> {
  const key = request.headers[header]
  const { caller, partyLink } = request
  if (key === undefined && caller?.key && requiresIdempotencyKey(call)) throw new DomainError('IDEMPOTENCY_KEY_MISSING')
  if (typeof key !== 'string' || !(caller ?? partyLink) || !takesIdempotencyKey(call)) return null
  return {
    ...principalOf(request),
    keyHash: createHash('sha256').update(key).digest(),
    requestDigest: await requestDigestOf(call, request, key),
    now,
  }
}

function principalOf({ caller, partyLink }: FastifyRequest): Pick<IdempotencyKey, 'companyId' | 'principalKind' | 'principalId'> {
  if (partyLink) return { companyId: partyLink.companyId, principalKind: 'link', principalId: partyLink.linkId }
  return {
    companyId: caller?.companyId ?? platform,
    principalKind: caller?.key ? 'key' : caller?.app ? 'grant' : 'user',
    principalId: caller?.key?.id ?? caller?.app?.grantId ?? caller?.userId ?? platform,
  }
}

/** A random key for a save whose client sent none. Its row shows whether the save was committed. */
export function newIdempotencyKey(request: FastifyRequest, now: Instant): IdempotencyKey {
  return {
    ...principalOf(request),
    keyHash: randomBytes(32),
    requestDigest: Buffer.alloc(0),
    now,
  }
}

/**
 * Digest of call, validated input and file content. `version` is excluded: after a lost response the browser has read a newer
 * one.
 */
async function requestDigestOf(call: Endpoint, { params, query, body, upload }: FastifyRequest, key: string): Promise<Buffer> {
  const digest = createHmac('sha256', key)
  const input = { ...(body as object | undefined), version: undefined }
  digest.update(JSON.stringify([call.method, call.path, params, query, input, upload?.fileName ?? null]))
  if (upload) for await (const chunk of createReadStream(upload.path) as AsyncIterable<Buffer>) digest.update(chunk)
  return digest.digest()
}

const expiredBefore = (now: Instant): Instant => new Date(Date.parse(now) - hoursKept * 3_600_000).toISOString()

const selectKey = (db: Db, { companyId, principalKind, principalId, keyHash }: IdempotencyKey) =>
  db
    .selectFrom('idempotency_key')
    .where('company_id', '=', companyId)
    .where('principal_kind', '=', principalKind)
    .where('principal_id', '=', principalId)
    .where('key_hash', '=', keyHash)

/** The stored response. Throws IDEMPOTENCY_KEY_REUSED if the request differs. */
export async function findStoredResponse(db: Db, key: IdempotencyKey): Promise<{ answer: Json | null } | null> {
  const row = await selectKey(db, key)
    .select(['answer', 'request_digest'])
    .where('createdon', '>=', expiredBefore(key.now))
    .executeTakeFirst()
  if (!row) return null
  if (!row.request_digest.equals(key.requestDigest)) throw new DomainError('IDEMPOTENCY_KEY_REUSED')
  return { answer: row.answer }
}

/**
 * Claims the key for this transaction and returns `null`. Waits for a concurrent request with the key and returns its response; for an
 * API key it throws IDEMPOTENCY_RUNNING instead, so that repeated requests hold no connections.
 */
export async function claimIdempotencyKey(db: Db, key: IdempotencyKey): Promise<{ answer: Json | null } | null> {
  const { companyId, principalKind, principalId, keyHash, requestDigest, now } = key
  if (principalKind === 'key' && !(await lockKey(db, key)))
    throw new DomainError('IDEMPOTENCY_RUNNING', { details: { retryAfter: '1' } })
  const claimed = await sql`
    insert into idempotency_key (company_id, principal_kind, principal_id, key_hash, request_digest, createdon)
    values (${companyId}, ${principalKind}, ${principalId}, ${keyHash}, ${requestDigest}, ${now})
    on conflict (company_id, principal_kind, principal_id, key_hash) do update
    set request_digest = excluded.request_digest, createdon = excluded.createdon, answer = null
    where idempotency_key.createdon < ${expiredBefore(now)}
    returning 1`.execute(db)
  return claimed.rows.length > 0 ? null : findStoredResponse(db, key)
}

/** Locks until the end of the transaction. Returns false if another transaction has the lock. */
async function lockKey(db: Db, { principalId, keyHash }: IdempotencyKey): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${principalId} ${keyHash.toString('hex')}`}, 0)) as locked`.execute(db)
  return rows[0]?.locked === true
}

export async function storeResponse(
  db: Db,
  { companyId, principalKind, principalId, keyHash }: IdempotencyKey,
  answer: unknown,
): Promise<void> {
  await db
    .updateTable('idempotency_key')
    .set({ answer: JSON.stringify(answer) })
    .where('company_id', '=', companyId)
    .where('principal_kind', '=', principalKind)
    .where('principal_id', '=', principalId)
    .where('key_hash', '=', keyHash)
    .execute()
}

export async function deleteExpiredIdempotencyKeys({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  await database.db.deleteFrom('idempotency_key').where('createdon', '<', expiredBefore(clock.now())).execute()
}
