import type { Instant } from '@gya/domain/common/dates.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/**
 * Whether the account signs in with its company's provider alone. "Required: passwords of these domains open nothing but for 1–2
 * break-glass company admins, who need a password and a second factor." Also for accounts that are tied to the provider, so that
 * another address is no way round it. Vendors cannot sign in with it and keep their passwords.
 */
const needsProvider = ({ exceptBreakGlass }: { exceptBreakGlass: boolean }) => sql<SqlBool>`exists (
  select from company_provider p where p.company_id = u.company_id and p.required and u.type <> 'VENDOR'
    and not (${exceptBreakGlass}::boolean and u.break_glass and u.type = 'COMPANY_ADMIN' and u.has_second_factor)
    and (exists (select from company_domain d where d.company_id = p.company_id and d.domain = split_part(u.email, '@', 2))
      or exists (select from sso_identity i where i.user_id = u.id and i.issuer = p.issuer)))`

/**
 * The accounts of an e-mail address: at most one of staff, and one as vendor of each company. Staff first, deactivated ones
 * last.
 */
export const findAccountsByEmail = (db: Db, email: string) =>
  db
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .select(['u.id', 'u.password_hash', 'u.type', 'u.first_name', 'u.last_name', 'u.company_id'])
    .select(['u.deactivated_on', 'u.has_second_factor', needsProvider({ exceptBreakGlass: true }).as('needs_provider')])
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
    // A passkey alone is not "a password and a second factor".
    .select(needsProvider({ exceptBreakGlass: false }).as('needs_provider'))
    .where('u.id', '=', userId)
    .where('u.deleted_on', 'is', null)
    .where((where) => where.or([where('u.company_id', 'is', null), where('c.deleted_on', 'is', null)]))
    .executeTakeFirst()

export const findPasswordHash = (db: Db, userId: string) =>
  db
    .selectFrom('app_user as u')
    .select(['u.password_hash', 'u.activated', needsProvider({ exceptBreakGlass: true }).as('needs_provider')])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()

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
