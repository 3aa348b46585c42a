import { platformCompanyId } from '@gya/domain/access/platform.ts'
import { logSecurityEvent, type RecordingContext, recordAfterResponse, recordSecurityEvent } from '../../http/security-events.ts'

/**
 * Records a refused sign-in: in the audit for every account that has the address, else in the log alone. After the answer,
 * because the time of a write would tell that there is such an account.
 */
export function recordRefusedSignIn(
  refused: RecordingContext,
  accounts: readonly { id: string; company_id: string | null }[],
  reason: 'wrong-password' | 'too-many-tries' | 'deactivated',
): void {
  recordAfterResponse(refused.request, async () => {
    if (accounts.length === 0) logSecurityEvent(refused.request, 'sign-in-refused', { reason: 'unknown-account' })
    for (const { id, company_id } of accounts)
      await recordSecurityEvent(refused, {
        kind: 'sign-in-refused',
        companyId: company_id ?? platformCompanyId,
        userId: null,
        aboutUserId: id,
        data: { reason },
      })
  })
}
