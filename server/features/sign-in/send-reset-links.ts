import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import { resetHours } from '@gya/domain/features/account/link-lifetimes.ts'
import type { Config } from '../../config.ts'
import { type OutboxContext, queueMail } from '../../emails/outbox.ts'
import { passwordResetEmail } from '../../emails/password-reset.ts'
import { type EventSource, insertSecurityEvent } from '../../http/access/security-events.ts'
import { insertLink } from '../users/account-links.repository.ts'
import { findVendorAgency } from '../users/vendor-agency.ts'
import { findAccountsByEmail } from './sign-in.repository.ts'

/** Queues a reset link for each account of an address. The job behind `POST auth/forgot`. */
export async function sendResetLinks(
  context: OutboxContext,
  config: Config,
  { email, from }: { email: string; from: EventSource },
): Promise<void> {
  for (const account of await findAccountsByEmail(context.db, email)) {
    if (account.deactivated_on !== null) continue
    const token = await insertLink(context.db, { userId: account.id, purpose: 'reset', now: context.now, hours: resetHours })
    await insertSecurityEvent(context, from, {
      kind: 'password-reset-asked',
      companyId: account.company_id ?? platformCompanyId,
      userId: null,
      aboutUserId: account.id,
      sessionLogId: null,
      data: {},
    })
    const agency = await findVendorAgency(context.db, account.id)
    const link = { token, hours: resetHours, publicUrl: config.publicUrl }
    await queueMail(context, passwordResetEmail({ ...account, email }, { ...link, agency }))
  }
}
