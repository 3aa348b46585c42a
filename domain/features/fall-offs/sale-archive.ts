/**
 * "A fall-off archives the timeline, completion date, accepted offer and buyer side as they stand." Domain decisions,
 * "Fall-off, restore". What is kept of a sale that fell off: all that a restore brings back.
 */
import type { DateOnly } from '../../common/dates.ts'
import type { Pence } from '../../common/money.ts'
import type { Offer } from '../properties/properties.model.ts'
import type { PropertyContacts } from '../property-contacts/property-contacts.model.ts'
import type { Timeline } from '../timeline/timeline.model.ts'

export type BuyerSide = PropertyContacts['buyerDetails']

export type SaleArchive = {
  timeline: Timeline
  /** The timeline just before the acceptance, so that a restored sale can fall off again. */
  saleStart: Timeline
  completionDate: DateOnly | null
  offer: Offer
  agreedPrice: Pence | null
  buyer: BuyerSide
}

/** The buyer's side while nobody buys. */
export const noBuyer: BuyerSide = {
  buyer: { name: '', email: '', tel: '', cashBuyer: false },
  solicitor: null,
  mBroker: null,
  other: '',
  additionalContacts: [],
}
