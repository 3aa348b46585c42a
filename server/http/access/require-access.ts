import { hasPermission, type Permission } from '@gya/domain/access/permissions.ts'
import { type Endpoint, isWrite } from '@gya/domain/endpoint.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import { looksLikeKey, whyNotByKey } from '@gya/domain/features/api-keys/api-keys.rules.ts'
import { type AppResource, looksLikeAppToken, whyNotByApp } from '@gya/domain/features/applications/applications.rules.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requestContext } from '../../infra/telemetry/request-context.ts'
import { enforceKeyRates } from '../limits/key-rates.ts'
import { enforceRateLimit, rateLimitAddress } from '../limits/rate-limit.ts'
import { actingAssistant } from './acting-assistant.ts'
import { type Caller, readSessionToken, requireRecentConfirmation, resolveCaller, whyNotWithFactors } from './caller.ts'
import { requireSameOrigin } from './csrf.ts'
import { resolveKey } from './key-caller.ts'
import { requirePartyLink } from './require-party-link.ts'
import { resolveApp } from './resolve-app.ts'
import { requestScope, requireScope, requireSupportAccess, type Scope } from './scope.ts'
import { recordSecurityEvent } from './security-events.ts'
import { refuseInSupportAccess } from './sensitive-acts.ts'

/** Requests whose body had not arrived when access was checked. */
const streamingRequests = new WeakSet<FastifyRequest>()

/** Checks session, account state, permission and the scope of the ids in the URL, before the body is read. */
export async function requireAccess(
  app: FastifyInstance,
  call: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await checkAccess(app, call, request, reply)
  // Undefined for injected requests, whose body is complete.
  const { complete } = request.raw as { complete?: boolean }
  if (complete === false) streamingRequests.add(request)
}

/** Repeats the check after a slow upload: the session or key may have ended, or the role changed, in between. */
export async function recheckAccess(app: FastifyInstance, call: Endpoint, request: FastifyRequest): Promise<void> {
  if (streamingRequests.has(request)) await checkAccess(app, call, request)
}

/** `reply`: receives the rate limit headers of a key. Without it, the call was already counted. */
async function checkAccess(
  app: FastifyInstance,
  call: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply | null = null,
): Promise<void> {
  const { database, clock, secure } = app.gya
  const assistant = actingAssistant()
  if (assistant) {
    // The request that this call is part of was counted as a read.
    if (reply && isWrite(call)) await enforceKeyRates(app, call, assistant, reply)
    return checkApp(app, call, request, assistant)
  }
  const session = readSessionToken(request, secure)
  requireSameOrigin(app, call, request, call.permission !== 'public' && session?.byCookie === true)
  if (call.byPartyLink) return requirePartyLink(app, request, reply !== null)
  if (call.permission === 'public') return
  if (!session) throw new DomainError('NO_SESSION')
  if (!session.byCookie && looksLikeKey(session.token)) return checkKey(app, call, request, { secret: session.token, reply })
  if (!session.byCookie && looksLikeAppToken(session.token)) {
    const caller = await appOfToken(app, request, { token: session.token, resource: 'api' })
    if (reply) await enforceKeyRates(app, call, caller, reply)
    return checkApp(app, call, request, caller)
  }
  const caller = await resolveCaller(database.pool, session.token, clock.now())
  if (!call.allowedBeforeActivation && !caller.activated) throw new DomainError('ACCOUNT_NOT_ACTIVATED')
  if (!call.allowedBeforeActivation && caller.passwordReset) throw new DomainError('PASSWORD_RESET_REQUIRED')
  if (!hasPermission(caller.type, call.permission)) throw new DomainError('FORBIDDEN')
  if (!call.allowedBeforeActivation && !call.allowedBeforeSecondFactor) requireSecondFactor(app, caller)
  request.caller = caller
  const work = requestContext()
  if (work) work.session = { id: caller.sessionLogId, isVendor: caller.type === 'VENDOR' }
  await requireRequestScope(app, call, request, requestScope(request))
  if (call.requiresConfirmedIdentity && caller.activated && !caller.passwordReset) requireRecentConfirmation(caller, clock.now())
}

/** Maximum number of wrong keys and tokens per IP address and minute. */
const maxWrongKeys = 30

/** Counts wrong keys and tokens of an address. */
const countingWrong = async ({ gya: { database, clock } }: FastifyInstance, { ip }: FastifyRequest, resolving: Promise<Caller>) =>
  resolving.catch(async (error: unknown) => {
    const limit = { key: `api-key-wrong:${rateLimitAddress(ip)}`, max: maxWrongKeys, minutes: 1 }
    if (error instanceof DomainError) await enforceRateLimit(database.pool, [limit], clock.now())
    throw error
  })

/**
 * "Permissions of a call are granted by its scope. Reach is the company and `branch_ids`; beyond it 404."
 * [connect §3](docs/design/connect.md#3).
 */
async function checkKey(
  app: FastifyInstance,
  call: Endpoint,
  request: FastifyRequest,
  { secret, reply }: { secret: string; reply: FastifyReply | null },
): Promise<void> {
  const { database, clock } = app.gya
  const caller = await countingWrong(app, request, resolveKey(database.pool, secret, request.ip, clock.now()))
  if (reply) await enforceKeyRates(app, call, caller, reply)
  refuseIf(whyNotByKey(call, caller.key?.scopes ?? []))
  request.caller = caller
  const work = requestContext()
  if (work && caller.key) work.keyId = caller.key.id
  await requireRequestScope(app, call, request, requestScope(request))
}

/**
 * "A call needs its scope in the grant and its permission in the person's role and the person's reach at that moment."
 * [open §2.3](docs/design/open.md#2.3).
 */
async function checkApp(app: FastifyInstance, call: Endpoint, request: FastifyRequest, caller: Caller): Promise<void> {
  request.caller = caller
  refuseIf(caller.app ? whyNotByApp(call, caller.app) : 'FORBIDDEN')
  if (!hasPermission(caller.type, call.permission as Permission)) throw new DomainError('FORBIDDEN')
  requireSecondFactor(app, caller)
  const work = requestContext()
  if (work && caller.app) work.grantId = caller.app.grantId
  await requireRequestScope(app, call, request, requestScope(request))
}

const appOfToken = (app: FastifyInstance, request: FastifyRequest, of: { token: string; resource: AppResource }) =>
  countingWrong(app, request, resolveApp(app.gya.database.pool, { ...of, ip: request.ip }, app.gya.clock.now()))

/** "Only a grant with resource `mcp` opens it: no cookie, key or feed." Every request counts as a read. */
export async function requireAssistant(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  requireSameOrigin(app, { method: 'POST' }, request, false)
  await enforceKeyRates(app, { method: 'GET' }, await assistantOf(app, request), reply)
}

/** The assistant of a request at this moment: its access may have ended, or the role of its person changed, while the body arrived. */
export async function assistantOf(app: FastifyInstance, request: FastifyRequest): Promise<Caller> {
  const session = readSessionToken(request, app.gya.secure)
  if (!session || session.byCookie) throw new DomainError('NO_SESSION')
  const caller = await appOfToken(app, request, { token: session.token, resource: 'mcp' })
  request.caller = caller
  requireSecondFactor(app, caller)
  return caller
}

/**
 * Throws SECOND_FACTOR_SETUP_REQUIRED for a user without a factor from the day of the policy. In a session of single
 * sign-on "the second factor is the provider's affair; the policy does not ask again".
 */
function requireSecondFactor({ gya: { clock, config } }: FastifyInstance, caller: Caller): void {
  refuseIf(whyNotWithFactors(caller, config, clock.now()))
}

/**
 * Requires the scope and, for a platform admin, an open support access. Calls of platform admins are audited once an
 * hour per session.
 */
export async function requireRequestScope(
  app: FastifyInstance,
  call: Endpoint,
  request: FastifyRequest,
  place: Scope,
): Promise<void> {
  const { caller } = request
  if (!caller) return
  const { pool } = app.gya.database
  const companyId = await requireScope(pool, caller, place)
  request.companyId = companyId ?? request.companyId
  if (caller.type !== 'GYA_ADMIN' || !companyId) return
  if (!call.withoutSupportAccess) await requireSupportAccess(pool, caller, companyId)
  if (call.refusedInSupportAccess === 'always') throw new DomainError('NOT_IN_SUPPORT_ACCESS')
  if (call.refusedInSupportAccess) await refuseInSupportAccess(app.gya.database.db, caller, companyId)
  await recordSupportAccess(app, request, caller, companyId)
}

/** Support accesses that this process recorded in the current hour. */
const recordedSupportAccess = new WeakMap<FastifyInstance, { hour: string; seen: Set<string> }>()

async function recordSupportAccess(app: FastifyInstance, request: FastifyRequest, caller: Caller, companyId: string) {
  const { database, clock } = app.gya
  const now = clock.now()
  const hour = now.slice(0, 13)
  const record = recordedSupportAccess.get(app)
  const { seen } = record?.hour === hour ? record : { seen: new Set<string>() }
  recordedSupportAccess.set(app, { hour, seen })
  const access = `${caller.sessionLogId} ${companyId}`
  if (seen.has(access)) return
  await recordSecurityEvent(
    { db: database.db, now, newId: () => clock.newId(), request, caller },
    { kind: 'support-access', companyId },
  )
  seen.add(access)
}
