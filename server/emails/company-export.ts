import { showDateTime } from '@gya/domain/common/dates.ts'
import { salutationOf } from '@gya/domain/common/person.ts'
import type { Message, Recipient } from './outbox.ts'

/** To every company admin: "an export was asked for by …". [connect §7](docs/design/connect.md#7). */
export const exportAskedEmail = (
  { email, company_id, first_name, last_name }: Recipient,
  { by, withFiles }: { by: string; withFiles: boolean },
): Message => ({
  to: [email],
  companyId: company_id,
  subject: 'An export of everything was asked for',
  text: `Hello ${salutationOf(first_name, last_name)},

${by} asked GYA for an export of everything that your company holds, ${withFiles ? 'with' : 'without'} files.

If this should not be, end their sessions under Users and write to us.`,
})

/**
 * To the person who requested the export. "The e-mail that says it is ready holds no link that opens it."
 * [connect §2.1](docs/design/connect.md#2.1).
 */
export const exportReadyEmail = ({ email, company_id, first_name, last_name }: Recipient, expiresOn: string): Message => ({
  to: [email],
  companyId: company_id,
  subject: 'Your export is ready',
  text: `Hello ${salutationOf(first_name, last_name)},

the export of everything that your company holds is ready. Sign in to GYA and open Company, Export everything.

It is kept until ${showDateTime(expiresOn)}.`,
})
