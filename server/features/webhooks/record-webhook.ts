import type { Caller } from '../../http/access/caller.ts'
import { type RecordingContext, recordSecurityEvent } from '../../http/access/security-events.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'

/** Writes to the company's record and to the audit log which data leaves the company, and where it goes. */
export async function recordWebhook(
  context: RecordingContext & { caller: Caller },
  companyId: string,
  kind: 'webhook-saved' | 'webhook-switched',
  data: Record<string, unknown>,
): Promise<void> {
  const { db, now, newId, caller } = context
  await recordSecurityEvent(context, { kind, companyId, data })
  await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [{ kind, data }])
}
