import type { ApiScope } from '@gya/domain/access/api-scopes.ts'
import { hasPermission, type UserType } from '@gya/domain/access/permissions.ts'
import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { maskedAddress } from '@gya/domain/features/api-keys/api-keys.rules.ts'
import { type AppResource, isAppToken } from '@gya/domain/features/applications/applications.rules.ts'
import type pg from 'pg'
import { hashToken } from '../../infra/secrets.ts'
import type { Caller } from './caller.ts'
import { reachOf } from './reach.ts'

/** "Every call reads grant, application, person, branches and policy in one statement, the counterpart of the session's." */
const grantSql = `
  select g.company_id, g.id, array(select s from unnest(g.scopes) s where s = any(a.scopes)) as scopes, g.resource, g.way, g.access_until,
         g.last_used_on, u.id as user_id, u.type, u.has_second_factor, p.second_factor_for, p.required_from,
         case when u.type <> 'COMPANY_ADMIN' then ${reachOf()} else '{}' end as branch_ids
  from app_grant g
  join connected_app a on a.company_id = g.company_id and a.id = g.app_id and a.state = 'allowed'
  join app_user u on u.id = g.user_id and u.company_id = g.company_id and u.activated and not u.password_reset
    and u.deleted_on is null and u.deactivated_on is null
  join company c on c.id = g.company_id and c.deleted_on is null
  left join company_sign_in p on p.company_id = g.company_id
  where g.access_hash = $1 and g.access_until > $2 and g.ended_on is null and g.resource = $3`

type GrantRow = {
  company_id: string
  id: string
  scopes: ApiScope[]
  resource: AppResource
  way: Caller['sessionWay']
  access_until: Instant
  last_used_on: Instant | null
  user_id: string
  type: UserType
  has_second_factor: boolean
  second_factor_for: string[] | null
  required_from: DateOnly | null
  branch_ids: string[]
}

/**
 * Authenticates an application that acts for a person. Throws INVALID_APP_TOKEN if the token is unknown or has ended, or if person,
 * application or company may no longer use it, alike; also a token of another resource. `ip`: stored as the address of the last use, at most
 * once a minute.
 */
export async function resolveApp(
  pool: pg.Pool,
  { token, resource, ip }: { token: string; resource: AppResource; ip: string },
  now: Instant,
): Promise<Caller> {
  if (!isAppToken(token)) throw new DomainError('INVALID_APP_TOKEN')
  const { rows } = await pool.query<GrantRow>({ name: 'find-grant', text: grantSql, values: [hashToken(token), now, resource] })
  const [row] = rows
  if (!row || !hasPermission(row.type, 'app.own')) throw new DomainError('INVALID_APP_TOKEN')
  if (row.last_used_on === null || Date.parse(now) - Date.parse(row.last_used_on) >= 60_000) await noteUse(pool, row, ip, now)
  return toCaller(row)
}

const noteUse = (pool: pg.Pool, { company_id, id }: GrantRow, ip: string, now: Instant) =>
  pool.query({
    name: 'note-grant-use',
    text: 'update app_grant set last_used_on = $3, last_used_from = $4 where company_id = $1 and id = $2',
    values: [company_id, id, now, maskedAddress(ip)],
  })

/** "A call needs its scope in the grant and its permission in the person's role and the person's reach at that moment." */
const toCaller = (row: GrantRow): Caller => ({
  userId: row.user_id,
  type: row.type,
  key: null,
  app: { grantId: row.id, scopes: row.scopes, resource: row.resource },
  companyId: row.company_id,
  branchIds: row.branch_ids,
  enteredCompanyIds: [],
  activated: true,
  passwordReset: false,
  hasSecondFactor: row.has_second_factor,
  signInPolicy: { secondFactorFor: row.second_factor_for ?? [], requiredFrom: row.required_from },
  // No session: calls that confirm an identity, or change sessions, have no scope.
  sessionHash: Buffer.alloc(32),
  sessionLogId: row.id,
  sessionConfirmedOn: new Date(0).toISOString(),
  sessionExpiresOn: row.access_until,
  sessionWay: row.way,
})
