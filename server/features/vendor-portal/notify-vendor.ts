import { type StepChange, vendorMessages, vendorPortalSale } from '@gya/domain/features/vendor-portal/vendor-portal.rules.ts'
import type { Statement } from '../../db/query/statement.ts'
import { type OutboxContext, queueMailStatement } from '../../emails/outbox.ts'
import { vendorNewsEmail } from '../../emails/vendor-news.ts'
import type { LoadedProperty } from '../properties/read/property.read-model.ts'

/**
 * Maximum of these messages to one vendor in an hour, above the busiest day of a sale: saving a step repeatedly must not
 * flood a mailbox. The app shows all of them.
 */
const maxMailsPerHour = 30

type ChangedProperty = LoadedProperty & { changed: readonly StepChange[] }

/**
 * "Messages when a step is saved (by e-mail too if their preferences say so)." The e-mail to the vendor about changed
 * steps, with the texts of the vendor portal; none without the preference or to an unverified address.
 */
export function vendorMailStatements(
  writing: Omit<OutboxContext, 'addJob'> & { publicUrl: string; today: string },
  { detail, timeline, agencyContacts: toAsk, changed }: ChangedProperty,
): Statement[] {
  const { owner, address } = detail
  if (changed.length === 0 || !owner.contactPrefs.email || !owner.emailVerified) return []
  const news = vendorMessages(changed)
  if (news.length === 0) return []
  const sold = detail.offers.some((offer) => offer.state === 'A')
  const shown = vendorPortalSale(timeline, sold, { today: writing.today, completionDate: detail.completionDate })
  const { contact, branch } = toAsk
  const message = vendorNewsEmail(owner, {
    companyId: detail.company._id,
    companyName: detail.company.name,
    propertyId: detail._id,
    line1: address.line1,
    news,
    done: shown.done,
    total: shown.total,
    contact,
    branch: branch.name,
    publicUrl: writing.publicUrl,
  })
  return [queueMailStatement(writing, message, { key: `news-to:${owner._id}`, maxPerHour: maxMailsPerHour })]
}
