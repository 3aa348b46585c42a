import { type Instant, londonDay, showDate } from '@gya/domain/common/dates.ts'
import { salutationOf } from '@gya/domain/common/person.ts'
import type { Message, Recipient } from './outbox.ts'

type EndingKey = { name: string; prefix: string; expiresOn: Instant; days: number; publicUrl: string }

const whenWords = (days: number): string => (days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`)

/** "At 14 and 2 days before, and on the day, company admins get an e-mail." [connect §3.4](docs/design/connect.md#3.4). */
export const keyReminderEmail = (
  { email, company_id, first_name, last_name }: Recipient,
  { name, prefix, expiresOn, days, publicUrl }: EndingKey,
): Message => ({
  to: [email],
  companyId: company_id,
  subject: `The key “${name}” ends ${whenWords(days)}`,
  text: `Hello ${salutationOf(first_name, last_name)},

the API key “${name}” (${prefix}…) ends on ${showDate(londonDay(expiresOn))}. What uses it stops working then.

Rotate it at ${publicUrl}/company/connections?company=${company_id}, and put the new key where the old one is.`,
})
