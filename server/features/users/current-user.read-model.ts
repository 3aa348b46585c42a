import type { UserType } from '@gya/domain/access/permissions.ts'
import type { Me } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/pool.ts'

/** The signed-in user, with company and branches. */
export async function readCurrentUser(db: Db, userId: string): Promise<Me> {
  const row = await db
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.id', 'u.company_id')
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
      'u.version',
      'c.id as company_id',
      'c.name as company_name',
      'c.brand_colour',
      'c.logo',
      jsonArrayFrom(
        select
          .selectFrom('branch_member as m')
          .innerJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'm.company_id').onRef('b.id', '=', 'm.branch_id'))
          .select(['b.id as _id', 'b.name'])
          .whereRef('m.user_id', '=', 'u.id')
          .where('b.deleted_on', 'is', null)
          .orderBy('b.name'),
      ).as('branches'),
    ])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    _id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    fullName: `${row.first_name} ${row.last_name}`,
    email: row.email,
    tel: row.tel,
    type: row.type as UserType,
    company: row.company_id
      ? { _id: row.company_id, name: row.company_name ?? '', brandColour: row.brand_colour, logo: row.logo }
      : null,
    branches: row.branches,
    lastLogin: row.last_login,
    activated: row.activated,
    passwordReset: row.password_reset,
    accountActivationToken: row.email_verified && row.pending_email === null ? null : row.id,
    pendingEmail: row.pending_email,
    avatar: row.avatar,
    weeklySummary: row.type === 'COMPANY_ADMIN' ? row.weekly_summary : null,
    startsWith: row.starts_with as Me['startsWith'],
    singleKeys: row.single_keys,
    digestTime: row.digest_time?.slice(0, 5) ?? null,
    version: row.version,
  }
}
