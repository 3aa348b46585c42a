import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import {
  endMemberSession,
  endMemberSessions,
  endOtherSessions,
  endOwnSession,
  endPlatformSession,
  endPlatformSessions,
  listMemberAccess,
  listMemberSessions,
  listOwnSessions,
  listPlatformSessions,
} from '@gya/domain/features/sessions/sessions.contract.ts'
import { maskNetwork } from '@gya/domain/features/sessions/sessions.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../http/access/caller.ts'
import { type RecordingContext, recordSecurityEvent } from '../../http/access/security-events.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { endSessionsOfAccount } from './end-sessions.ts'
import {
  deleteSession,
  findAccountInCompany,
  findSession,
  listAccess,
  listSessions,
  type SessionEnd,
  type SignInWay,
} from './sessions.repository.ts'

const success = { success: true as const }

type Row = Awaited<ReturnType<typeof listSessions>>[number]
const toSessionOf =
  ({ sessionLogId }: Caller) =>
  (row: Row) => ({
    _id: row.id,
    device: row.device,
    network: maskNetwork(row.network),
    signedInOn: row.opened_on,
    lastSeenOn: row.last_on,
    way: row.way as SignInWay['way'],
    second: row.second as SignInWay['second'],
    current: row.id === sessionLogId,
  })

export function sessionsRoutes(app: FastifyInstance): void {
  registerRoute(app, listOwnSessions, async ({ caller, db, now }) => ({
    data: (await listSessions(db, caller, now)).map(toSessionOf(caller)),
  }))

  registerRoute(app, endOwnSession, async (context) => {
    const { caller, db, params } = context
    const session = await findSession(db, caller.companyId, params.sessionId)
    if (session?.user_id !== caller.userId) throw new DomainError('NOT_FOUND')
    return endSession(context, session, { companyId: caller.companyId ?? platformCompanyId, because: 'ended' })
  })

  registerRoute(app, endOtherSessions, async (context) => {
    const { companyId, userId, sessionHash } = context.caller
    const account = { companyId: companyId ?? platformCompanyId, aboutUserId: userId }
    return { ...success, ended: await endSessionsOfAccount(context, account, { because: 'ended', except: sessionHash }) }
  })

  registerRoute(app, listMemberSessions, async ({ params: { companyId }, query: { userId }, caller, db, now }) => {
    if (!(await findAccountInCompany(db, companyId, userId))) throw new DomainError('NOT_FOUND')
    return { data: (await listSessions(db, { companyId, userId }, now)).map(toSessionOf(caller)) }
  })

  registerRoute(app, listMemberAccess, async ({ params: { companyId }, query, db, now }) => {
    const userIds = [...new Set(query.userIds.split(','))]
    const data = await listAccess(db, companyId, userIds, now)
    if (data.length < userIds.length) throw new DomainError('NOT_FOUND')
    return { data }
  })

  registerRoute(app, endMemberSession, async (context) => {
    const { companyId, sessionId } = context.params
    const session = await findSession(context.db, companyId, sessionId)
    if (!session) throw new DomainError('NOT_FOUND')
    return endSession(context, session, { companyId, because: 'ended-by-administrator' })
  })

  registerRoute(app, endMemberSessions, async (context) => {
    const { companyId } = context.params
    const { userId } = context.query
    if (!(await findAccountInCompany(context.db, companyId, userId))) throw new DomainError('NOT_FOUND')
    const ended = await endSessionsOfAccount(context, { companyId, aboutUserId: userId }, { because: 'ended-by-administrator' })
    return { ...success, ended }
  })

  registerRoute(app, listPlatformSessions, async ({ params: { userId }, caller, db, now }) => {
    if (!(await findAccountInCompany(db, null, userId))) throw new DomainError('NOT_FOUND')
    return { data: (await listSessions(db, { companyId: null, userId }, now)).map(toSessionOf(caller)) }
  })

  registerRoute(app, endPlatformSession, async (context) => {
    const { userId, sessionId } = context.params
    const session = await findSession(context.db, null, sessionId)
    if (session?.user_id !== userId) throw new DomainError('NOT_FOUND')
    return endSession(context, session, { companyId: platformCompanyId, because: 'ended-by-administrator' })
  })

  registerRoute(app, endPlatformSessions, async (context) => {
    const { userId } = context.params
    if (!(await findAccountInCompany(context.db, null, userId))) throw new DomainError('NOT_FOUND')
    const account = { companyId: platformCompanyId, aboutUserId: userId }
    return { ...success, ended: await endSessionsOfAccount(context, account, { because: 'ended-by-administrator' }) }
  })
}

async function endSession(
  recording: RecordingContext,
  session: { token_hash: Buffer; user_id: string },
  { companyId, because }: { companyId: string; because: SessionEnd },
) {
  await deleteSession(recording.db, session.token_hash, because, recording.now)
  await recordSecurityEvent(recording, {
    kind: 'session-ended',
    companyId,
    aboutUserId: session.user_id,
    data: { reason: because, sessions: 1 },
  })
  return success
}
