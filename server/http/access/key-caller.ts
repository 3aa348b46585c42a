import { timingSafeEqual } from 'node:crypto'
import type { ApiScope } from '@gya/domain/access/api-scopes.ts'
import type { Instant } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { isKeyValid, maskedAddress, prefixOf } from '@gya/domain/features/api-keys/api-keys.rules.ts'
import type pg from 'pg'
import { hashToken } from '../../infra/secrets.ts'
import type { Caller } from './caller.ts'

const keySql = `
  select k.company_id, k.id, k.name, k.secret_hash, k.scopes, k.expires_on, k.revoked_on, k.created_by, k.last_used_on, k.branch_ids::text[] as chosen_branch_ids,
         array(select b.id::text from branch b
               where b.company_id = k.company_id and b.deleted_on is null
                 and (k.branch_ids is null or b.id = any(k.branch_ids))) as branch_ids
  from api_key k
  join company c on c.id = k.company_id and c.deleted_on is null
  join app_user u on u.id = k.created_by and u.company_id = k.company_id and u.type = 'COMPANY_ADMIN'
    and u.deleted_on is null and u.deactivated_on is null
  where k.prefix = $1`

type KeyRow = {
  company_id: string
  id: string
  name: string
  secret_hash: Buffer
  scopes: ApiScope[]
  expires_on: Instant
  revoked_on: Instant | null
  created_by: string
  last_used_on: Instant | null
  branch_ids: string[]
  chosen_branch_ids: string[] | null
}

/** Compared if the prefix is unknown, so that the response takes equally long. */
const noHash = Buffer.alloc(32)

/**
 * Authenticates a key: "Found by prefix, compared in constant time." [connect §3.1](docs/design/connect.md#3.1). Throws INVALID_KEY for
 * unknown, wrong, expired and revoked keys, and those of somebody who may no longer make keys, alike. `ip`: stored as the address of the last use, at most once a minute.
 */
export async function resolveKey(pool: pg.Pool, secret: string, ip: string, now: Instant): Promise<Caller> {
  const prefix = prefixOf(secret)
  const { rows } = await pool.query<KeyRow>({ name: 'find-key', text: keySql, values: [prefix ?? ''] })
  const [row] = rows
  const isRight = timingSafeEqual(row?.secret_hash ?? noHash, hashToken(secret))
  if (!row || !isRight || !isKeyValid({ expiresOn: row.expires_on, revokedOn: row.revoked_on }, now))
    throw new DomainError('INVALID_KEY')
  if (row.last_used_on === null || Date.parse(now) - Date.parse(row.last_used_on) >= 60_000) await noteUse(pool, row, ip, now)
  return toCaller(row, now)
}

const noteUse = (pool: pg.Pool, { company_id, id }: KeyRow, ip: string, now: Instant) =>
  pool.query({
    name: 'note-key-use',
    text: 'update api_key set last_used_on = $3, last_used_from = $4 where company_id = $1 and id = $2',
    values: [company_id, id, now, maskedAddress(ip)],
  })

/** "A key has no role", session or second factor: calls that need those have no scope. */
const toCaller = (row: KeyRow, now: Instant): Caller => ({
  userId: row.created_by,
  type: 'KEY',
  key: { id: row.id, name: row.name, scopes: row.scopes, branchIds: row.chosen_branch_ids },
  app: null,
  companyId: row.company_id,
  branchIds: row.branch_ids,
  enteredCompanyIds: [],
  activated: true,
  passwordReset: false,
  hasSecondFactor: false,
  signInPolicy: { secondFactorFor: [], requiredFrom: null },
  sessionHash: noHash,
  sessionLogId: row.id,
  sessionConfirmedOn: new Date(0).toISOString(),
  sessionExpiresOn: now,
  sessionWay: 'password',
})
