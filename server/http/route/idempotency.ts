/**
 * `Idempotency-Key`: a call that is sent again with the same key is answered with what it was answered the first time, for
 * 24 hours, and not made again. The key is claimed first thing in the call's transaction: while that is open the same key
 * waits, and when it fails nothing of the key is left, so that the call can be tried again.
 */
import { createHash, createHmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Instant } from '@gya/domain/common/dates.ts'
import { type Endpoint, takesIdempotencyKey } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/errors.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database, Db } from '../../db/pool.ts'
import type { Json } from '../../db/schema.ts'
import type { Clock } from '../../infra/clock.ts'

const header = 'idempotency-key'
const hoursKept = 24
/** The company of the platform's own accounts. */
const platform = '00000000-0000-0000-0000-000000000000'

/** The request headers of calls that take a key. */
export const idempotencyHeaders = z.looseObject({
  [header]: z
    .string()
    .regex(/^[\w-]{1,200}$/, 'Use 1 to 200 letters, digits, hyphens and underscores.')
    .optional()
    .describe('The same key and body give the same answer for 24 hours. A new key for each new thing.'),
})

export type IdempotencyKey = {
  companyId: string
  principalId: string
  keyHash: Buffer
  requestDigest: Buffer
  now: Instant
}

/** The key that came with a call; null where none came or the call takes none. */
export async function readIdempotencyKey(call: Endpoint, request: FastifyRequest, now: Instant): Promise<IdempotencyKey | null> {
  const key = request.headers[header]
  if (typeof key !== 'string' || !request.caller || !takesIdempotencyKey(call)) return null
  const { companyId, userId } = request.caller
  return {
    companyId: companyId ?? platform,
    principalId: userId,
    keyHash: createHash('sha256').update(key).digest(),
    requestDigest: await requestDigestOf(call, request, key),
    now,
  }
}

/**
 * What is sent, as one value: the call, its validated input, and the content of its file. Without the version that a form
 * was opened at: after an answer that was lost the browser has read a newer one.
 */
async function requestDigestOf(call: Endpoint, { params, query, body, upload }: FastifyRequest, key: string): Promise<Buffer> {
  const digest = createHmac('sha256', key)
  const sent = { ...(body as object | undefined), version: undefined }
  digest.update(JSON.stringify([call.method, call.path, params, query, sent, upload?.fileName ?? null]))
  if (upload) for await (const chunk of createReadStream(upload.path) as AsyncIterable<Buffer>) digest.update(chunk)
  return digest.digest()
}

const expiredBefore = (now: Instant): Instant => new Date(Date.parse(now) - hoursKept * 3_600_000).toISOString()

const selectKey = (db: Db, { companyId, principalId, keyHash }: IdempotencyKey) =>
  db
    .selectFrom('idempotency_key')
    .where('company_id', '=', companyId)
    .where('principal_kind', '=', 'user')
    .where('principal_id', '=', principalId)
    .where('key_hash', '=', keyHash)

/** The answer that a key was given before. Throws IDEMPOTENCY_KEY_REUSED where it came with something else. */
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
 * Claims a key for the call that this transaction makes; null when it is this call's to make. A call with the same key that
 * is in progress is waited for, and its answer is answered.
 */
export async function claimIdempotencyKey(db: Db, key: IdempotencyKey): Promise<{ answer: Json | null } | null> {
  const { companyId, principalId, keyHash, requestDigest, now } = key
  const claimed = await sql`
    insert into idempotency_key (company_id, principal_kind, principal_id, key_hash, request_digest, createdon)
    values (${companyId}, 'user', ${principalId}, ${keyHash}, ${requestDigest}, ${now})
    on conflict (company_id, principal_kind, principal_id, key_hash) do update
    set request_digest = excluded.request_digest, createdon = excluded.createdon, answer = null
    where idempotency_key.createdon < ${expiredBefore(now)}
    returning 1`.execute(db)
  return claimed.rows.length > 0 ? null : findStoredResponse(db, key)
}

/** Stores the response for repeated requests with the same key. */
export async function storeResponse(db: Db, { companyId, principalId, keyHash }: IdempotencyKey, answer: unknown): Promise<void> {
  await db
    .updateTable('idempotency_key')
    .set({ answer: JSON.stringify(answer) })
    .where('company_id', '=', companyId)
    .where('principal_kind', '=', 'user')
    .where('principal_id', '=', principalId)
    .where('key_hash', '=', keyHash)
    .execute()
}

/** Deletes the keys that have expired. */
export async function deleteExpiredIdempotencyKeys({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  await database.db.deleteFrom('idempotency_key').where('createdon', '<', expiredBefore(clock.now())).execute()
}
