import { salutationOf } from '@gya/domain/common/person.ts'
import { type Inviter, openedBy } from './opened-by.ts'
import type { Message, Recipient } from './outbox.ts'

type Invitation = { token: string; days: number; publicUrl: string; inviter: Inviter }

/**
 * To a vendor from an import, or to a member whose first invitation was lost or misaddressed: a link to set the first password, which also
 * confirms the address. Vendors know the agency but not GYA.
 */
export const invitationEmail = (
  { email, company_id, first_name, last_name }: Recipient,
  { token, days, publicUrl, inviter }: Invitation,
): Message => ({
  to: [email],
  companyId: company_id,
  subject: 'Your GYA account',
  text: `Hello ${salutationOf(first_name, last_name)},

${openedBy(inviter)} has opened an account for you on GYA. Choose a password within ${days} days, and sign in with it and this e-mail address:

${publicUrl}/login/reset#token=${token}`,
})
