import { salutationOf } from '@gya/domain/common/person.ts'
import type { Message, Recipient } from './outbox.ts'

/** To the current address of an account when a new one is pending, so that its owner notices an unwanted change. */
export const emailChangeRequestedEmail = (
  { email, company_id, first_name, last_name }: Recipient,
  publicUrl: string,
): Message => ({
  to: [email],
  companyId: company_id,
  subject: 'A new e-mail address was entered for your GYA account',
  text: `Hello ${salutationOf(first_name, last_name)},

another e-mail address was entered for your GYA account. It comes into force when it is confirmed from its mailbox; until then you sign in with this one.

If you did not expect that, choose a new password at ${publicUrl}/login/forgot: it ends every session and the change of address. Then tell your administrator.`,
})
