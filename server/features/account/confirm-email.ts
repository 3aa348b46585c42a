import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import { type RecordingContext, recordSecurityEvent } from '../../http/access/security-events.ts'
import { insertEvents } from '../events/events.repository.ts'
import { updateAccountColumns } from '../members/members.repository.ts'
import { endSessionsOfAccount } from '../sessions/end-sessions.ts'
import { deleteLinksOfAccount } from '../sign-in/sign-in.repository.ts'
import { lockUser } from '../users/users.repository.ts'
import { recordVendorChange } from '../vendors/change-vendor.ts'
import { type AccountEmailContext, sendEmailChanged } from './account-emails.ts'

/**
 * Confirms the e-mail address of an account by the link that went to it. A pending new address comes into force: every
 * session but `except` and every link that was sent to the old address end, and the old address is told.
 */
export async function confirmEmail(
  writing: AccountEmailContext & RecordingContext,
  { userId, except }: { userId: string; except: Buffer | undefined },
): Promise<void> {
  const { db, now, newId } = writing
  const person = await lockUser(db, userId)
  const about = { companyId: person.company_id ?? platformCompanyId, aboutUserId: userId }
  if (person.pending_email === null) {
    await updateAccountColumns(db, userId, { email_verified: true })
    await recordSecurityEvent(writing, { kind: 'email-confirmed', ...about, userId })
    return
  }
  const change = { field: 'email', from: person.email, to: person.pending_email }
  await updateAccountColumns(db, userId, { email: person.pending_email, pending_email: null, email_verified: true })
  await deleteLinksOfAccount(db, userId)
  await recordSecurityEvent(writing, { kind: 'email-changed', ...about, userId })
  await endSessionsOfAccount(writing, about, { because: 'email', ...(except ? { except } : {}) })
  await sendEmailChanged(writing, person)
  if (person.company_id === null) return
  const record = { companyId: person.company_id, userId, callerId: userId }
  if (person.type === 'VENDOR') await recordVendorChange({ db, now, newId }, record, [change])
  else
    await insertEvents(db, { companyId: person.company_id, propertyId: null, userId, at: now, newId }, [
      { kind: 'member-edited', data: { userId, changes: [change] } },
    ])
}
