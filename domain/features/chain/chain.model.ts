import { z } from 'zod'
import { Id, line, paragraph, Tel } from '../../common/wire.ts'
import { ContactDetails } from '../property-contacts/property-contacts.model.ts'
import { phases } from '../timeline/phase.ts'
import { mortgageOffers, surveyAnswers } from './checklist.ts'

/** 0 no chain, 1 completed chain, 2 incomplete chain, 3 unknown. */
export const ChainStatus = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)], 'Choose a chain status.')

/** The chain of a sale on the wire (property document, section 3, "Chain item"). */

/** "Buyer / sale type: ND not defined, FTB first-time buyer, CB cash buyer, I investor, NDB non-dependant buyer." */
export const saleTypes = ['ND', 'FTB', 'CB', 'I', 'NDB'] as const
export type SaleType = (typeof saleTypes)[number]

export const saleTypeLabels: Record<SaleType, string> = {
  ND: 'Not defined',
  FTB: 'First-time buyer',
  CB: 'Cash buyer',
  I: 'Investor',
  NDB: 'Non-dependant buyer',
}

/** A chain has at most this many links. */
export const maxChainLinks = 50

const checkbox = z.boolean('Say yes or no.').default(false)

/** The manual checklist with its defaults. */
export const ChecklistInput = z.strictObject({
  mosSent: checkbox,
  draftContracts: checkbox,
  searchesApplied: checkbox,
  searchesBack: checkbox,
  enquiriesRaised: checkbox,
  enquiriesAnswered: checkbox,
  surveyBooked: z.enum(surveyAnswers, 'Choose Yes, No or N/A.').default('NA'),
  surveyDate: line(200).default(''),
  mortgageOffer: z.enum(mortgageOffers, 'Choose Yes, No or Cash.').default('No'),
  contractSigned: checkbox,
  depositPaid: checkbox,
})

const ChecklistOutput = z.object({
  mosSent: z.boolean(),
  draftContracts: z.boolean(),
  searchesApplied: z.boolean(),
  searchesBack: z.boolean(),
  enquiriesRaised: z.boolean(),
  enquiriesAnswered: z.boolean(),
  surveyBooked: z.enum(surveyAnswers),
  surveyDate: z.string(),
  mortgageOffer: z.enum(mortgageOffers),
  contractSigned: z.boolean(),
  depositPaid: z.boolean(),
})

/**
 * The agent or the solicitor of a link as it is sent: a contact of the company and, once chosen, one of its points of
 * contact; or else a name and a telephone number in free text. Null, or all of it empty: nobody is known.
 */
export const ChainPartyInput = z
  .strictObject({
    contact: Id.nullable().default(null),
    poc: Id.nullable().default(null),
    name: line(160).default(''),
    tel: Tel.default(''),
  })
  .refine(({ contact, name, tel }) => contact === null || (name === '' && tel === ''), {
    error: 'Choose a contact or enter a name, not both.',
    path: ['name'],
  })
  .refine(({ contact, poc }) => contact !== null || poc === null, {
    error: 'A point of contact belongs to a contact.',
    path: ['poc'],
  })
  .nullable()
export type ChainPartyInput = z.output<typeof ChainPartyInput>

/** The same as it is read: `name` and `tel` are the free text, empty while there is a contact. */
export const ChainParty = z
  .object({ contact: ContactDetails.nullable(), poc: ContactDetails.nullable(), name: z.string(), tel: z.string() })
  .nullable()
export type ChainParty = z.output<typeof ChainParty>

/**
 * A link as it is sent, the onward purchase first. `_id` is the one that was read or, of a new one, anything that tells it
 * from the others: such a temporary one is not kept. Of the item that is this property and of linked ones `timeline` is
 * not read, nor, in a chain of more than one, `propertyName` and `personName`: they are the property's own.
 */
export const ChainItemInput = z.strictObject({
  _id: line(40).optional(),
  thisProperty: z.boolean('Say yes or no.').default(false),
  /** The id of a property of the company; of the item that is this property, null or its own id. */
  propertyRef: Id.nullable().default(null),
  propertyName: line(200).default(''),
  /** The buyer's name: on the last item alone. */
  personName: line(160).default(''),
  /** Anything but ND on the last item alone. */
  saleType: z.enum(saleTypes, 'Choose a sale type.').default('ND'),
  agent: ChainPartyInput.default(null),
  solicitor: ChainPartyInput.default(null),
  note: paragraph(5000).default(''),
  timeline: ChecklistInput.prefault({}),
})
export type ChainItemInput = z.output<typeof ChainItemInput>

/**
 * The property behind a link, live. Whoever cannot reach it (`withinReach` false: a branch role, a property of another
 * branch) is shown its address and checklist and nothing else. A link to a property that is `deleted` shows the address
 * and the checklist as they were when the chain was last saved.
 */
export const LinkedProperty = z.object({
  _id: Id,
  deleted: z.boolean(),
  withinReach: z.boolean(),
  address: z.object({ line1: z.string(), postcode: z.string() }),
  branch: z.object({ _id: Id, name: z.string() }).nullable(),
  owner: z.object({ fullName: z.string() }).nullable(),
  /** Null too while nobody buys. */
  buyer: z.object({ name: z.string() }).nullable(),
  /** Who sells it, "Larkmead, Tilehurst", and the vendor's solicitor; null where not known or not to be shown. */
  agent: z.string().nullable(),
  solicitor: z.string().nullable(),
  phase: z.enum(phases).nullable(),
  /** True while its last sale has fallen off and no other offer is accepted: the link shows a sale that is no more. */
  fellOff: z.boolean(),
  /** Its own chain status; null where it is not to be shown. */
  chain: ChainStatus.nullable(),
  /** The step that stands in the way: overdue or delayed (red) before a survey report that is awaited (amber). */
  nextWarning: z
    .object({
      title: z.string(),
      daysLeft: z.int(),
      awaitingReports: z.boolean(),
      delayed: z.boolean(),
    })
    .nullable(),
})
export type LinkedProperty = z.output<typeof LinkedProperty>

/** A link as it is read. `timeline` is the manual checklist or, of this property and of linked ones, derived live. */
export const ChainItem = z.object({
  _id: Id,
  thisProperty: z.boolean(),
  /** Of the item that is this property too; null for a link that is kept by hand. */
  propertyRef: LinkedProperty.nullable(),
  propertyName: z.string(),
  personName: z.string(),
  saleType: z.enum(saleTypes),
  agent: ChainParty,
  solicitor: ChainParty,
  note: z.string(),
  timeline: ChecklistOutput,
})
export type ChainItem = z.output<typeof ChainItem>

/** What `GET property/{c}/{b}/{p}` answers under `chain`. Items run from the onward purchase to the buyer's end. */
export const Chain = z.object({
  items: z.array(ChainItem),
  /** The other properties within reach whose own chains link to this one. */
  shownIn: z.array(z.object({ _id: Id, branch: Id, address: z.object({ line1: z.string(), postcode: z.string() }) })),
})
export type Chain = z.output<typeof Chain>
