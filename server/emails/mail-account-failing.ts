import { type Instant, showDateTime } from '@gya/domain/common/dates.ts'
import { salutationOf } from '@gya/domain/common/person.ts'
import type { Message, Recipient } from './outbox.ts'

type About = { name: string; userName: string; since: Instant; words: string; publicUrl: string; branchId: string }

/** To managers of a branch whose mail account cannot be read. [mail-in §10](docs/design/mail-in.md#10). */
export const mailAccountFailingEmail = (
  { email, company_id, first_name, last_name }: Recipient,
  { name, userName, since, words, publicUrl, branchId }: About,
): Message => ({
  to: [email],
  companyId: company_id,
  subject: `The mail account ${name} cannot be read`,
  text: `Hello ${salutationOf(first_name, last_name)},

GYA has not been able to read the mail account ${name} (${userName}) since ${showDateTime(since)}: ${words.slice(0, 1).toLowerCase()}${words.slice(1)}
E-mails stay where they are and are read once it works again.

Branch › E-mail: ${publicUrl}/branch/mail?branch=${branchId}`,
})
