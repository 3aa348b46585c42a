import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import type { Instant } from '@gya/domain/common/dates.ts'
import { type AuditKind, isRefusal } from '@gya/domain/features/audit/audit-kinds.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Caller } from './caller.ts'

/** A line of the audit. Its facts hold ids, counts, states and domains: never a secret, a name, an address or content. */
export type SecurityEvent = {
  kind: AuditKind
  /** Whose company it is about; the call's own place unless named, else the caller's, else the platform. */
  companyId?: string | null
  /** Who did it; the caller unless named. */
  userId?: string | null
  /** Whose account it was done to. */
  aboutUserId?: string | null
  /** The entry in the session log of whoever did it; the caller's unless named. */
  sessionLogId?: string | null
  data?: Record<string, unknown>
}

/** What recording takes: the transaction of the act, or the database itself where a refused act has none. */
export type RecordingContext = {
  db: Db
  now: Instant
  newId(): string
  request: FastifyRequest
  caller?: Caller | null
}

const maxUserAgentLength = 300

/** The network address of a request as the audit keeps it; null where there is none that could be one. */
export function clientNetwork({ ip }: Pick<FastifyRequest, 'ip'>): string | null {
  const [plain = ''] = ip.replace(/^::ffff:(?=\d+\.)/i, '').split('%')
  return isIP(plain) ? plain : null
}

export const userAgentOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  (headers['user-agent'] ?? '').slice(0, maxUserAgentLength)

/**
 * Appends a security event to the audit, in the transaction of the act that it tells of, and to the log once the call is
 * answered. A refused act is recorded with the database itself as `db`, since its own transaction does not commit: one line
 * for each account, network and reason in a quarter of an hour, with a count.
 */
export async function recordSecurityEvent(recording: RecordingContext, event: SecurityEvent): Promise<void> {
  const { db, now, newId, request, caller = request.caller } = recording
  const { companyId: placed } = request.params as { companyId?: string }
  const companyId = event.companyId ?? placed ?? caller?.companyId ?? platformCompanyId
  const userId = event.userId === undefined ? (caller?.userId ?? null) : event.userId
  const aboutUserId = event.aboutUserId ?? null
  const sessionLogId = event.sessionLogId === undefined ? (caller?.sessionLogId ?? null) : event.sessionLogId
  const source = { network: clientNetwork(request), userAgent: userAgentOf(request), requestId: request.id }
  const line = { kind: event.kind, companyId, userId, aboutUserId, sessionLogId, data: event.data ?? {} }
  await insertSecurityEvent({ db, now, newId }, source, line)
  const { data: facts, kind: security, ...who } = line
  const said = { security, ...who, network: source.network, agent: source.userAgent, facts }
  if (db.isTransaction) request.securityEvents.push(said)
  else request.log.info(said, 'security event')
}

/** Where an act came from. */
export type EventSource = { network: string | null; userAgent: string; requestId: string | null }

/** Appends a line to the audit; for what is done by a job, which has no request. */
export async function insertSecurityEvent(
  { db, now, newId }: Pick<RecordingContext, 'db' | 'now' | 'newId'>,
  { network, userAgent, requestId }: EventSource,
  line: Required<Omit<SecurityEvent, 'companyId'>> & { companyId: string },
): Promise<void> {
  const { kind, companyId, userId, aboutUserId, sessionLogId } = line
  const refused = isRefusal(kind)
  const same = [kind, companyId, userId, aboutUserId, sessionLogId, network, JSON.stringify(line.data), quarterHourOf(now)]
  const id = refused ? uuidFromText(same.join('|')) : newId()
  const data = JSON.stringify({ ...line.data, userAgent, requestId, ...(refused ? { count: 1 } : {}) })
  await sql`
    insert into audit (company_id, id, at, kind, user_id, about_user_id, session_log_id, network, data)
    values (${companyId}, ${id}, ${now}, ${kind}, ${userId}, ${aboutUserId}, ${sessionLogId}, ${network}::inet, ${data}::jsonb)
    on conflict (company_id, id) do update set data = audit.data || jsonb_build_object('count', (audit.data ->> 'count')::int + 1)
    `.execute(db)
}

const pendingRecordings = new Set<Promise<void>>()

/**
 * Records after the answer, so that how long it takes tells the caller nothing. The server waits for it before it closes; a
 * failure is logged.
 */
export function recordAfterResponse(request: FastifyRequest, work: () => Promise<void>): void {
  const recording = work()
    .catch((error: unknown) => request.log.error({ err: error }, 'a security event could not be recorded'))
    .finally(() => pendingRecordings.delete(recording))
  pendingRecordings.add(recording)
}

/** Resolves when everything is recorded that is recorded afterwards. */
export async function flushSecurityEvents(): Promise<void> {
  while (pendingRecordings.size > 0) await Promise.all(pendingRecordings)
}

/** A line of the log alone: of what has no account that the audit could name. */
export function logSecurityEvent(request: FastifyRequest, kind: AuditKind, facts: Record<string, unknown>): void {
  request.log.info({ security: kind, network: clientNetwork(request), agent: userAgentOf(request), facts }, 'security event')
}

/** Writes to the log what a call recorded, now that it has committed; nothing of a call that failed. */
export function logCommittedEvents(request: FastifyRequest, statusCode: number): void {
  if (statusCode < 400) for (const said of request.securityEvents) request.log.info(said, 'security event')
  request.securityEvents = []
}

/** How many addresses an e-mail goes to, and their domains. */
export const summarizeRecipients = (...lists: (readonly string[] | undefined)[]): { recipients: number; domains: string } => {
  const addresses = lists.flatMap((list) => list ?? [])
  const domains = [...new Set(addresses.map((address) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()))]
  return { recipients: addresses.length, domains: domains.toSorted().join(', ') }
}

const quarterHourMs = 15 * 60_000
const quarterHourOf = (now: Instant): number => Math.floor(Date.parse(now) / quarterHourMs)

/** The same id for the same line, a UUID of version 8. */
function uuidFromText(line: string): string {
  const bytes = createHash('sha256').update(line).digest().subarray(0, 16)
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
