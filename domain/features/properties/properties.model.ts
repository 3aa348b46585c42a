import { z } from 'zod'
import { PropertyAddress } from '../../common/address.ts'
import { Day, Id, Money, Timestamp, Version } from '../../common/wire.ts'
import { answeredShape } from '../../fields/fields.schemas.ts'
import { Chain } from '../chain/chain.model.ts'
import { ChainStatus } from '../chain/chain-status.ts'
import { PropertyDocument } from '../documents/documents.model.ts'
import { ExchangeEntry, ExpectedDates } from '../expected-dates/expected-dates.model.ts'
import { Lender } from '../expected-dates/lenders.ts'
import { FallOff } from '../fall-offs/fall-offs.model.ts'
import { ManagementInfo } from '../management-info/management-info.model.ts'
import { MemoTexts } from '../memo/memo.model.ts'
import { Offer } from '../offers/offers.model.ts'
import { Buyer, BuyerSideContacts, PropertyContacts } from '../property-contacts/property-contacts.model.ts'
import { Referrals } from '../referrals/referrals.model.ts'
import { Relaunch } from '../relaunches/relaunches.model.ts'
import { OpenStepInfo, Phase, TimelineItem } from '../timeline/timeline.schemas.ts'
import { Owner } from '../vendors/vendors.model.ts'
import { Viewing } from '../viewings/viewings.model.ts'
import { identifierFields } from './identifiers.fields.ts'
import { propertyFields } from './property.fields.ts'
import { setupWarnings } from './setup-warnings.ts'

/** Wire format of a property as all property screens read it. */

const details = answeredShape(propertyFields)
const Named = z.object({ _id: Id, name: z.string() })

/** The whole property: response of `GET property/{c}/{b}/{p}` and of every property save. */
export const PropertyDetail = z
  .object({
    _id: Id,
    name: z.string(),
    company: Named,
    branch: Named,
    address: PropertyAddress,
    phase: Phase,
    ...details,
    identifiers: z.object(answeredShape(identifierFields)),
    active: z.boolean(),
    logo: Id.nullable(),
    owner: Owner,
    buyer: Buyer,
    /** `buyerDetails.buyer` equals `buyer`. */
    contacts: PropertyContacts,
    /** Entered before the offer was accepted, and not known to be of its buyer; null as soon as the buyer's side is saved. */
    buyerSideSetAside: BuyerSideContacts.nullable(),
    /** Texts: `setupWarningTexts`. */
    setupWarnings: z.array(z.enum(setupWarnings)),
    mi: ManagementInfo,
    offers: z.array(Offer),
    viewings: z.array(Viewing),
    relaunches: z.array(Relaunch),
    referrals: Referrals,
    /** Number of notes, in total and per step. */
    notes: z.object({ count: z.int(), byStep: z.record(z.string(), z.int()) }),
    /** Metadata, newest first. */
    documents: z.array(PropertyDocument),
    /** `GET …/memo` has the whole memorandum. */
    memo: MemoTexts,
    /** Chain as far as the caller may see it; the status is `mi.chain`. */
    chain: Chain,
    saleResets: z.array(FallOff),
    timeline: z.object({
      data: z.array(TimelineItem),
      info: z.object({
        completedOns: z.record(z.string(), Day.nullable()),
        nextWarning: z
          .object({ key: z.int(), title: z.string(), warningDate: Day, daysLeft: z.int(), awaitingReports: z.boolean() })
          .nullable(),
        warnings: z.int(),
      }),
    }),
    completionDate: Day.nullable(),
    ...ExpectedDates.shape,
    /** Of the buyer’s mortgage. */
    lender: Lender.nullable(),
    /** Of the current sale, oldest first. */
    exchangeHistory: z.array(ExchangeEntry),
    version: Version,
    createdon: Timestamp,
  })
  .meta({ id: 'Property' })
export type PropertyDetail = z.output<typeof PropertyDetail>

const ActingContact = z.object({ contact: Named }).nullable()

/** "Property list row" ([reports §3](docs/design/reports.md#3)), with the data of the additional columns. */
export const PropertyListRow = z.object({
  _id: Id,
  company: Id,
  branch: z.object({ _id: Id, name: z.string() }),
  address: z.object({ line1: z.string(), postcode: z.string() }),
  phase: Phase,
  ownership: details.ownership,
  leaseholdPackSent: details.leaseholdPackSent,
  mi: z.object({
    chain: ChainStatus,
    /** Newest first; `currentAskingPrice` is the current one. */
    askingPrice: z.array(z.object({ price: Money })),
    currentAskingPrice: Money.nullable(),
    listed: Day.nullable(),
    noticeEnd: Day.nullable(),
  }),
  viewings: z.array(z.object({ when: Day })),
  offers: z.array(z.object({ state: Offer.shape.state })),
  owner: z.object({ lastLogin: Timestamp.nullable() }),
  contacts: z.object({ solicitor: ActingContact, mBroker: ActingContact }),
  takeOn: Day,
  /** The sales progressor. */
  bStaff: z.object({ _id: Id, name: z.string() }).nullable(),
  negotiator: z.object({ _id: Id, name: z.string() }).nullable(),
  expectedExchange: Day.nullable(),
  exchangeMoves: z.int(),
  expectedCompletion: Day.nullable(),
  completionDate: Day.nullable(),
  mortgageOfferExpires: Day.nullable(),
  /** Day on which a person last spoke or wrote to the vendor. */
  vendorLastUpdatedOn: Day.nullable(),
  /** Names of the firms. */
  vendorSolicitor: z.string().nullable(),
  buyerSolicitor: z.string().nullable(),
  /** Why the preset `toTidy` lists it; only in that list. */
  toTidy: z.array(z.string()).optional(),
  warnings: z.int(),
  timeline: z.object({ info: OpenStepInfo }),
  setupWarnings: z.array(z.enum(setupWarnings)),
  logo: Id.nullable(),
  createdon: Timestamp,
})
export type PropertyListRow = z.output<typeof PropertyListRow>
