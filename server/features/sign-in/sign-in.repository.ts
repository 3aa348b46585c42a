import type { UserType } from '@gya/domain/access/permissions.ts'
import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import type { Instant } from '@gya/domain/common/dates.ts'
import { absoluteSessionDays, defaultIdleHours, maxIdleHours } from '@gya/domain/features/sessions/sessions.rules.ts'
import type { Me } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/pool.ts'
import { newUuid } from '../../infra/clock.ts'
import { hashToken, newToken } from '../../infra/secrets.ts'
import { type EndedSession, logSessionsEnded, type SessionEnd } from '../sessions/session-log.ts'

export const daysLater = (now: Instant, days: number): Instant => new Date(Date.parse(now) + days * 86_400_000).toISOString()

/**
 * The accounts of an e-mail address: at most one of staff, and one as vendor of each company. Staff first, deactivated ones
 * last.
 */
export const findAccountsByEmail = (db: Db, email: string) =>
  db
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .select(['u.id', 'u.password_hash', 'u.type', 'u.first_name', 'u.last_name', 'u.company_id'])
    .select('u.deactivated_on')
    .where('u.email', '=', email)
    .where('u.deleted_on', 'is', null)
    .where((where) => where.or([where('u.company_id', 'is', null), where('c.deleted_on', 'is', null)]))
    .orderBy((order) => order.case().when('u.deactivated_on', 'is', null).then(0).else(1).end())
    .orderBy((order) => order.case().when('u.type', '=', 'VENDOR').then(1).else(0).end())
    .orderBy('u.createdon', 'desc')
    .limit(20)
    .execute()

export const findPasswordHash = (db: Db, userId: string) =>
  db.selectFrom('app_user').select(['password_hash', 'activated']).where('id', '=', userId).executeTakeFirstOrThrow()

export type SessionOrigin = { device: string; network: string | null }

/** Creates a session and its session log entry; answers the token, which is not stored, and the log id. */
export async function createSession(
  db: Db,
  userId: string,
  now: Instant,
  { device, network }: SessionOrigin,
): Promise<{ token: string; logId: string }> {
  const token = newToken()
  const logId = newUuid(Date.parse(now))
  await sql`
    with logged as (
      insert into session_log (company_id, id, user_id, opened_on, last_on, way, device, network)
      select coalesce(company_id, ${platformCompanyId}), ${logId}::uuid, id, ${now}, ${now}, 'password', ${device}, ${network}::inet
      from app_user where id = ${userId}
      returning id, user_id)
    insert into session (token_hash, user_id, createdon, last_on, confirmed_on, expires_on, absolute_end, log_id)
    select ${hashToken(token)}, l.user_id, ${now}, ${now}, ${now},
      ${now}::timestamptz + make_interval(hours => case when u.type = 'VENDOR' then ${maxIdleHours}
        else coalesce(c.session_idle_hours, ${defaultIdleHours}) end),
      ${daysLater(now, absoluteSessionDays)}, l.id
    from logged l join app_user u on u.id = l.user_id left join company c on c.id = u.company_id`.execute(db)
  return { token, logId }
}

/** Creates a session without device and network; answers the token. */
export const createTestSession = async (db: Db, userId: string, now: Instant): Promise<string> =>
  (await createSession(db, userId, now, { device: '', network: null })).token

export async function deleteSession(db: Db, sessionHash: Buffer, because: SessionEnd, now: Instant): Promise<void> {
  const { rows } = await sql<EndedSession>`
    delete from session s using app_user u where u.id = s.user_id and s.token_hash = ${sessionHash}
    returning s.log_id, u.company_id`.execute(db)
  await logSessionsEnded(db, rows, { because, now })
}

/** Ends all sessions of an account, except one if given; answers the number. */
export async function deleteSessionsOfAccount(
  db: Db,
  userId: string,
  { because, now, except }: { because: SessionEnd; now: Instant; except?: Buffer },
): Promise<number> {
  const { rows } = await sql<EndedSession>`
    delete from session s using app_user u where u.id = s.user_id and s.user_id = ${userId}
      and s.token_hash is distinct from ${except ?? null}::bytea
    returning s.log_id, u.company_id`.execute(db)
  return logSessionsEnded(db, rows, { because, now })
}

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

export const markIdentityConfirmed = (db: Db, sessionHash: Buffer, now: Instant) =>
  db.updateTable('session').set({ confirmed_on: now }).where('token_hash', '=', sessionHash).execute()

export const updateEmailVerified = (db: Db, userId: string) =>
  db.updateTable('app_user').set({ email_verified: true }).where('id', '=', userId).execute()

export type LinkPurpose = 'reset' | 'verify'

/** Deletes all links of an account and its pending e-mail address: links may be in a mailbox that is no longer the user's. */
export async function deleteLinksOfAccount(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('account_link').where('user_id', '=', userId).execute()
  await db
    .updateTable('app_user')
    .set({ pending_email: null })
    .where('id', '=', userId)
    .where('pending_email', 'is not', null)
    .execute()
}

/** Creates a link and deletes older ones of the same purpose. Answers the token, which is not stored. */
export async function insertLink(
  db: Db,
  link: { userId: string; purpose: LinkPurpose; now: Instant; hours: number },
): Promise<string> {
  const token = newToken()
  await db.deleteFrom('account_link').where('user_id', '=', link.userId).where('purpose', '=', link.purpose).execute()
  await db
    .insertInto('account_link')
    .values({
      token_hash: hashToken(token),
      user_id: link.userId,
      purpose: link.purpose,
      createdon: link.now,
      expires_on: daysLater(link.now, link.hours / 24),
    })
    .execute()
  return token
}

/** The user of a link without consuming it; null if unknown, expired or used. */
export async function findLinkOwner(db: Db, token: string, purpose: LinkPurpose, now: Instant): Promise<string | null> {
  const link = await db
    .selectFrom('account_link')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_on', 'is', null)
    .where('expires_on', '>', now)
    .executeTakeFirst()
  return link?.user_id ?? null
}

/** Consumes a link: its user, or nothing if unknown, expired or used. */
export const useLink = (db: Db, token: string, purpose: LinkPurpose, now: Instant) =>
  db
    .updateTable('account_link')
    .from('app_user as u')
    .set({ used_on: now })
    .whereRef('u.id', '=', 'account_link.user_id')
    .where('u.deleted_on', 'is', null)
    .where('u.deactivated_on', 'is', null)
    .where('account_link.token_hash', '=', hashToken(token))
    .where('account_link.purpose', '=', purpose)
    .where('account_link.used_on', 'is', null)
    .where('account_link.expires_on', '>', now)
    .returning(['account_link.user_id', 'u.company_id'])
    .executeTakeFirst()

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
    version: row.version,
  }
}
