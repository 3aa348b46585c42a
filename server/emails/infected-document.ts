import { nameInMail } from '@gya/domain/common/web-address.ts'
import type { Message } from './outbox.ts'

/** To the person who uploaded a document in which the virus scanner found malware. */
export const infectedDocumentEmail = (
  uploader: { email: string; first_name: string },
  { companyId, fileName }: { companyId: string; fileName: string },
): Message => ({
  to: [uploader.email],
  companyId,
  subject: 'A file that you added was removed',
  text: `Hello ${nameInMail(uploader.first_name)},

a virus was found in the file ${fileName}, which you added to a property. It was removed; nobody could open it there.

Do not open it on your own computer, and tell whoever sent it to you.`,
})
