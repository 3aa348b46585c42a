import { userTypeLabels } from '@gya/domain/access/permissions.ts'
import { salutationOf } from '@gya/domain/common/person.ts'
import type { ProviderRole } from '@gya/domain/features/single-sign-on/single-sign-on.rules.ts'
import type { Message, Recipient } from './outbox.ts'

/** To company admins: somebody without an account signed in through the company's identity provider, which created one. */
export const memberMadeEmail = (
  { email, company_id, first_name, last_name }: Recipient,
  { name, role, publicUrl }: { name: string; role: ProviderRole; publicUrl: string },
): Message => ({
  to: [email],
  companyId: company_id,
  subject: `${name} can use GYA now`,
  text: `Hello ${salutationOf(first_name, last_name)},

${name} signed in with your company's account for the first time, and was made ${userTypeLabels[role]}.

Their role and branches can be changed on the page People: ${publicUrl}/company/users

If you do not know this person, deactivate them there and ask whoever manages your company's accounts.`,
})
