import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import { newDeviceSignInEmail } from '../../emails/new-device-sign-in.ts'
import { type OutboxContext, queueMail } from '../../emails/outbox.ts'
import { type RecordingContext, recordSecurityEvent } from '../../http/access/security-events.ts'
import { findEarlierSessions } from '../sessions/sessions.repository.ts'
import { findVendorAgency } from '../users/vendor-agency.ts'

type SignIn = {
  account: { id: string; company_id: string | null; first_name: string; last_name: string }
  email: string
  device: string
  network: string | null
  /** The browser has the trusted-browser cookie of this account. */
  isTrusted: boolean
}

/**
 * Notifies the user of a sign-in from a device not seen for 180 days; call it before the session is created. Not for the
 * first sign-in.
 */
export async function notifyNewDevice(
  context: OutboxContext & RecordingContext & { publicUrl: string },
  { account, email, device, network, isTrusted }: SignIn,
): Promise<void> {
  if (isTrusted) return
  const { db, now } = context
  const earlier = await findEarlierSessions(db, { companyId: account.company_id, userId: account.id }, { device, network, now })
  if (!earlier.any || earlier.here) return
  await recordSecurityEvent(context, {
    kind: 'new-device',
    companyId: account.company_id ?? platformCompanyId,
    userId: account.id,
    data: { device },
  })
  const agency = await findVendorAgency(db, account.id)
  const signIn = { device, network, at: now, publicUrl: context.publicUrl, agency }
  await queueMail(context, newDeviceSignInEmail({ ...account, email }, signIn))
}
