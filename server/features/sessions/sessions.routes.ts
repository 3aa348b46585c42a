import { platformCompanyId } from '@gya/domain/access/platform.ts'
import { DomainError } from '@gya/domain/errors.ts'
import {
  endMemberSession,
  endMemberSessions,
  endOtherSessions,
  endOwnSession,
  endPlatformSession,
  endPlatformSessions,
  listMemberSessions,
  listOwnSessions,
  listPlatformSessions,
} from '@gya/domain/features/sessions/sessions.contract.ts'
import { shownNetwork } from '@gya/domain/features/sessions/shown-network.ts'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../http/caller.ts'
import { mount } from '../../http/mount.ts'
import { type Recording, recordSecurityEvent } from '../../http/security-events.ts'
import { endSessionsOf } from '../session/end-sessions.ts'
import { deleteSession } from '../session/session.repository.ts'
import type { SessionEnd } from '../session/session-log.ts'
import { findAccountOf, findSession, listSessions } from './sessions.repository.ts'

const done = { success: true as const }

type Row = Awaited<ReturnType<typeof listSessions>>[number]
const shown =
  ({ sessionLogId }: Caller) =>
  (row: Row) => ({
    _id: row.id,
    device: row.device,
    network: shownNetwork(row.network),
    signedInOn: row.opened_on,
    lastSeenOn: row.last_on,
    current: row.id === sessionLogId,
  })

export function sessionsRoutes(app: FastifyInstance): void {
  mount(app, listOwnSessions, async ({ caller, db, now }) => ({
    data: (await listSessions(db, caller, now)).map(shown(caller)),
  }))

  mount(app, endOwnSession, async (context) => {
    const { caller, db, params } = context
    const session = await findSession(db, caller.companyId, params.sessionId)
    if (session?.user_id !== caller.userId) throw new DomainError('NOT_FOUND')
    return end(context, session, { companyId: caller.companyId ?? platformCompanyId, because: 'ended' })
  })

  mount(app, endOtherSessions, async (context) => {
    const { companyId, userId, sessionHash } = context.caller
    const whose = { companyId: companyId ?? platformCompanyId, aboutUserId: userId }
    return { ...done, ended: await endSessionsOf(context, whose, { because: 'ended', except: sessionHash }) }
  })

  mount(app, listMemberSessions, async ({ params: { companyId }, query: { userId }, caller, db, now }) => {
    if (!(await findAccountOf(db, companyId, userId))) throw new DomainError('NOT_FOUND')
    return { data: (await listSessions(db, { companyId, userId }, now)).map(shown(caller)) }
  })

  mount(app, endMemberSession, async (context) => {
    const { companyId, sessionId } = context.params
    const session = await findSession(context.db, companyId, sessionId)
    if (!session) throw new DomainError('NOT_FOUND')
    return end(context, session, { companyId, because: 'ended-by-administrator' })
  })

  mount(app, endMemberSessions, async (context) => {
    const { companyId } = context.params
    const { userId } = context.query
    if (!(await findAccountOf(context.db, companyId, userId))) throw new DomainError('NOT_FOUND')
    const ended = await endSessionsOf(context, { companyId, aboutUserId: userId }, { because: 'ended-by-administrator' })
    return { ...done, ended }
  })

  mount(app, listPlatformSessions, async ({ params: { userId }, caller, db, now }) => {
    if (!(await findAccountOf(db, null, userId))) throw new DomainError('NOT_FOUND')
    return { data: (await listSessions(db, { companyId: null, userId }, now)).map(shown(caller)) }
  })

  mount(app, endPlatformSession, async (context) => {
    const { userId, sessionId } = context.params
    const session = await findSession(context.db, null, sessionId)
    if (session?.user_id !== userId) throw new DomainError('NOT_FOUND')
    return end(context, session, { companyId: platformCompanyId, because: 'ended-by-administrator' })
  })

  mount(app, endPlatformSessions, async (context) => {
    const { userId } = context.params
    if (!(await findAccountOf(context.db, null, userId))) throw new DomainError('NOT_FOUND')
    const whose = { companyId: platformCompanyId, aboutUserId: userId }
    return { ...done, ended: await endSessionsOf(context, whose, { because: 'ended-by-administrator' }) }
  })
}

async function end(
  recording: Recording,
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
  return done
}
