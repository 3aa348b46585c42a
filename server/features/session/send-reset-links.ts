import type { Config } from '../../config.ts'
import { queueMail, type Writing } from '../../platform/outbox.ts'
import { findAccounts, insertLink } from './session.repository.ts'

/** A link to choose a new password lasts two hours. */
const resetHours = 2

/** Queues a reset link for each account of an address; nothing where there is none. The job behind `POST auth/forgot`. */
export async function sendResetLinks(writing: Writing, config: Config, email: string): Promise<void> {
  for (const account of await findAccounts(writing.db, email)) {
    const token = await insertLink(writing.db, { userId: account.id, purpose: 'reset', now: writing.now, hours: resetHours })
    await queueMail(writing, {
      to: [email],
      companyId: account.company_id,
      subject: 'Choose a new password for GYA',
      text: `Hello ${account.first_name},

somebody, we hope you, asked for a new password for your GYA account. Choose one here within ${resetHours} hours:

${config.publicUrl}/login/reset#token=${token}

If it was not you, do nothing: your password stays as it is.`,
    })
  }
}
