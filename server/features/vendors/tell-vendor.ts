import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import type { StepKey } from '@gya/domain/features/timeline/steps.ts'
import type { Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import { newsOf } from '@gya/domain/features/vendors/own-news.ts'
import { ownSale } from '@gya/domain/features/vendors/own-sale.ts'
import { queueMail, type Writing } from '../../platform/outbox.ts'
import { findWhoToAsk } from './own-sale.read-model.ts'

type Saved = { detail: PropertyDetail; timeline: Timeline; changed: readonly { key: StepKey; to: string | null }[] }

/**
 * "Messages when a step is saved (by e-mail too if their preferences say so)." Writes to the vendor what a change of their
 * property's steps means to them, in the words in which their app shows the same entries of the record; nothing when they
 * do not want it, or have not confirmed that the address is theirs.
 */
export async function tellVendor(
  writing: Writing & { publicUrl: string; today: string },
  { detail, timeline, changed }: Saved,
): Promise<void> {
  const { owner, address } = detail
  if (changed.length === 0 || !owner.contactPrefs.email || !owner.emailVerified) return
  const news = newsOf(changed)
  if (news.length === 0) return
  const sold = detail.offers.some((offer) => offer.state === 'A')
  const shown = ownSale(timeline, sold, { today: writing.today, completionDate: detail.completionDate })
  const { contact, branch } = await findWhoToAsk(writing.db, { companyId: detail.company._id, propertyId: detail._id })
  await queueMail(writing, {
    to: [owner.email],
    companyId: detail.company._id,
    ...(contact.email ? { replyTo: contact.email } : {}),
    subject: `${address.line1}: news of your sale`,
    text: `Hello ${owner.firstName},

there is news of ${address.line1}:

${news.map((line) => `- ${line}`).join('\n')}

${shown.done} of ${shown.total} steps are done. See how it stands: ${writing.publicUrl}/vendor?property=${detail._id}

${contact.name}${contact.tel ? `, ${contact.tel}` : ''}
${[branch.name, detail.company.name].filter((name) => name !== contact.name).join(', ')}

You get these messages because your profile says so; change it on the page above.`,
  })
}
