import type { UserType } from '@gya/domain/access/permissions.ts'
import { secondFactorFrom } from '@gya/domain/features/second-factors/second-factors.rules.ts'
import type { Me } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/pool.ts'
import type { Caller } from '../../http/access/caller.ts'
import { isInReach } from '../../http/access/reach.ts'

/** The signed-in user, with company and branches. */
export async function readCurrentUser(
  db: Db,
  { userId, sessionWay }: Pick<Caller, 'userId' | 'sessionWay'>,
  { platformSecondFactor, mailIn }: Pick<Config, 'platformSecondFactor' | 'mailIn'>,
): Promise<Me> {
  const row = await db
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .leftJoin('company_sign_in as p', 'p.company_id', 'u.company_id')
    .leftJoin('sale_file_settings as f', 'f.company_id', 'u.company_id')
    .select((select) => [
      'u.id',
      'u.first_name',
      'u.last_name',
      'u.email',
      'u.tel',
      'u.type',
      'u.last_login',
      'u.activated',
      'u.password_reset',
      'u.email_verified',
      'u.pending_email',
      'u.avatar',
      'u.weekly_summary',
      'u.starts_with',
      'u.single_keys',
      'u.digest_time',
      'u.has_second_factor',
      'p.second_factor_for',
      'p.required_from',
      'f.checks',
      'u.version',
      'c.id as company_id',
      'c.name as company_name',
      'c.brand_colour',
      'c.logo',
      jsonArrayFrom(
        select
          .selectFrom('branch as b')
          .select(['b.id as _id', 'b.name'])
          .whereRef('b.company_id', '=', 'u.company_id')
          .where('b.deleted_on', 'is', null)
          .where('u.type', 'not in', ['COMPANY_ADMIN', 'VENDOR'])
          .where((eb) => isInReach({ companyId: eb.ref('b.company_id'), branchId: eb.ref('b.id') }))
          .orderBy('b.name'),
      ).as('branches'),
      sql<boolean>`exists (select from branch b where b.company_id = u.company_id and b.mail_on and b.deleted_on is null
        and ${isInReach({ companyId: sql.ref('b.company_id'), branchId: sql.ref('b.id') })})`.as('receives_mail'),
    ])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  const type = row.type as UserType
  const policy = { secondFactorFor: row.second_factor_for ?? [], requiredFrom: row.required_from }
  return {
    _id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    fullName: `${row.first_name} ${row.last_name}`,
    email: row.email,
    tel: row.tel,
    type,
    company: row.company_id
      ? {
          _id: row.company_id,
          name: row.company_name ?? '',
          brandColour: row.brand_colour,
          logo: row.logo,
          mailIn: mailIn.domain !== undefined && (row.receives_mail || (await hasMailToFile(db, row.company_id, userId))),
          ...(row.checks && type !== 'VENDOR' ? { checks: true } : {}),
        }
      : null,
    branches: row.branches,
    lastLogin: row.last_login,
    activated: row.activated,
    passwordReset: row.password_reset,
    accountActivationToken: row.email_verified && row.pending_email === null ? null : row.id,
    pendingEmail: row.pending_email,
    // With single sign-on, the provider is responsible for the second factor.
    secondFactorFrom: row.has_second_factor || sessionWay === 'sso' ? null : secondFactorFrom(type, policy, platformSecondFactor),
    avatar: row.avatar,
    weeklySummary: row.company_id !== null && type !== 'VENDOR' ? row.weekly_summary : null,
    startsWith: row.starts_with as Me['startsWith'],
    singleKeys: row.single_keys,
    digestTime: row.digest_time?.slice(0, 5) ?? null,
    version: row.version,
  }
}

/** Whether e-mails wait in a branch in reach, which may receive none any more. */
async function hasMailToFile(db: Db, companyId: string, userId: string): Promise<boolean> {
  const reached = isInReach({
    companyId: sql.ref('m.company_id'),
    branchId: sql.ref('m.branch_id'),
    userId: sql`${userId}::uuid`,
  })
  const { rows } = await sql`
    select from mail_in m where m.company_id = ${companyId}::uuid and m.state = 'inbox' and ${reached} limit 1`.execute(db)
  return rows.length > 0
}
