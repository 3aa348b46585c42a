import { salutationOf } from '@gya/domain/common/person.ts'
import type { Message, Recipient } from './outbox.ts'

/** To the previous address of an account after the change, so that its owner notices an unwanted one. */
export const emailChangedEmail = ({ email, company_id, first_name, last_name }: Recipient, publicUrl: string): Message => ({
  to: [email],
  companyId: company_id,
  subject: 'Your GYA account has another e-mail address',
  text: `Hello ${salutationOf(first_name, last_name)},

the e-mail address of your GYA account was changed: this one no longer signs in.

If you did not expect that, ask your administrator or answer at ${publicUrl}.`,
})
