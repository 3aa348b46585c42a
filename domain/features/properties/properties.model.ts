import { z } from 'zod'
import { Address } from '../../common/address.ts'
import { count, Day, DeductionPercent, Email, FeePercent, Id, line, Money, Tel, Timestamp, Version } from '../../common/wire.ts'
import { Chain, ChainStatus } from '../chain/chain.model.ts'
import { PropertyContacts } from '../property-contacts/property-contacts.model.ts'
import { phases } from '../timeline/phase.ts'
import { OpenStepInfo, TimelineItem } from '../timeline/timeline.schemas.ts'
import { setupWarnings } from './properties.rules.ts'

/** Wire format of a property as all property screens read it. */

export const propertyParams = z.strictObject({ companyId: Id, branchId: Id, propertyId: Id })
export type PropertyParams = z.infer<typeof propertyParams>

/** The first phase that applies (domain decisions). */
export const Phase = z.enum(phases)

export const Ownership = z.enum(['unknown', 'freehold', 'leasehold'], 'Choose the ownership.')
export const LeaseholdPackSent = z.enum(['yes', 'no', 'unknown'], 'Choose one.')
/** 0 no board, 1 board ordered. */
export const BoardStatus = z.union([z.literal(0), z.literal(1)], 'Choose the board status.')
/** 0 guide price, 1 offers in region of, 2 offers over, 3 fixed price, 4 price on application. */
export const PriceOption = z.union(
  [z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)],
  'Choose a price option.',
)
export { ChainStatus }
/** P pending, A accepted, R rejected, W withdrawn. */
export const OfferState = z.enum(['P', 'A', 'R', 'W'], 'Choose a status.')

export const AskingPrice = z.object({
  _id: Id,
  price: Money,
  effectiveDate: Day,
  priceOption: PriceOption,
  createdon: Timestamp,
})
export type AskingPrice = z.output<typeof AskingPrice>

export const Offer = z.object({
  _id: Id,
  name: z.string(),
  amount: Money,
  when: Day,
  state: OfferState,
  acceptedOn: Day.nullable(),
  increasedOn: Day.nullable(),
  tel: Tel,
  email: Email.or(z.literal('')),
  depositSize: Money,
  cashBuy: z.boolean(),
  mip: z.boolean(),
  chain: z.boolean(),
  isRenting: z.boolean(),
  notes: z.string(),
  history: z.array(z.object({ amount: Money, createdon: Timestamp, note: z.string() })),
})
export type Offer = z.output<typeof Offer>

export const Owner = z.object({
  _id: Id,
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: z.string(),
  tel: z.string(),
  contactPrefs: z.object({ email: z.boolean(), push: z.boolean() }),
  lastLogin: Timestamp.nullable(),
  emailVerified: z.boolean(),
  /** Token for `POST auth/verifyemail/resend`; null if the address is confirmed and no new one is pending. */
  accountActivationToken: Id.nullable(),
  /** New address awaiting confirmation; `email` stays in force until then. */
  pendingEmail: z.string().nullable(),
  version: Version,
})
export type Owner = z.output<typeof Owner>

export const Buyer = z.strictObject({ name: line(160), email: Email.or(z.literal('')), tel: Tel, cashBuyer: z.boolean() })

export const ManagementInfo = z.object({
  chain: ChainStatus,
  cTerm: count(520).nullable(),
  cSigned: Day.nullable(),
  /** Contract end: cSigned + cTerm × 7 days. */
  cSignedEndDate: Day.nullable(),
  listed: Day.nullable(),
  /** The company's notice period; null if not set, then no notice can be given. */
  noticePeriodInDays: z.int().nullable(),
  /** 0 percentage of the agreed price, 1 fixed fee. */
  agencyFeeType: z.union([z.literal(0), z.literal(1)]),
  agencyFee: Money.nullable(),
  agencyFeePercent: FeePercent.nullable(),
  noticeGiven: Day.nullable(),
  noticeDays: count(1000).nullable(),
  noticeEnd: Day.nullable(),
  agreedPrice: Money.nullable(),
  invoiceSent: z.boolean(),
  askingPrice: z.array(AskingPrice),
  currentAskingPrice: Money.nullable(),
  /** The branch's fee deduction or else the company's. */
  feeDeduction: DeductionPercent,
  fees: z.object({
    gross: Money.nullable(),
    deduction: Money.nullable(),
    expected: Money.nullable(),
    /** Percentage of the agreed price, or of the asking price if nothing is agreed. */
    percent: FeePercent.nullable(),
    /** True if the asking price is used instead of an agreed price. */
    estimate: z.boolean(),
  }),
})

export const PropertyDocument = z.object({
  _id: Id,
  note: z.string(),
  file: z.object({ fileName: z.string(), originalByteSize: z.int() }),
  /** Virus scan pending: the document cannot be downloaded or e-mailed yet. */
  beingChecked: z.boolean(),
  createdon: Timestamp,
  /** Null if the account was deleted. */
  addedBy: z.string().nullable(),
  version: Version,
})
export type PropertyDocument = z.output<typeof PropertyDocument>

const Named = z.object({ _id: Id, name: z.string() })

/** The whole property: response of `GET property/{c}/{b}/{p}` and of every property save. */
export const PropertyDetail = z.object({
  _id: Id,
  name: z.string(),
  company: Named,
  branch: Named,
  address: Address,
  phase: Phase,
  boardStatus: BoardStatus,
  ownership: Ownership,
  leaseholdPackSent: LeaseholdPackSent,
  bedrooms: z.int().nullable(),
  active: z.boolean(),
  logo: Id.nullable(),
  owner: Owner,
  buyer: Buyer,
  /** `buyerDetails.buyer` equals `buyer`. */
  contacts: PropertyContacts,
  /** Texts: `setupWarningTexts`. */
  setupWarnings: z.array(z.enum(setupWarnings)),
  mi: ManagementInfo,
  offers: z.array(Offer),
  viewings: z.array(z.object({ _id: Id, name: z.string(), when: Day, time: z.string().nullable(), notes: z.string() })),
  relaunches: z.array(z.object({ _id: Id, when: Day, notes: z.string() })),
  /** Time of each referral; null if not referred. */
  referrals: z.object({
    vendorSolicitor: Timestamp.nullable(),
    buyerSolicitor: Timestamp.nullable(),
    vendorBroker: Timestamp.nullable(),
    buyerBroker: Timestamp.nullable(),
  }),
  /** Number of notes, in total and per step. */
  notes: z.object({ count: z.int(), byStep: z.record(z.string(), z.int()) }),
  /** Metadata, newest first. */
  documents: z.array(PropertyDocument),
  /** `GET …/memo` has the whole memorandum. */
  memo: z.object({ remarks: z.string(), buyerCustom: z.string(), sellerCustom: z.string(), agentsContact: z.string() }),
  /** Chain as far as the caller may see it; the status is `mi.chain`. */
  chain: Chain,
  saleResets: z.array(
    z.object({
      _id: Id,
      acceptedOffer: z.object({ _id: Id.nullable(), name: z.string() }),
      note: z.string(),
      createdon: Timestamp,
      restoredOn: Timestamp.nullable(),
    }),
  ),
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
  version: Version,
  createdon: Timestamp,
})
export type PropertyDetail = z.output<typeof PropertyDetail>

const ActingContact = z.object({ contact: Named }).nullable()

/** "Property list row" (reports document, section 3), with the data of the additional columns. */
export const PropertyListRow = z.object({
  _id: Id,
  company: Id,
  branch: z.object({ _id: Id, name: z.string() }),
  address: z.object({ line1: z.string(), postcode: z.string() }),
  phase: Phase,
  ownership: Ownership,
  leaseholdPackSent: LeaseholdPackSent,
  mi: z.object({
    chain: ChainStatus,
    /** Newest first; `currentAskingPrice` is the current one. */
    askingPrice: z.array(z.object({ price: Money })),
    currentAskingPrice: Money.nullable(),
    listed: Day.nullable(),
    noticeEnd: Day.nullable(),
  }),
  viewings: z.array(z.object({ when: Day })),
  offers: z.array(z.object({ state: OfferState })),
  owner: z.object({ lastLogin: Timestamp.nullable() }),
  contacts: z.object({ solicitor: ActingContact, mBroker: ActingContact }),
  takeOn: Day,
  warnings: z.int(),
  timeline: z.object({ info: OpenStepInfo }),
  setupWarnings: z.array(z.enum(setupWarnings)),
  logo: Id.nullable(),
  createdon: Timestamp,
})
export type PropertyListRow = z.output<typeof PropertyListRow>
