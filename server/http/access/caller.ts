import { platformCompanyId, type UserType } from '@gya/domain/access/permissions.ts'
import type { Instant } from '@gya/domain/common/dates.ts'
import { DomainError, refuseIf } from '@gya/domain/errors.ts'
import { idleHoursOf, maxIdleHours, refreshedExpiry, whyNotConfirmed } from '@gya/domain/features/sessions/sessions.rules.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { hashToken } from '../../infra/secrets.ts'

/** Who makes a call, as its session says. */
export type Caller = {
  userId: string
  type: UserType
  companyId: string | null
  branchIds: string[]
  activated: boolean
  passwordReset: boolean
  sessionHash: Buffer
  /** The session's entry in the session log. */
  sessionLogId: string
  /** When the session's person last proved who they are. */
  sessionConfirmedOn: Instant
  sessionExpiresOn: Instant
}

/** For how long a browser keeps the cookie of a session that is not used; the session itself may end earlier. */
export const sessionCookieDays = maxIdleHours / 24
export const sessionCookieName = (secure: boolean): string => (secure ? '__Host-gya_session' : 'gya_session')
/** Readable by the page and holds no secret: what the app checks every 30 seconds. */
export const presenceCookieName = 'gya_session_present'

const callerSql = (which: string) => `
  select s.token_hash, s.log_id, u.id, u.type, u.company_id, u.activated, u.password_reset, s.expires_on, s.last_on,
         s.confirmed_on, s.absolute_end, c.session_idle_hours,
         array(select m.branch_id::text from branch_member m join branch b on b.company_id = m.company_id and b.id = m.branch_id
               where m.user_id = u.id and b.deleted_on is null) as branch_ids
  from session s
  join app_user u on u.id = s.user_id and u.deleted_on is null and u.deactivated_on is null
  left join company c on c.id = u.company_id
  where s.token_hash = ${which} and s.expires_on > $2 and (c.id is null or c.deleted_on is null)`
const callerByTokenSql = callerSql('$1')
const callersByTokenSql = callerSql('any($1)')

const extendSessionSql = `
  with slid as (update session set expires_on = $2, last_on = $3 where token_hash = $1 returning log_id)
  update session_log l set last_on = $3 from slid where l.company_id = $4 and l.id = slid.log_id`

type CallerRow = {
  token_hash: Buffer
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
  session_idle_hours: number | null
  branch_ids: string[]
}

/** The token that came with a request, and whether a browser sent it by itself (the cookie) or a client put it there. */
export function readSessionToken(request: FastifyRequest, secure: boolean): { token: string; byCookie: boolean } | null {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')
  if (bearer?.[1]) return { token: bearer[1], byCookie: false }
  const cookie = request.cookies[sessionCookieName(secure)]
  return cookie ? { token: cookie, byCookie: true } : null
}

/**
 * The caller of a request. Throws NO_SESSION where nothing was sent, INVALID_SESSION where what was sent is unknown,
 * expired or ended. One prepared query; the session slides, which is written at most every ten minutes.
 */
export async function resolveCaller(pool: pg.Pool, token: string, now: Instant): Promise<Caller> {
  const sessionHash = hashToken(token)
  const found = await pool.query({ name: 'find-caller', text: callerByTokenSql, values: [sessionHash, now] })
  const row = found.rows[0]
  if (!row) throw new DomainError('INVALID_SESSION')
  const held = { lastOn: row.last_on, expiresOn: row.expires_on, absoluteEnd: row.absolute_end }
  const end = refreshedExpiry(held, idleHoursOf(row.type, row.session_idle_hours), now)
  if (end !== null)
    await pool.query({
      name: 'slide',
      text: extendSessionSql,
      values: [sessionHash, end, now, row.company_id ?? platformCompanyId],
    })
  return toCaller(row)
}

/**
 * The callers of sessions that are open already, by the session's hash in hex; one that has ended is not among them. Asking
 * does not make a session slide.
 */
export async function resolveCallers(pool: pg.Pool, sessionHashes: Buffer[], now: Instant): Promise<Map<string, Caller>> {
  if (sessionHashes.length === 0) return new Map()
  const { rows } = await pool.query({ name: 'find-callers', text: callersByTokenSql, values: [sessionHashes, now] })
  return new Map(rows.map((row) => [row.token_hash.toString('hex'), toCaller(row)]))
}

const toCaller = (row: CallerRow): Caller => ({
  userId: row.id,
  type: row.type,
  companyId: row.company_id,
  branchIds: row.branch_ids,
  activated: row.activated,
  passwordReset: row.password_reset,
  sessionHash: row.token_hash,
  sessionLogId: row.log_id,
  sessionConfirmedOn: row.confirmed_on,
  sessionExpiresOn: row.expires_on,
})

/** Holds an act to a session whose person has proved lately who they are. Throws CONFIRM_IDENTITY. */
export const requireRecentConfirmation = ({ sessionConfirmedOn }: Caller, now: Instant): void =>
  refuseIf(whyNotConfirmed(sessionConfirmedOn, now))

/** Puts a session into the browser, or prolongs it there: the cookie that holds it and the one that the page can read. */
export function setSessionCookies(reply: FastifyReply, secure: boolean, token: string): void {
  const common = { path: '/', sameSite: 'lax', secure, maxAge: sessionCookieDays * 86_400 } as const
  reply.setCookie(sessionCookieName(secure), token, { ...common, httpOnly: true }).setCookie(presenceCookieName, '1', common)
}

/** Takes it out again. */
export function clearSessionCookies(reply: FastifyReply, secure: boolean): void {
  reply.clearCookie(sessionCookieName(secure), { path: '/', secure }).clearCookie(presenceCookieName, { path: '/', secure })
}
