import { salutationOf } from '@gya/domain/common/person.ts'
import type { Message, Recipient } from './outbox.ts'

type NewEmailConfirmation = { token: string; hours: number; publicUrl: string }

/** To the pending new address of an account: a link that makes it the address of the account. */
export const newEmailConfirmationEmail = (
  { email, company_id, first_name, last_name }: Recipient,
  { token, hours, publicUrl }: NewEmailConfirmation,
): Message => ({
  to: [email],
  companyId: company_id,
  subject: 'Confirm your new e-mail address for GYA',
  text: `Hello ${salutationOf(first_name, last_name)},

this e-mail address was entered as the new one of your GYA account. Confirm within ${hours} hours that it is yours:

${publicUrl}/login/verify#token=${token}

From then on you sign in with it. Until then your present address stays in force. If you have no GYA account, somebody mistyped their address: do nothing.`,
})
