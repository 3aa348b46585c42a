import { type Instant, showDateTime } from '@gya/domain/common/dates.ts'
import { salutationOf } from '@gya/domain/common/person.ts'
import type { Message, Recipient } from './outbox.ts'

type Report = {
  company: string
  by: string
  reason: string
  from: Instant
  until: Instant
  /** What was done, with how often. */
  changes: readonly { words: string; count: number }[]
  publicUrl: string
}

/** To each company admin, when a support access has ended: what was done in it. */
export const supportAccessReportEmail = (
  { email, company_id, first_name, last_name }: Recipient,
  { company, by, reason, from, until, changes, publicUrl }: Report,
): Message => ({
  to: [email],
  companyId: company_id,
  subject: `What GYA did in ${company}`,
  text: `Hello ${salutationOf(first_name, last_name)},

${by} of GYA was in ${company} from ${showDateTime(from)} to ${showDateTime(until)}. The reason given:

${reason}

${changes.length === 0 ? 'Nothing was changed.' : `What was done:\n\n${changes.map(({ words, count }) => `- ${words}${count === 1 ? '' : ` (${count} times)`}`).join('\n')}`}

The details are in the histories of the sales and in the audit: ${publicUrl}/company/audit?company=${company_id}`,
})
