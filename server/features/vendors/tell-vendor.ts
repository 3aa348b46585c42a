import { greetedAs } from '@gya/domain/common/person.ts'
import { newsOf, type StepChange } from '@gya/domain/features/vendors/own-news.ts'
import { ownSale } from '@gya/domain/features/vendors/own-sale.ts'
import type { Statement } from '../../db/together.ts'
import { queuedStatement, type Writing } from '../../platform/outbox.ts'
import type { WholeProperty } from '../properties/property.read-model.ts'

/**
 * Messages an hour that one vendor gets of saves: more than a sale has news on its busiest day. Their app shows all of it;
 * an account that saves the same step a thousand times does not fill their mailbox.
 */
const mostAnHour = 30

type Saved = WholeProperty & { changed: readonly StepChange[] }

/**
 * "Messages when a step is saved (by e-mail too if their preferences say so)." What writes to the vendor what a change of their
 * property's steps means to them, in the words in which their app shows the same entries of the record; nothing when they
 * do not want it, or have not confirmed that the address is theirs.
 */
export function vendorStatements(
  writing: Omit<Writing, 'addJob'> & { publicUrl: string; today: string },
  { detail, timeline, toAsk, changed }: Saved,
): Statement[] {
  const { owner, address } = detail
  if (changed.length === 0 || !owner.contactPrefs.email || !owner.emailVerified) return []
  const news = newsOf(changed)
  if (news.length === 0) return []
  const sold = detail.offers.some((offer) => offer.state === 'A')
  const shown = ownSale(timeline, sold, { today: writing.today, completionDate: detail.completionDate })
  const { contact, branch } = toAsk
  const message = {
    to: [owner.email],
    companyId: detail.company._id,
    ...(contact.email ? { replyTo: contact.email } : {}),
    subject: `${address.line1}: news of your sale`,
    text: `Hello ${greetedAs(owner.firstName, owner.lastName)},

there is news of ${address.line1}:

${news.map((line) => `- ${line}`).join('\n')}

${shown.done} of ${shown.total} steps done. See how it stands: ${writing.publicUrl}/vendor?property=${detail._id}

${contact.name}${contact.tel ? `, ${contact.tel}` : ''}
${[branch.name, detail.company.name].filter((name) => name !== contact.name).join(', ')}

You get these messages because your profile says so; change it on the page above.`,
  }
  return [queuedStatement(writing, message, { key: `news-to:${owner._id}`, mostAnHour })]
}
