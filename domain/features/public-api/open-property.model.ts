import { z } from 'zod'
import { Id } from '../../common/wire.ts'
import { Chain } from '../chain/chain.model.ts'
import { PropertyDocument } from '../documents/documents.model.ts'
import { ExchangeEntry } from '../expected-dates/expected-dates.model.ts'
import { FallOff } from '../fall-offs/fall-offs.model.ts'
import { ManagementInfo } from '../management-info/management-info.model.ts'
import { MemoTexts } from '../memo/memo.model.ts'
import { Offer } from '../offers/offers.model.ts'
import { PropertyDetail } from '../properties/properties.model.ts'
import { Buyer, PropertyContacts } from '../property-contacts/property-contacts.model.ts'
import { Relaunch } from '../relaunches/relaunches.model.ts'
import { TimelineItem } from '../timeline/timeline.schemas.ts'
import { Owner } from '../vendors/vendors.model.ts'
import { Viewing } from '../viewings/viewings.model.ts'

/** A number in the company's record: "an entry's number in its company's record". [connect §0](docs/design/connect.md#0). */
export const Position = z.int()

/** Returned by incremental reads for rows that were deleted or left the scope. */
export const Gone = z.object({ _id: Id, deleted: z.literal(true), position: Position })

const people = { name: true, notes: true, email: true, tel: true } as const

/** `GET property/{c}/{b}/{p}` as returned to keys. Fields for which a scope is missing are omitted (`propertyVisibleToKey`). */
export const OpenProperty = PropertyDetail.extend({
  owner: Owner.omit({ accountActivationToken: true, pendingEmail: true, contactPrefs: true, lastLogin: true }).optional(),
  buyer: Buyer.optional(),
  contacts: PropertyContacts.optional(),
  memo: MemoTexts.optional(),
  chain: Chain.optional(),
  mi: ManagementInfo.partial({
    agencyFeeType: true,
    agencyFee: true,
    agencyFeePercent: true,
    feeDeduction: true,
    fees: true,
  }),
  offers: z.array(Offer.partial({ ...people, history: true })).optional(),
  viewings: z.array(Viewing.partial(people)),
  relaunches: z.array(Relaunch.partial({ notes: true })),
  saleResets: z.array(
    FallOff.partial({ note: true }).extend({ acceptedOffer: FallOff.shape.acceptedOffer.partial({ name: true }) }),
  ),
  exchangeHistory: z.array(ExchangeEntry.partial({ reason: true, by: true })),
  documents: z.array(PropertyDocument.partial({ note: true, addedBy: true })).optional(),
  timeline: PropertyDetail.shape.timeline.extend({
    data: z.array(TimelineItem.partial({ dueReason: true, surveyContact: true, surveyData: true })),
  }),
  /** An offer is accepted, whatever the phase: a withdrawn property can be sold. Without offer:read too. */
  isSold: z.boolean(),
  position: Position,
  /** References of the property in the systems it was imported from. */
  refs: z.array(z.object({ system: z.string(), ref: z.string() })),
}).meta({ id: 'OpenProperty' })
export type OpenProperty = z.output<typeof OpenProperty>
