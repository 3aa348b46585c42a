import type { Instant } from '@gya/domain/common/dates.ts'
import { salutationOf } from '@gya/domain/common/person.ts'
import type { Message } from './outbox.ts'

type VendorUpdateMail = {
  companyId: string
  companyName: string
  propertyId: string
  line1: string
  text: string
  sentBy: { _id: string; name: string; email: string; tel: string }
  branch: string
  publicUrl: string
  sendAfter: Instant
}

/** An update that a person wrote to the vendor of a sale. Replies go to the sender. */
export const vendorUpdateEmail = (
  owner: { email: string; firstName: string; lastName: string },
  { companyId, companyName, propertyId, line1, text, sentBy, branch, publicUrl, sendAfter }: VendorUpdateMail,
): Message => ({
  to: [owner.email],
  ...(sentBy.email ? { replyTo: sentBy.email } : {}),
  sendAfter,
  about: { companyId, propertyId, sentBy: sentBy._id, attachments: [] },
  subject: `${line1}: an update on your property`,
  text: `Hello ${salutationOf(owner.firstName, owner.lastName)},

${text}

See how it stands: ${publicUrl}/vendor?property=${propertyId}

Kind regards

${sentBy.name}${sentBy.tel ? `, ${sentBy.tel}` : ''}
${[branch, companyName].filter((name) => name !== sentBy.name).join(', ')}

You can change how we write to you on the page above.`,
})
