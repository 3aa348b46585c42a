import { salutationOf } from '@gya/domain/common/person.ts'
import type { Message, Recipient } from './outbox.ts'

/** To the address of an account after its password was changed. */
export const passwordChangedEmail = ({ email, company_id, first_name, last_name }: Recipient, publicUrl: string): Message => ({
  to: [email],
  companyId: company_id,
  subject: 'Your GYA password was changed',
  text: `Hello ${salutationOf(first_name, last_name)},

the password of your GYA account was changed, and every other session was signed out.

If it was not you, choose a new password at ${publicUrl}/login/forgot and tell your administrator.`,
})
