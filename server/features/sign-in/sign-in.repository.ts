import type { Instant } from '@gya/domain/common/dates.ts'
import type { Db } from '../../db/pool.ts'

/**
 * The accounts of an e-mail address: at most one of staff, and one as vendor of each company. Staff first, deactivated ones
 * last.
 */
export const findAccountsByEmail = (db: Db, email: string) =>
  db
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .select(['u.id', 'u.password_hash', 'u.type', 'u.first_name', 'u.last_name', 'u.company_id'])
    .select(['u.deactivated_on', 'u.has_second_factor'])
    .where('u.email', '=', email)
    .where('u.deleted_on', 'is', null)
    .where((where) => where.or([where('u.company_id', 'is', null), where('c.deleted_on', 'is', null)]))
    .orderBy((order) => order.case().when('u.deactivated_on', 'is', null).then(0).else(1).end())
    .orderBy((order) => order.case().when('u.type', '=', 'VENDOR').then(1).else(0).end())
    .orderBy('u.createdon', 'desc')
    .limit(20)
    .execute()

/** An account, unless it or its company is deleted. */
export const findActiveAccount = (db: Db, userId: string) =>
  db
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .select(['u.id', 'u.password_hash', 'u.type', 'u.first_name', 'u.last_name', 'u.company_id', 'u.deactivated_on'])
    .where('u.id', '=', userId)
    .where('u.deleted_on', 'is', null)
    .where((where) => where.or([where('u.company_id', 'is', null), where('c.deleted_on', 'is', null)]))
    .executeTakeFirst()

export const findPasswordHash = (db: Db, userId: string) =>
  db.selectFrom('app_user').select(['password_hash', 'activated']).where('id', '=', userId).executeTakeFirstOrThrow()

export const updateLastLogin = (db: Db, userId: string, now: Instant) =>
  db.updateTable('app_user').set({ last_login: now }).where('id', '=', userId).execute()

/** A password chosen by its owner: activates the account and clears the forced reset. */
export const updatePassword = (db: Db, userId: string, passwordHash: string) =>
  db
    .updateTable('app_user')
    .set({ password_hash: passwordHash, activated: true, password_reset: false })
    .where('id', '=', userId)
    .returning(['email', 'company_id', 'first_name', 'last_name'])
    .executeTakeFirstOrThrow()

export const updateEmailVerified = (db: Db, userId: string) =>
  db.updateTable('app_user').set({ email_verified: true }).where('id', '=', userId).execute()
