import { type UserType, userTypeLabels } from '@gya/domain/access/permissions.ts'
import { salutationOf } from '@gya/domain/common/person.ts'
import type { Message, Recipient } from './outbox.ts'

type NameChange = { before: string; after: string; role: UserType; isOwn: boolean; publicUrl: string }

/** To each company admin, when the name of an account of their company was changed. */
export const nameChangedEmail = (
  { email, company_id, first_name, last_name }: Recipient,
  { before, after, role, isOwn, publicUrl }: NameChange,
): Message => ({
  to: [email],
  companyId: company_id,
  subject: `${before} is now called ${after} in GYA`,
  text: `Hello ${salutationOf(first_name, last_name)},

the name of ${before} (${userTypeLabels[role]}) was changed to ${after}${isOwn ? ', by themselves' : ''}.

Entries of the record from before the change keep the former name. If you do not expect this, ask them why, and see who changed it in the audit: ${publicUrl}/company/audit`,
})
