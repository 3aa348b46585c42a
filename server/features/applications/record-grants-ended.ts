import type { GrantEnd } from '@gya/domain/features/applications/applications.rules.ts'
import { type RecordingContext, recordSecurityEvents } from '../../http/access/security-events.ts'
import type { EndedGrant } from '../sessions/end-grants.ts'

/** Records in the audit that grants ended. Without a caller, the person of the grant is named. */
export const recordGrantsEnded = (context: RecordingContext, ended: readonly EndedGrant[], because: GrantEnd): Promise<void> =>
  recordSecurityEvents(
    context,
    ended.map(({ company_id: companyId, id: grantId, app_id: appId, user_id: aboutUserId }) => ({
      kind: 'app-ended',
      companyId,
      aboutUserId,
      data: { appId, grantId, reason: because },
    })),
  )
