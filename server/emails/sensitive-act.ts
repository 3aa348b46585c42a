import { type Instant, showDateTime } from '@gya/domain/common/dates.ts'
import { salutationOf } from '@gya/domain/common/person.ts'
import type { Message, Recipient } from './outbox.ts'

type SensitiveAct = { by: string; did: string; company: string; at: Instant; publicUrl: string }

/** To each company admin, when something was done that requires a confirmed identity. */
export const sensitiveActEmail = (
  { email, company_id, first_name, last_name }: Recipient,
  { by, did, company, at, publicUrl }: SensitiveAct,
): Message => ({
  to: [email],
  companyId: company_id,
  subject: `${company}: ${by} ${did}`,
  text: `Hello ${salutationOf(first_name, last_name)},

${by} ${did}. Company: ${company}. Time: ${showDateTime(at)}.

The details are in the audit: ${publicUrl}/company/audit?company=${company_id}

If you do not expect this, ask them. If it was not them, end their sessions on the page People, ${publicUrl}/company/users?company=${company_id}, and reverse the change.`,
})
