import { salutationOf } from '@gya/domain/common/person.ts'
import type { Message, Recipient } from './outbox.ts'

type EmailConfirmation = { token: string; hours: number; publicUrl: string }

/** To the address of an account: a link that confirms it. */
export const emailConfirmationEmail = (
  { email, company_id, first_name, last_name }: Recipient,
  { token, hours, publicUrl }: EmailConfirmation,
): Message => ({
  to: [email],
  companyId: company_id,
  subject: 'Confirm your e-mail address for GYA',
  text: `Hello ${salutationOf(first_name, last_name)},

this e-mail address is the one of your GYA account: you sign in with it. Confirm within ${hours} hours that it is yours:

${publicUrl}/login/verify#token=${token}

If you have no GYA account, somebody mistyped their address: do nothing.`,
})
