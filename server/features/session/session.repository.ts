import type { UserType } from '@gya/domain/access/permissions.ts'
import type { Instant } from '@gya/domain/common/dates.ts'
import type { Me } from '@gya/domain/features/session/session.contract.ts'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/connect.ts'
import { sessionDays } from '../../http/caller.ts'
import { hashToken, newToken } from '../../platform/secrets.ts'

export const daysLater = (now: Instant, days: number): Instant => new Date(Date.parse(now) + days * 86_400_000).toISOString()

/** The accounts of an e-mail address: one of the staff at most, and one as a vendor of each company. Staff first. */
export const findAccounts = (db: Db, email: string) =>
  db
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .select(['u.id', 'u.password_hash', 'u.type', 'u.first_name', 'u.company_id'])
    .where('u.email', '=', email)
    .where('u.deleted_on', 'is', null)
    .where((where) => where.or([where('u.company_id', 'is', null), where('c.deleted_on', 'is', null)]))
    .orderBy((order) => order.case().when('u.type', '=', 'VENDOR').then(1).else(0).end())
    .orderBy('u.createdon', 'desc')
    .limit(20)
    .execute()

export const findPasswordHash = (db: Db, userId: string) =>
  db.selectFrom('app_user').select(['password_hash', 'activated']).where('id', '=', userId).executeTakeFirstOrThrow()

/** Opens a session; answers the token, which is not kept. */
export async function insertSession(db: Db, userId: string, now: Instant): Promise<string> {
  const token = newToken()
  await db
    .insertInto('session')
    .values({ token_hash: hashToken(token), user_id: userId, createdon: now, expires_on: daysLater(now, sessionDays) })
    .execute()
  return token
}

export const deleteSession = (db: Db, sessionHash: Buffer) =>
  db.deleteFrom('session').where('token_hash', '=', sessionHash).execute()

/** Ends every session of an account but, when given, one. */
export const deleteSessionsOf = (db: Db, userId: string, except?: Buffer) =>
  db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .$if(except !== undefined, (query) => query.where('token_hash', '!=', except as Buffer))
    .execute()

export const updateLastLogin = (db: Db, userId: string, now: Instant) =>
  db.updateTable('app_user').set({ last_login: now }).where('id', '=', userId).execute()

/** A new password of the person's own choosing: the account is activated and no longer has to change it. */
export const updatePassword = (db: Db, userId: string, passwordHash: string) =>
  db
    .updateTable('app_user')
    .set({ password_hash: passwordHash, activated: true, password_reset: false })
    .where('id', '=', userId)
    .returning('email')
    .executeTakeFirstOrThrow()

/** Under which an account's tries at signing in are counted, wherever they come from. */
export const triesAt = (email: string): string => `sign-in:${email}`

/** Opens an account that guesses have closed. */
export const forgetTriesAt = (db: Db, email: string) => db.deleteFrom('rate_limit').where('key', '=', triesAt(email)).execute()

export const updateEmailVerified = (db: Db, userId: string) =>
  db.updateTable('app_user').set({ email_verified: true }).where('id', '=', userId).execute()

export type LinkPurpose = 'reset' | 'verify'

/** Ends every link that was sent to an account: after a change of its address they lie in a mailbox that is not its own. */
export const deleteLinksOf = (db: Db, userId: string) => db.deleteFrom('account_link').where('user_id', '=', userId).execute()

/** A link for an e-mail; older links of the same purpose end. Answers the token, which is not kept. */
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

/** Uses a link up: the account it belongs to, or nothing when it is unknown, expired or was used. */
export const useLink = (db: Db, token: string, purpose: LinkPurpose, now: Instant) =>
  db
    .updateTable('account_link')
    .from('app_user as u')
    .set({ used_on: now })
    .whereRef('u.id', '=', 'account_link.user_id')
    .where('u.deleted_on', 'is', null)
    .where('account_link.token_hash', '=', hashToken(token))
    .where('account_link.purpose', '=', purpose)
    .where('account_link.used_on', 'is', null)
    .where('account_link.expires_on', '>', now)
    .returning('account_link.user_id')
    .executeTakeFirst()

/** Who is signed in, with the company and the branches that the shell shows. */
export async function readMeOf(db: Db, userId: string): Promise<Me> {
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
    accountActivationToken: row.email_verified ? null : row.id,
    avatar: row.avatar,
    weeklySummary: row.type === 'COMPANY_ADMIN' ? row.weekly_summary : null,
    version: row.version,
  }
}
