import type { ApiScope } from '@gya/domain/access/api-scopes.ts'
import { type CallerType, platformCompanyId, type UserType } from '@gya/domain/access/permissions.ts'
import { hostCookieName, presenceCookie } from '@gya/domain/common/cookies.ts'
import { type DateOnly, type Instant, londonDay } from '@gya/domain/common/dates.ts'
import { DomainError, type ErrorCode } from '@gya/domain/error-catalogue.ts'
import type { AppResource } from '@gya/domain/features/applications/applications.rules.ts'
import {
  type SignInPolicy,
  secondFactorFrom,
  whyNotWithoutFactor,
} from '@gya/domain/features/second-factors/second-factors.rules.ts'
import { idleHoursOf, maxIdleHours, refreshedExpiry, whyNotConfirmed } from '@gya/domain/features/sessions/sessions.rules.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Config } from '../../config.ts'
import { hashToken } from '../../infra/secrets.ts'
import { reachOf } from './reach.ts'

/** The authenticated user, application of a user, or API key of a request. */
export type Caller = {
  /** For a key: the user who created it. The record shows its changes as those of the key. */
  userId: string
  type: CallerType
  /** The API key of the call; `null` for users. */
  key: CallerKey | null
  /** The application that acts for the user; `null` if they act themselves. */
  app: CallerApp | null
  companyId: string | null
  /** Branches in scope, for roles that do not include all branches: memberships, areas, or all. */
  branchIds: string[]
  /** Companies to which a platform admin has an open support access. */
  enteredCompanyIds: string[]
  activated: boolean
  passwordReset: boolean
  hasSecondFactor: boolean
  /** The policy of the user's company. */
  signInPolicy: SignInPolicy
  /** Hash of the session's current token, also if the request used the previous one. */
  sessionHash: Buffer
  /** Id of the session's row in `session_log`. */
  sessionLogId: string
  /** Last time the user entered their password. */
  sessionConfirmedOn: Instant
  sessionExpiresOn: Instant
  /** How the user signed in. */
  sessionWay: 'password' | 'passkey' | 'sso'
}

/** `branchIds`: as stored, including deleted branches; `null`: all. */
export type CallerKey = { id: string; name: string; scopes: readonly ApiScope[]; branchIds: string[] | null }

/** What the user allowed an application and the company still allows it. */
export type CallerApp = { grantId: string; scopes: readonly ApiScope[]; resource: AppResource }

/** The scopes of a key or application; `null`: the user, who has no scopes. */
export const scopesOf = ({ key, app }: Pick<Caller, 'key' | 'app'>): readonly ApiScope[] | null =>
  key?.scopes ?? app?.scopes ?? null

/** Lifetime of the cookie; the session itself may expire earlier. */
export const sessionCookieDays = maxIdleHours / 24
export const sessionCookieName = (secure: boolean): string => hostCookieName('gya_session', secure)
/** Readable by scripts and without a secret; the app polls it every 30 seconds. */
export const presenceCookieName = (secure: boolean): string => hostCookieName(presenceCookie, secure)

const callerSql = (which: string) => `
  select s.token_hash, case when s.previous_until > $2 then s.previous_token_hash end as previous_token_hash, s.log_id, u.id, u.type, u.company_id, u.activated, u.password_reset, s.expires_on, s.last_on,
         s.confirmed_on, s.absolute_end, s.way, c.session_idle_hours, u.has_second_factor, p.second_factor_for, p.required_from,
         case when u.type <> 'COMPANY_ADMIN' then ${reachOf()} else '{}' end as branch_ids,
         case u.type when 'GYA_ADMIN' then
           array(select a.company_id::text from support_access a
                 where a.user_id = u.id and a.ends_on > $2 and a.ended_on is null)
         else '{}' end as entered_company_ids
  from session s
  join app_user u on u.id = s.user_id and u.deleted_on is null and u.deactivated_on is null
  left join company c on c.id = u.company_id
  left join company_sign_in p on p.company_id = u.company_id
  where ${which} and s.expires_on > $2 and (c.id is null or c.deleted_on is null)`
const callerByTokenSql = callerSql('s.token_hash = $1')
const callerByReplacedTokenSql = callerSql('s.previous_token_hash = $1 and s.previous_until > $2')
const callersByTokenSql = callerSql('(s.token_hash = any($1) or (s.previous_token_hash = any($1) and s.previous_until > $2))')

const extendSessionSql = `
  with slid as (update session set expires_on = $2, last_on = $3 where token_hash = $1 returning log_id)
  update session_log l set last_on = $3 from slid where l.company_id = $4 and l.id = slid.log_id`

type CallerRow = {
  token_hash: Buffer
  previous_token_hash: Buffer | null
  log_id: string
  id: string
  type: UserType
  company_id: string | null
  activated: boolean
  password_reset: boolean
  expires_on: Instant
  last_on: Instant
  confirmed_on: Instant
  absolute_end: Instant
  way: Caller['sessionWay']
  session_idle_hours: number | null
  has_second_factor: boolean
  second_factor_for: string[] | null
  required_from: DateOnly | null
  branch_ids: string[]
  entered_company_ids: string[]
}

/** The session token; `byCookie`: sent by the browser automatically, not in an Authorization header. */
export function readSessionToken(request: FastifyRequest, secure: boolean): { token: string; byCookie: boolean } | null {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')
  if (bearer?.[1]) return { token: bearer[1], byCookie: false }
  const cookie = request.cookies[sessionCookieName(secure)]
  return cookie ? { token: cookie, byCookie: true } : null
}

/**
 * Authenticates a request. Throws NO_SESSION without a token, INVALID_SESSION when it is unknown, expired or revoked. The
 * session's expiry is extended at most every ten minutes.
 */
export async function resolveCaller(pool: pg.Pool, token: string, now: Instant): Promise<Caller> {
  const row = await findCaller(pool, hashToken(token), now)
  if (!row) throw new DomainError('INVALID_SESSION')
  const session = { lastOn: row.last_on, expiresOn: row.expires_on, absoluteEnd: row.absolute_end }
  const end = refreshedExpiry(session, idleHoursOf(row.type, row.session_idle_hours), now)
  if (end !== null)
    await pool.query({
      name: 'slide',
      text: extendSessionSql,
      values: [row.token_hash, end, now, row.company_id ?? platformCompanyId],
    })
  return toCaller(row)
}

async function findCaller(pool: pg.Pool, sessionHash: Buffer, now: Instant): Promise<CallerRow | undefined> {
  const values = [sessionHash, now]
  const { rows } = await pool.query<CallerRow>({ name: 'find-caller', text: callerByTokenSql, values })
  if (rows[0]) return rows[0]
  const replaced = await pool.query<CallerRow>({ name: 'find-caller-replaced', text: callerByReplacedTokenSql, values })
  return replaced.rows[0]
}

/**
 * Returns the callers of open sessions, keyed by the hex hash of the given token: the current or the previous one. Does
 * not extend the sessions.
 */
export async function resolveCallers(pool: pg.Pool, sessionHashes: Buffer[], now: Instant): Promise<Map<string, Caller>> {
  if (sessionHashes.length === 0) return new Map()
  const { rows } = await pool.query<CallerRow>({ name: 'find-callers', text: callersByTokenSql, values: [sessionHashes, now] })
  return new Map(
    rows.flatMap((row) =>
      [row.token_hash, row.previous_token_hash].flatMap((hash) => (hash ? [[hash.toString('hex'), toCaller(row)] as const] : [])),
    ),
  )
}

const toCaller = (row: CallerRow): Caller => ({
  userId: row.id,
  type: row.type,
  key: null,
  app: null,
  companyId: row.company_id,
  branchIds: row.branch_ids,
  enteredCompanyIds: row.entered_company_ids,
  activated: row.activated,
  passwordReset: row.password_reset,
  hasSecondFactor: row.has_second_factor,
  signInPolicy: { secondFactorFor: row.second_factor_for ?? [], requiredFrom: row.required_from },
  sessionHash: row.token_hash,
  sessionLogId: row.log_id,
  sessionConfirmedOn: row.confirmed_on,
  sessionExpiresOn: row.expires_on,
  sessionWay: row.way,
})

/** Returns the role of a user. Throws NOT_FOR_KEYS for a key. */
export function roleOf({ type }: Pick<Caller, 'type'>): UserType {
  if (type === 'KEY') throw new DomainError('NOT_FOR_KEYS')
  return type
}

/** Throws CONFIRM_IDENTITY, with the possible `ways`, unless the user has recently confirmed their identity. */
export function requireRecentConfirmation({ sessionConfirmedOn, hasSecondFactor, sessionWay }: Caller, now: Instant): void {
  const refusal = whyNotConfirmed(sessionConfirmedOn, now)
  const ways = sessionWay === 'sso' ? 'sso' : hasSecondFactor ? 'password second-factor' : 'password'
  if (refusal) throw new DomainError(refusal, { details: { ways } })
}

/**
 * Returns SECOND_FACTOR_SETUP_REQUIRED for a user without a factor from the day of the policy. In a session of single sign-on
 * "the second factor is the provider's affair; the policy does not ask again".
 */
export function whyNotWithFactors(
  caller: Caller,
  { platformSecondFactor }: Pick<Config, 'platformSecondFactor'>,
  now: Instant,
): ErrorCode | null {
  const { hasSecondFactor, signInPolicy, sessionWay } = caller
  if (sessionWay === 'sso') return null
  const from = secondFactorFrom(roleOf(caller), signInPolicy, platformSecondFactor)
  return whyNotWithoutFactor({ hasSecondFactor, secondFactorFrom: from }, londonDay(now))
}

/** Sets or prolongs the session cookie and the presence cookie. */
export function setSessionCookies(reply: FastifyReply, secure: boolean, token: string): void {
  const common = { path: '/', sameSite: 'lax', secure, maxAge: sessionCookieDays * 86_400 } as const
  reply
    .setCookie(sessionCookieName(secure), token, { ...common, httpOnly: true })
    .setCookie(presenceCookieName(secure), '1', common)
}

export function clearSessionCookies(reply: FastifyReply, secure: boolean): void {
  for (const name of [sessionCookieName(secure), presenceCookieName(secure)]) reply.clearCookie(name, { path: '/', secure })
}
