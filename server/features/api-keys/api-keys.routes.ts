import { randomBytes, randomInt } from 'node:crypto'
import type { KeyScope } from '@gya/domain/access/api-scopes.ts'
import type { Instant } from '@gya/domain/common/dates.ts'
import { omitUndefined } from '@gya/domain/common/omit-undefined.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  type ApiKey,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
} from '@gya/domain/features/api-keys/api-keys.contract.ts'
import {
  daysAfter,
  type KeyLife,
  keyState,
  oldKeyEnd,
  reminderDays,
  unusedAfterDays,
  whyNotAddKey,
  whyNotRotate,
} from '@gya/domain/features/api-keys/api-keys.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { hashToken } from '../../infra/secrets.ts'
import {
  countValidKeys,
  findKey,
  insertKey,
  type KeyRow,
  listBranchNames,
  listKeys,
  lockKeys,
  updateKey,
} from './api-keys.repository.ts'
import { recordKey } from './record-key.ts'

/** API keys of a company. [connect §3](docs/design/connect.md#3). */
export function apiKeysRoutes(app: FastifyInstance): void {
  registerRoute(app, listApiKeys, async ({ params: { companyId }, db, now }) => {
    const branches = await branchNames(db, companyId)
    const rows = await listKeys(db, companyId, { now, since: daysAfter(now, -unusedAfterDays) })
    return { data: rows.map((row) => toAnswer(row, branches, now)) }
  })

  registerRoute(app, createApiKey, async (context) => {
    const { params, body, caller, db, now, newId } = context
    const { companyId } = params
    await lockKeys(db, companyId)
    refuseIf(whyNotAddKey(await countValidKeys(db, companyId, now)))
    const branches = await branchNames(db, companyId)
    requireBranches(body.branchIds, branches)
    const { secret, prefix } = newSecret()
    const keyId = newId()
    await insertKey(db, {
      company_id: companyId,
      id: keyId,
      name: body.name,
      scopes: body.scopes,
      branch_ids: body.branchIds,
      ...lifeOf(body.expiresInDays, now),
      prefix,
      secret_hash: hashToken(secret),
      created_by: caller.userId,
      createdon: now,
    })
    const row = await requireKey(db, { companyId, keyId })
    await recordKey(context, params.companyId, 'api-key-made', row)
    return { ...toAnswer(row, branches, now), secret }
  })

  registerRoute(app, updateApiKey, async (context) => {
    const { params, body, db, now } = context
    const { name, scopes, branchIds, version } = body
    await lockKeys(db, params.companyId)
    const before = await requireKey(db, params)
    refuseIf(whyNotRotate(toLife(before), now))
    if (version !== undefined && version !== before.version) throw new DomainError('STALE_VERSION')
    const branches = await branchNames(db, params.companyId)
    if (branchIds !== undefined) requireBranches(branchIds, branches)
    await updateKey(db, params, omitUndefined({ name, scopes, branch_ids: branchIds }))
    const row = await requireKey(db, params)
    await recordKey(context, params.companyId, 'api-key-edited', row)
    return toAnswer(row, branches, now)
  })

  registerRoute(app, rotateApiKey, async (context) => {
    const { params, body, caller, db, now, newId } = context
    const { companyId } = params
    await lockKeys(db, companyId)
    const old = await requireKey(db, params)
    refuseIf(whyNotRotate(toLife(old), now))
    const { secret, prefix } = newSecret()
    const keyId = newId()
    const { name, scopes, branch_ids } = old
    const end = oldKeyEnd(toLife(old), now, body.oldEndsAfterDays)
    await updateKey(db, params, { expires_on: end, ...(body.oldEndsAfterDays === 0 ? { revoked_on: now } : {}) })
    await insertKey(db, {
      company_id: companyId,
      id: keyId,
      name,
      scopes,
      branch_ids,
      replaces: old.id,
      ...lifeOf(old.lasts_days, now),
      prefix,
      secret_hash: hashToken(secret),
      created_by: caller.userId,
      createdon: now,
    })
    const row = await requireKey(db, { companyId, keyId })
    await recordKey(context, params.companyId, 'api-key-rotated', row, { oldEndsAfterDays: body.oldEndsAfterDays })
    return { ...toAnswer(row, await branchNames(db, companyId), now), secret }
  })

  registerRoute(app, revokeApiKey, async (context) => {
    const { params, db, now } = context
    await lockKeys(db, params.companyId)
    const row = await requireKey(db, params)
    if (row.revoked_on !== null) return { success: true as const }
    await updateKey(db, params, { revoked_on: now })
    await recordKey(context, params.companyId, 'api-key-revoked', row)
    return { success: true as const }
  })
}

const prefixCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** "`gya_<8>_<43 of base64url>`": 256 random bits after the prefix. */
export function newSecret(): { secret: string; prefix: string } {
  const characters = Array.from({ length: 8 }, () => prefixCharacters.charAt(randomInt(prefixCharacters.length)))
  const prefix = `gya_${characters.join('')}`
  return { secret: `${prefix}_${randomBytes(32).toString('base64url')}`, prefix }
}

/** If the key expires before the first reminder is due, that reminder counts as sent. */
export const lifeOf = (days: number, now: Instant) => ({
  lasts_days: days,
  expires_on: daysAfter(now, days),
  reminded_at: days <= reminderDays[0] ? reminderDays[0] : null,
})

type BranchNames = ReadonlyMap<string, string>

const branchNames = async (db: Db, companyId: string): Promise<BranchNames> =>
  new Map((await listBranchNames(db, companyId)).map(({ id, name }) => [id, name]))

function requireBranches(ids: readonly string[] | null, branches: BranchNames): void {
  if (ids?.some((id) => !branches.has(id))) throw new DomainError('NOT_FOUND')
}

async function requireKey(db: Db, id: { companyId: string; keyId: string }): Promise<KeyRow> {
  const row = await findKey(db, id)
  if (!row) throw new DomainError('NOT_FOUND')
  return row
}

const toLife = (row: KeyRow): KeyLife => ({
  expiresOn: row.expires_on,
  revokedOn: row.revoked_on,
  replacedBy: row.replaced_by,
  lastUsedOn: row.last_used_on,
  createdon: row.createdon,
})

const toAnswer = (row: KeyRow, branches: BranchNames, now: Instant): ApiKey => ({
  _id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes as KeyScope[],
  // Deleted branches are omitted, because nothing in them can be read.
  branches: row.branch_ids?.flatMap((id) => (branches.has(id) ? [{ _id: id, name: branches.get(id) ?? '' }] : [])) ?? null,
  state: keyState(toLife(row), now),
  expiresOn: row.expires_on,
  createdBy: row.creator,
  createdon: row.createdon,
  lastUsedOn: row.last_used_on,
  lastUsedFrom: row.last_used_from,
  revokedOn: row.revoked_on,
  replaces: row.replaces,
  version: row.version,
})
