import { salutationOf } from '@gya/domain/common/person.ts'
import type { Message, Recipient } from './outbox.ts'

type PasswordReset = { token: string; hours: number; publicUrl: string }

/** To every account of an address for which a password reset was requested: a link to set a new password. */
export const passwordResetEmail = (
  { email, company_id, first_name, last_name }: Recipient,
  { token, hours, publicUrl }: PasswordReset,
): Message => ({
  to: [email],
  companyId: company_id,
  subject: 'Choose a new password for GYA',
  text: `Hello ${salutationOf(first_name, last_name)},

somebody, we hope you, asked for a new password for your GYA account. Choose one here within ${hours} hours:

${publicUrl}/login/reset#token=${token}

If it was not you, do nothing: your password stays as it is.`,
})
