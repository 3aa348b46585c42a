import { salutationOf } from '@gya/domain/common/person.ts'
import type { Message, Recipient } from './outbox.ts'
import { accountSubject, accountWords, type VendorAgency } from './vendor-agency-words.ts'

type PasswordReset = { token: string; hours: number; publicUrl: string; agency: VendorAgency | null }

/** To every account of an address for which a password reset was requested: a link to set a new password. */
export const passwordResetEmail = (
  { email, company_id, first_name, last_name }: Recipient,
  { token, hours, publicUrl, agency }: PasswordReset,
): Message => ({
  to: [email],
  companyId: company_id,
  subject: agency === null ? 'Choose a new password for GYA' : `Choose a new password for ${accountSubject(agency)}`,
  text: `Hello ${salutationOf(first_name, last_name)},

somebody, we hope you, asked for a new password for ${accountWords(agency).replace(/,$/, '')}. Choose one here within ${hours} hours:

${publicUrl}/login/reset#token=${token}

If it was not you, do nothing: your password stays as it is.`,
})
