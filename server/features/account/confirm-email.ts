import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import { type RecordingContext, recordSecurityEvent } from '../../http/access/security-events.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { endSessionsOfAccount } from '../sessions/end-sessions.ts'
import { type AccountEmailContext, sendEmailChanged } from '../users/account-emails.ts'
import { deleteLinksOfAccount } from '../users/account-links.repository.ts'
import { lockUser, updateAccountColumns } from '../users/users.repository.ts'
import { recordVendorChange } from '../vendors/change-vendor.ts'

/**
 * Confirms the e-mail address of an account. A pending new address becomes the address of the account: all sessions except
 * `except` end, links sent to the previous address become invalid, and the previous address is notified.
 */
export async function confirmEmail(
  context: AccountEmailContext & RecordingContext,
  { userId, except }: { userId: string; except: Buffer | undefined },
): Promise<void> {
  const { db, now, newId } = context
  const user = await lockUser(db, userId)
  const about = { companyId: user.company_id ?? platformCompanyId, aboutUserId: userId }
  if (user.pending_email === null) {
    await updateAccountColumns(db, userId, { email_verified: true })
    await recordSecurityEvent(context, { kind: 'email-confirmed', ...about, userId })
    return
  }
  const change = { field: 'email', from: user.email, to: user.pending_email }
  await updateAccountColumns(db, userId, { email: user.pending_email, pending_email: null, email_verified: true })
  await deleteLinksOfAccount(db, userId)
  await recordSecurityEvent(context, { kind: 'email-changed', ...about, userId })
  await endSessionsOfAccount(context, about, { because: 'email', ...(except ? { except } : {}) })
  await sendEmailChanged(context, user)
  if (user.company_id === null) return
  const record = { companyId: user.company_id, userId, callerId: userId }
  if (user.type === 'VENDOR') await recordVendorChange({ db, now, newId }, record, [change])
  else
    await recordCompanyEvents(db, { companyId: user.company_id, userId, at: now, newId }, [
      { kind: 'member-edited', data: { userId, changes: [change] } },
    ])
}
