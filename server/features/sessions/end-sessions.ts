import { type RecordingContext, recordSecurityEvent } from '../../http/access/security-events.ts'
import { deleteSessionsOfAccount, type SessionEnd } from './sessions.repository.ts'

/** Ends the sessions of an account, except one if given, and records their number, which it returns. */
export async function endSessionsOfAccount(
  recording: RecordingContext,
  { companyId, aboutUserId }: { companyId: string; aboutUserId: string },
  { because, except }: { because: SessionEnd; except?: Buffer },
): Promise<number> {
  const { db, now } = recording
  const sessions = await deleteSessionsOfAccount(db, aboutUserId, { because, now, ...(except ? { except } : {}) })
  if (sessions > 0)
    await recordSecurityEvent(recording, {
      kind: 'session-ended',
      companyId,
      aboutUserId,
      data: { reason: because, sessions },
    })
  return sessions
}
