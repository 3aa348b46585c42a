import { type UserType, userTypeLabels } from '@gya/domain/access/permissions.ts'
import type { Message } from './outbox.ts'

type Sender = { fullName: string; email: string; type: UserType; company: { name: string } | null | undefined }

/** To the operator: a message that a user wrote under Support. Replies go to the user. */
export const supportRequestEmail = (
  supportEmail: string,
  { fullName, email, type, company }: Sender,
  { companyId, message }: { companyId: string | null; message: string },
): Message => ({
  to: [supportEmail],
  replyTo: email,
  companyId,
  subject: 'Support request',
  text: `${fullName} (${userTypeLabels[type]}${company ? `, ${company.name}` : ''}) writes:\n\n${message}`,
})
