import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import type { Instant } from '@gya/domain/common/dates.ts'
import { type AuditKind, isRefusal } from '@gya/domain/features/audit/audit-kinds.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Caller } from './caller.ts'

/** An audit entry. `data` contains ids, counts, states and domains; never secrets, names, addresses or content. */
export type SecurityEvent = {
  kind: AuditKind
  /** Default: the company in the path, otherwise the caller's, otherwise the platform. */
  companyId?: string | null
  /** The actor; default: the caller. Null for a key: its id is in `data.keyId`. */
  userId?: string | null
  /** The account that was acted on. */
  aboutUserId?: string | null
  /** The actor's session; default: the caller's. Null for an application: what it was allowed is in `data.byGrantId`. */
  sessionLogId?: string | null
  data?: Record<string, unknown>
}

/** `db`: the transaction of the action; for refused actions the database, because the transaction is rolled back. */
export type RecordingContext = {
  db: Db
  now: Instant
  newId(): string
  request: FastifyRequest
  caller?: Caller | null
}

const maxUserAgentLength = 300

/** Null if the address is not a valid IP address. */
export function clientNetwork({ ip }: Pick<FastifyRequest, 'ip'>): string | null {
  const [plain = ''] = ip.replace(/^::ffff:(?=\d+\.)/i, '').split('%')
  return isIP(plain) ? plain : null
}

export const userAgentOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  (headers['user-agent'] ?? '').slice(0, maxUserAgentLength)

/**
 * Inserts an audit entry in the transaction of the action, and logs it once the request has succeeded. Refusals are recorded
 * with the database as `db`, aggregated by account, network and reason per quarter of an hour.
 */
export const recordSecurityEvent = (recording: RecordingContext, event: SecurityEvent): Promise<void> =>
  recordSecurityEvents(recording, [event])

/** The same of several in one statement. */
export async function recordSecurityEvents(recording: RecordingContext, events: readonly SecurityEvent[]): Promise<void> {
  const { db, now, newId, request } = recording
  const source = { network: clientNetwork(request), userAgent: userAgentOf(request), requestId: request.id }
  const lines = events.map((event) => toLine(recording, event))
  await insertSecurityEvents({ db, now, newId }, source, lines)
  for (const { data: facts, kind: security, ...who } of lines) {
    const entry = { security, ...who, network: source.network, agent: source.userAgent, facts }
    if (db.isTransaction) request.securityEvents.push(entry)
    else request.log.info(entry, 'security event')
  }
}

type Line = Required<Omit<SecurityEvent, 'companyId'>> & { companyId: string }

function toLine({ request, caller = request.caller }: RecordingContext, event: SecurityEvent): Line {
  const { companyId: placed } = request.params as { companyId?: string }
  const companyId = event.companyId ?? placed ?? caller?.companyId ?? platformCompanyId
  const key = caller?.key ?? null
  const acting = caller?.app ?? null
  const userId = event.userId !== undefined || key ? (event.userId ?? null) : (caller?.userId ?? null)
  const aboutUserId = event.aboutUserId ?? null
  const sessionLogId =
    event.sessionLogId !== undefined || key || acting ? (event.sessionLogId ?? null) : (caller?.sessionLogId ?? null)
  return {
    kind: event.kind,
    companyId,
    userId,
    aboutUserId,
    sessionLogId,
    data: { ...event.data, ...(key ? { keyId: key.id } : {}), ...(acting ? { byGrantId: acting.grantId } : {}) },
  }
}

export type EventSource = { network: string | null; userAgent: string; requestId: string | null }

type Inserting = Pick<RecordingContext, 'db' | 'now' | 'newId'>

/** Inserts an audit entry. Jobs call it directly, because they have no request. */
export const insertSecurityEvent = (context: Inserting, source: EventSource, line: Line): Promise<void> =>
  insertSecurityEvents(context, source, [line])

async function insertSecurityEvents({ db, now, newId }: Inserting, source: EventSource, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return
  const { network, userAgent, requestId } = source
  const rows = lines.map(({ data, ...line }) => {
    const { kind, companyId, userId, aboutUserId, sessionLogId } = line
    const refused = isRefusal(kind)
    const same = [kind, companyId, userId, aboutUserId, sessionLogId, network, JSON.stringify(data), quarterHourOf(now)]
    const id = refused ? uuidFromText(same.join('|')) : newId()
    return { ...line, id, data: { ...data, userAgent, requestId, ...(refused ? { count: 1 } : {}) } }
  })
  await sql`
    insert into audit (company_id, id, at, kind, user_id, about_user_id, session_log_id, network, data)
    select e."companyId", e.id, ${now}, e.kind, e."userId", e."aboutUserId", e."sessionLogId", ${network}::inet, e.data
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e ("companyId" uuid, id uuid, kind text, "userId" uuid, "aboutUserId" uuid,
      "sessionLogId" uuid, data jsonb)
    on conflict (company_id, id) do update set data = audit.data || jsonb_build_object('count', (audit.data ->> 'count')::int + 1)
    `.execute(db)
}

const pendingRecordings = new Set<Promise<void>>()

/**
 * Records after the response, so that response times reveal nothing. Pending recordings are awaited on close; failures are
 * logged.
 */
export function recordAfterResponse(request: FastifyRequest, work: () => Promise<void>): void {
  const recording = work()
    .catch((error: unknown) => request.log.error({ err: error }, 'a security event could not be recorded'))
    .finally(() => pendingRecordings.delete(recording))
  pendingRecordings.add(recording)
}

/** Resolves when no recording is pending. */
export async function flushSecurityEvents(): Promise<void> {
  while (pendingRecordings.size > 0) await Promise.all(pendingRecordings)
}

/** Logs only: for events without an account. */
export function logSecurityEvent(request: FastifyRequest, kind: AuditKind, facts: Record<string, unknown>): void {
  request.log.info({ security: kind, network: clientNetwork(request), agent: userAgentOf(request), facts }, 'security event')
}

/** Logs the events of a request after its commit; discards them if it failed. */
export function logCommittedEvents(request: FastifyRequest, statusCode: number): void {
  if (statusCode < 400) for (const entry of request.securityEvents) request.log.info(entry, 'security event')
  request.securityEvents = []
}

/** The number of recipients and their domains. */
export const summarizeRecipients = (...lists: (readonly string[] | undefined)[]): { recipients: number; domains: string } => {
  const addresses = lists.flatMap((list) => list ?? [])
  const domains = [...new Set(addresses.map((address) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()))]
  return { recipients: addresses.length, domains: domains.toSorted().join(', ') }
}

const quarterHourMs = 15 * 60_000
const quarterHourOf = (now: Instant): number => Math.floor(Date.parse(now) / quarterHourMs)

/** A deterministic UUID (version 8). */
function uuidFromText(line: string): string {
  const bytes = createHash('sha256').update(line).digest().subarray(0, 16)
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
