import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import type { Instant } from '@gya/domain/common/dates.ts'
import {
  absoluteSessionDays,
  defaultIdleHours,
  maxIdleHours,
  newDeviceDays,
  replacedTokenSeconds,
} from '@gya/domain/features/sessions/sessions.rules.ts'
import { ssoSessionHours } from '@gya/domain/features/single-sign-on/single-sign-on.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { daysLater, hoursLater, newUuid } from '../../infra/clock.ts'
import { hashToken, newToken } from '../../infra/secrets.ts'
import { endGrants } from './end-grants.ts'

type AccountIds = { companyId: string | null; userId: string }

/** The open sessions of an account, most recently used first. */
export const listSessions = (db: Db, { companyId, userId }: AccountIds, now: Instant) =>
  db
    .selectFrom('session as s')
    .innerJoin('session_log as l', 'l.id', 's.log_id')
    .select([
      'l.id',
      'l.device',
      'l.opened_on',
      'l.way',
      'l.second',
      's.last_on',
      sql<string | null>`host(l.network)`.as('network'),
    ])
    .where('l.company_id', '=', companyId ?? platformCompanyId)
    .where('l.user_id', '=', userId)
    .where('s.user_id', '=', userId)
    .where('s.expires_on', '>', now)
    .orderBy('s.last_on', 'desc')
    .orderBy('l.opened_on', 'desc')
    .execute()

/** Second factor and open sessions of these users of a company. */
export async function listAccess(db: Db, companyId: string, userIds: readonly string[], now: Instant) {
  const { rows } = await sql<{ userId: string; hasSecondFactor: boolean; sessions: number; lastSeenOn: Instant | null }>`
    select u.id as "userId", u.has_second_factor as "hasSecondFactor", count(s.user_id)::int as sessions, max(s.last_on) as "lastSeenOn"
    from app_user u left join session s on s.user_id = u.id and s.expires_on > ${now}
    where u.company_id = ${companyId} and u.id = any(${userIds}::uuid[]) and u.deleted_on is null
    group by u.id`.execute(db)
  return rows
}

/** The open session of a session log entry. */
export const findSession = (db: Db, companyId: string | null, logId: string) =>
  db
    .selectFrom('session as s')
    .innerJoin('session_log as l', 'l.id', 's.log_id')
    .select(['s.token_hash', 's.user_id'])
    .where('l.company_id', '=', companyId ?? platformCompanyId)
    .where('l.id', '=', logId)
    .executeTakeFirst()

/** An account of a company; with null, of the platform. */
export const findAccountInCompany = (db: Db, companyId: string | null, userId: string) =>
  db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', userId)
    .where('company_id', 'is not distinct from', companyId)
    .where('deleted_on', 'is', null)
    .executeTakeFirst()

/**
 * Whether the account has signed in before, and from this device and network in the last 180 days. Sessions without device
 * do not count.
 */
export async function findEarlierSessions(
  db: Db,
  { companyId, userId }: AccountIds,
  { device, network, now }: { device: string; network: string | null; now: Instant },
): Promise<{ any: boolean; here: boolean }> {
  const { rows } = await sql<{ any: boolean; here: boolean }>`
    select count(*) > 0 as any,
      count(*) filter (where device = ${device} and last_on > ${now}::timestamptz - make_interval(days => ${newDeviceDays})
        and network(set_masklen(network, case family(network) when 4 then 24 else 48 end))
          >>= ${network}::inet) > 0 as here
    from session_log
    where company_id = ${companyId ?? platformCompanyId} and user_id = ${userId} and device <> ''`.execute(db)
  return rows[0] ?? { any: false, here: false }
}

export type SessionEnd =
  | 'signed-out'
  | 'replaced'
  | 'ended'
  | 'ended-by-administrator'
  | 'password'
  | 'email'
  | 'account-ended'
  | 'expired'
  | 'factors-reset'
  | 'provider-required'

export type EndedSession = { log_id: string; company_id: string | null }

/** Marks sessions as ended in the session log; returns the number. */
export async function logSessionsEnded(
  db: Db,
  ended: readonly EndedSession[],
  { because, now }: { because: SessionEnd; now: Instant },
): Promise<number> {
  for (const [companyId, sessions] of Map.groupBy(ended, ({ company_id }) => company_id ?? platformCompanyId))
    await sql`update session_log set ended_on = ${now}, ended_because = ${because}
      where company_id = ${companyId} and id = any(${sessions.map(({ log_id }) => log_id)}::uuid[])`.execute(db)
  return ended.length
}

/** Deletes expired sessions and marks them in the session log. */
export const deleteExpiredSessions = (db: Db, now: Instant) =>
  sql`
    with gone as (
      delete from session s using app_user u where u.id = s.user_id and s.expires_on < ${now}
      returning s.log_id, s.expires_on, u.company_id)
    update session_log l set ended_on = gone.expires_on, ended_because = 'expired'
    from gone where l.company_id = coalesce(gone.company_id, ${platformCompanyId}) and l.id = gone.log_id`.execute(db)

/** How the user of a session signed in. */
export type SignInWay = { way: 'password' | 'passkey' | 'sso'; second: 'none' | 'totp' | 'passkey' | 'recovery' }

type SessionOrigin = { device: string; network: string | null } & SignInWay

/** Creates a session and its session log entry. Returns the token, which is not stored, and the log id. */
export async function createSession(
  db: Db,
  userId: string,
  now: Instant,
  { device, network, way, second }: SessionOrigin,
): Promise<{ token: string; logId: string }> {
  const token = newToken()
  const logId = newUuid(Date.parse(now))
  // "Sessions by SSO end after 12 hours at the latest."
  const absoluteEnd = way === 'sso' ? hoursLater(now, ssoSessionHours) : daysLater(now, absoluteSessionDays)
  await sql`
    with logged as (
      insert into session_log (company_id, id, user_id, opened_on, last_on, way, second, device, network)
      select coalesce(company_id, ${platformCompanyId}), ${logId}::uuid, id, ${now}, ${now}, ${way}, ${second}, ${device}, ${network}::inet
      from app_user where id = ${userId}
      returning id, user_id)
    insert into session (token_hash, user_id, createdon, last_on, confirmed_on, expires_on, absolute_end, log_id, way)
    select ${hashToken(token)}, l.user_id, ${now}, ${now}, ${now},
      least(${absoluteEnd}::timestamptz, ${now}::timestamptz + make_interval(hours => case when u.type = 'VENDOR' then ${maxIdleHours}
        else coalesce(c.session_idle_hours, ${defaultIdleHours}) end)),
      ${absoluteEnd}, l.id, ${way}
    from logged l join app_user u on u.id = l.user_id left join company c on c.id = u.company_id`.execute(db)
  return { token, logId }
}

/** Creates a session without device and network. Returns the token. */
export const createTestSession = async (db: Db, userId: string, now: Instant): Promise<string> =>
  (await createSession(db, userId, now, { device: '', network: null, way: 'password', second: 'none' })).token

export async function deleteSession(db: Db, sessionHash: Buffer, because: SessionEnd, now: Instant): Promise<void> {
  const { rows } = await sql<EndedSession>`
    delete from session s using app_user u where u.id = s.user_id and s.token_hash = ${sessionHash}
    returning s.log_id, u.company_id`.execute(db)
  await logSessionsEnded(db, rows, { because, now })
}

/**
 * Ends all sessions of an account, except one if given, and sign-ins that wait for their second step. Returns the number of sessions. What
 * the account allowed applications ends too, unless the person only ends their other sessions: Profile lists applications beside them.
 */
export async function deleteSessionsOfAccount(
  db: Db,
  userId: string,
  { because, now, except }: { because: SessionEnd; now: Instant; except?: Buffer },
): Promise<number> {
  if (because !== 'ended') await endGrants(db, { userId }, { because: 'account', now })
  await db.deleteFrom('sign_in_challenge').where('user_id', '=', userId).where('purpose', '=', 'sign-in').execute()
  const { rows } = await sql<EndedSession>`
    delete from session s using app_user u where u.id = s.user_id and s.user_id = ${userId}
      and s.token_hash is distinct from ${except ?? null}::bytea
    returning s.log_id, u.company_id`.execute(db)
  return logSessionsEnded(db, rows, { because, now })
}

/** Whether a token is the session's current one. */
export const isCurrentToken = async (db: Db, sessionHash: Buffer): Promise<boolean> =>
  (await db.selectFrom('session').select('user_id').where('token_hash', '=', sessionHash).executeTakeFirst()) !== undefined

/** The log id of the user's open session to which a token, or its predecessor, belongs; null if there is none. */
export async function findSessionOf(
  db: Db,
  { hash, userId, now }: { hash: Buffer; userId: string; now: Instant },
): Promise<string | null> {
  const row = await db
    .selectFrom('session')
    .select('log_id')
    .where((is) =>
      is.or([is('token_hash', '=', hash), is.and([is('previous_token_hash', '=', hash), is('previous_until', '>', now)])]),
    )
    .where('user_id', '=', userId)
    .where('expires_on', '>', now)
    .executeTakeFirst()
  return row?.log_id ?? null
}

export const markIdentityConfirmed = (db: Db, logId: string, now: Instant) =>
  db.updateTable('session').set({ confirmed_on: now }).where('log_id', '=', logId).execute()

/**
 * Replaces the token of a session and returns the new one; the previous token is accepted for a few more seconds. Null if `hash` is not the
 * current token: a concurrent request has renewed it, and its response carries the new one.
 */
export async function replaceToken(db: Db, { hash, now }: { hash: Buffer; now: Instant }): Promise<string | null> {
  const token = newToken()
  const row = await db
    .updateTable('session')
    .set({
      token_hash: hashToken(token),
      previous_token_hash: hash,
      previous_until: new Date(Date.parse(now) + replacedTokenSeconds * 1_000).toISOString(),
    })
    .where('token_hash', '=', hash)
    .returning('log_id')
    .executeTakeFirst()
  return row ? token : null
}

/** Signs out all users of a company, and their applications. */
export async function deleteSessionsOfCompany(db: Db, companyId: string, now: Instant): Promise<void> {
  await endGrants(db, { companyId }, { because: 'account', now })
  const { rows } = await sql<EndedSession>`
    delete from session s using app_user u where u.id = s.user_id and u.company_id = ${companyId}
    returning s.log_id, u.company_id`.execute(db)
  await logSessionsEnded(db, rows, { because: 'account-ended', now })
}
