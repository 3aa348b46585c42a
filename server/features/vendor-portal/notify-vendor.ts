import { type StepChange, vendorMessages, vendorPortalSale } from '@gya/domain/features/vendor-portal/vendor-portal.rules.ts'
import { queueMailStatement } from '../../emails/outbox.ts'
import { vendorNewsEmail } from '../../emails/vendor-news.ts'
import type { LoadedProperty } from '../properties/read/property.read-model.ts'
import type { PropertyChanged } from '../properties/write/property-changed.ts'

/**
 * Maximum of these messages to one vendor in an hour, above the busiest day of a sale: saving a step repeatedly must not
 * flood a mailbox. The app shows all of them.
 */
const maxMailsPerHour = 30

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Steps whose state changed. A corrected date is not news. */
const stepChangesIn = (events: PropertyChanged['events']): StepChange[] =>
  events
    .filter(({ kind, data }) => kind === 'step-changed' && data?.from !== data?.to)
    .map(({ data }) => ({ key: Number(data?.key), from: textOrNull(data?.from), to: textOrNull(data?.to) }))

/** The sentences that the vendor is e-mailed about these events; none without the preference or to an unverified address. */
export function vendorNewsOf({ detail: { owner } }: LoadedProperty, events: PropertyChanged['events']): string[] {
  return owner.contactPrefs.email && owner.emailVerified ? vendorMessages(stepChangesIn(events)) : []
}

/**
 * "Messages when a step is saved (by e-mail too if their preferences say so)." The e-mail to the vendor about changed
 * steps, with the texts of the vendor portal.
 */
export async function notifyVendor(
  { before, property, events, db, now, today, newId }: PropertyChanged,
  publicUrl: string,
): Promise<void> {
  const { detail, timeline, agencyContacts } = property
  const { owner } = detail
  // A vendor is not sent the first steps of a property that is taken on.
  if (before === null) return
  const news = vendorNewsOf(property, events)
  if (news.length === 0) return
  const isSold = detail.offers.some((offer) => offer.state === 'A')
  const { done, total } = vendorPortalSale(timeline, isSold, { today, completionDate: detail.completionDate })
  const message = vendorNewsEmail(owner, {
    companyId: detail.company._id,
    companyName: detail.company.name,
    propertyId: detail._id,
    line1: detail.address.line1,
    news,
    done,
    total,
    contact: agencyContacts.contact,
    branch: agencyContacts.branch.name,
    publicUrl,
  })
  const limit = { key: `news-to:${owner._id}`, maxPerHour: maxMailsPerHour }
  await db.executeQuery(queueMailStatement({ db, now, newId }, message, limit))
}
