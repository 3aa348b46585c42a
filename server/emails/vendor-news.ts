import { salutationOf } from '@gya/domain/common/person.ts'
import type { Message } from './outbox.ts'

type VendorNews = {
  companyId: string
  companyName: string
  propertyId: string
  line1: string
  news: readonly string[]
  /** How the sale stands; null while it is agreed: then the number of steps done is shown. Empty if the news say it. */
  standing: string | null
  done: number
  total: number
  contact: { name: string; email: string; tel: string }
  branch: string
  publicUrl: string
}

/** To the vendor after steps of their sale were saved: what changed, as the vendor portal shows it. */
export const vendorNewsEmail = (
  owner: { email: string; firstName: string; lastName: string },
  { companyId, companyName, propertyId, line1, news, standing, done, total, contact, branch, publicUrl }: VendorNews,
): Message => ({
  to: [owner.email],
  companyId,
  propertyId,
  ...(contact.email ? { replyTo: contact.email } : {}),
  subject: `${line1}: news of your property`,
  text: `Hello ${salutationOf(owner.firstName, owner.lastName)},

there is news of ${line1}:

${news.map((line) => `- ${line}`).join('\n')}

${[standing ?? `${done} of ${total} steps done.`, 'See how it stands:'].filter(Boolean).join(' ')} ${publicUrl}/vendor?property=${propertyId}

Kind regards

${contact.name}${contact.tel ? `, ${contact.tel}` : ''}
${[branch, companyName].filter((name) => name !== contact.name).join(', ')}

You can change how we write to you on the page above.`,
})
