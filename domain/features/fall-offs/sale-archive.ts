/**
 * "A fall-off archives the timeline, completion date, accepted offer and buyer side as they stand." Domain decisions,
 * "Fall-off, restore". What is kept of a sale that fell off: all that a restore brings back.
 */
import type { DateOnly } from '../../common/dates.ts'
import type { Pence } from '../../common/money.ts'
import type { Offer } from '../properties/properties.model.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import type { ArchivedBuyer, ArchivedLink } from './buyers-part.ts'

/** Memo, referrals and chain are missing in archives from before they went with the buyer. */
export type SaleArchive<Link extends ArchivedLink = ArchivedLink> = {
  timeline: Timeline
  /** The timeline just before the acceptance, so that a restored sale can fall off again. */
  saleStart: Timeline
  completionDate: DateOnly | null
  offer: Offer
  agreedPrice: Pence | null
  buyer: ArchivedBuyer['buyer']
} & Partial<Omit<ArchivedBuyer<Link>, 'buyer'>>
