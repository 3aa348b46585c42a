import type { GrantEnd } from '@gya/domain/features/applications/applications.rules.ts'
import { type RecordingContext, recordSecurityEvent } from '../../http/access/security-events.ts'
import type { EndedGrant } from '../sessions/end-grants.ts'

/** Records in the audit that grants ended. Without a caller, the person of the grant is named. */
export async function recordGrantsEnded(
  context: RecordingContext,
  ended: readonly EndedGrant[],
  because: GrantEnd,
): Promise<void> {
  for (const { company_id: companyId, id: grantId, app_id: appId, user_id: aboutUserId } of ended)
    await recordSecurityEvent(context, { kind: 'app-ended', companyId, aboutUserId, data: { appId, grantId, reason: because } })
}
