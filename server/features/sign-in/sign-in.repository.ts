import type { Instant } from '@gya/domain/common/dates.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/**
 * Whether the account can only sign in through its company's provider. "Required: passwords of these domains open nothing but for 1–2
 * break-glass company admins, who need a password and a second factor." Also applies to accounts that are linked to the provider, so that
 * another address does not bypass it. Vendors cannot use the provider and keep their passwords.
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

/** An account, unless it or its company is deleted. `way`: how it signs in. */
export const findActiveAccount = (db: Db, userId: string, way: 'password' | 'passkey') =>
  db
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .select(['u.id', 'u.password_hash', 'u.type', 'u.first_name', 'u.last_name', 'u.company_id', 'u.deactivated_on'])
    // A passkey alone does not count as "a password and a second factor".
    .select(needsProvider({ exceptBreakGlass: way === 'password' }).as('needs_provider'))
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

/**
 * Locks a company's provider against changes before a session is opened without it. A concurrent change that requires the provider waits
 * for the session and ends it, or the session is refused.
 */
export const lockProvider = (db: Db, companyId: string | null) =>
  db.selectFrom('company_provider').select('company_id').where('company_id', '=', companyId).forShare().execute()

/**
 * Sets the day of the last sign-in. Returns false if the account can no longer sign in this way: it was deleted or deactivated, its
 * password or second factor changed, or it now has to use its provider. The row stays locked, so that whatever ends sessions afterwards
 * also ends the new one.
 */
export async function updateLastLogin(
  db: Db,
  account: { id: string; password_hash: string | null },
  { way, second }: { way: 'password' | 'passkey' | 'sso'; second: string },
  now: Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('app_user as u')
    .set({ last_login: now })
    .where('u.id', '=', account.id)
    .where('u.deleted_on', 'is', null)
    .where('u.deactivated_on', 'is', null)
    .$if(way === 'password', (query) => query.where('u.password_hash', 'is not distinct from', account.password_hash))
    .$if(way !== 'sso', (query) =>
      query
        .where('u.has_second_factor', '=', way === 'passkey' || second !== 'none')
        .where((where) => where.not(needsProvider({ exceptBreakGlass: way === 'password' }))),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether the account `u` may no longer sign in as it did for this session or grant. */
const isWithoutProvider = (from: 's' | 'g') => sql`case ${sql.ref(`${from}.way`)}
        when 'sso' then false
        when 'passkey' then ${needsProvider({ exceptBreakGlass: false })}
        else ${needsProvider({ exceptBreakGlass: true })} end`

/**
 * Ends the sessions of a company that are no longer allowed because the provider is required; returns their users. What such a session
 * allowed applications ends too.
 */
export async function deleteSessionsWithoutProvider(db: Db, companyId: string, now: Instant) {
  const { rows } = await sql<{ log_id: string; user_id: string; company_id: string | null }>`
    delete from session s using app_user u
    where u.id = s.user_id and u.company_id = ${companyId}
      and ${isWithoutProvider('s')}
    returning s.log_id, s.user_id, u.company_id`.execute(db)
  await sql`
    update app_grant g set ended_on = ${now}, ended_because = 'provider' from app_user u
    where u.id = g.user_id and g.company_id = ${companyId} and u.company_id = ${companyId} and g.ended_on is null
      and ${isWithoutProvider('g')}`.execute(db)
  return rows
}

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
