import { salutationOf } from '@gya/domain/common/person.ts'
import type { Message, Recipient } from './outbox.ts'

type About = { url: string; publicUrl: string }

const written = ({ email, company_id, first_name, last_name }: Recipient, subject: string, text: string): Message => ({
  to: [email],
  companyId: company_id,
  subject,
  text: `Hello ${salutationOf(first_name, last_name)},\n\n${text}`,
})

/** To each company admin when an endpoint has had no success for three days. [connect §4.5](docs/design/connect.md#4.5). */
export const webhookFailingEmail = (to: Recipient, { url, publicUrl }: About): Message =>
  written(
    to,
    'Messages to one of your systems fail',
    `For three days no message has reached this address:

${url}

GYA goes on trying for two more days, and then switches it off. See why: ${publicUrl}/company/webhooks`,
  )

/** To each company admin when an endpoint is switched off. [connect §4.5](docs/design/connect.md#4.5). */
export const webhookOffEmail = (to: Recipient, { url, publicUrl }: About): Message =>
  written(
    to,
    'Messages to one of your systems are switched off',
    `GYA no longer sends messages to this address, because it took none for five days or said that it is gone:

${url}

Switch it on once it works again: ${publicUrl}/company/webhooks. You then choose whether what it missed is sent.`,
  )
