import { z } from 'zod'
import { Day, Id, line, paragraph, Tel } from '../../common/wire.ts'
import { ContactDetails } from '../property-contacts/property-contacts.model.ts'
import { phases } from '../timeline/phase.ts'
import { ChainStatus } from './chain-status.ts'

/**
 * "Chain item manual checklist: mosSent, draftContracts, searchesApplied, searchesBack, enquiriesRaised, enquiriesAnswered,
 * contractSigned, depositPaid (booleans, default false); mortgageOffer (Yes, No, Cash; default No); surveyBooked (Yes, No,
 * NA; default NA); surveyDate (free-text survey notes)." [property §3](docs/design/property.md#3).
 */
export const mortgageOffers = ['Yes', 'No', 'Cash'] as const
export const surveyAnswers = ['Yes', 'No', 'NA'] as const

/** Progress of a link's sale. `surveyDate` is free text; for a linked property the date of its earliest survey. */
export type Checklist = {
  mosSent: boolean
  draftContracts: boolean
  searchesApplied: boolean
  searchesBack: boolean
  enquiriesRaised: boolean
  enquiriesAnswered: boolean
  surveyBooked: (typeof surveyAnswers)[number]
  surveyDate: string
  mortgageOffer: (typeof mortgageOffers)[number]
  contractSigned: boolean
  depositPaid: boolean
}

export const newChecklist: Checklist = {
  mosSent: false,
  draftContracts: false,
  searchesApplied: false,
  searchesBack: false,
  enquiriesRaised: false,
  enquiriesAnswered: false,
  surveyBooked: 'NA',
  surveyDate: '',
  mortgageOffer: 'No',
  contractSigned: false,
  depositPaid: false,
}

/** The ten ticks of a card, in sale order. `surveyDate` belongs to `surveyBooked`. */
export const checklistSteps = [
  'mosSent',
  'draftContracts',
  'searchesApplied',
  'searchesBack',
  'enquiriesRaised',
  'enquiriesAnswered',
  'surveyBooked',
  'mortgageOffer',
  'contractSigned',
  'depositPaid',
] as const satisfies readonly (keyof Checklist)[]
export type ChecklistStep = (typeof checklistSteps)[number]

/** True for a booked survey, a mortgage offered or not needed, or a completed step. */
export const isTicked = (checklist: Checklist, step: ChecklistStep): boolean => {
  const answer = checklist[step]
  return typeof answer === 'boolean' ? answer : answer === 'Yes' || answer === 'Cash'
}

/** "8 of 10" on the card. */
export const tickedSteps = (checklist: Checklist): number => checklistSteps.filter((step) => isTicked(checklist, step)).length

/** Chain of a sale on the wire ([property §3](docs/design/property.md#3), "Chain item"). */

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

export const maxChainLinks = 50

const checkbox = z.boolean('Say yes or no.').default(false)

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
 * Agent or solicitor of a link in a request: a contact of the company, optionally with a point of contact, or name and
 * telephone as free text. Null or empty: unknown.
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

/** The same in a response: `name` and `tel` are the free text, empty if there is a contact. */
export const ChainParty = z
  .object({ contact: ContactDetails.nullable(), poc: ContactDetails.nullable(), name: z.string(), tel: z.string() })
  .nullable()
export type ChainParty = z.output<typeof ChainParty>

/**
 * A link in a request, the onward purchase first. `_id` is the stored id, or for a new link any temporary id. For this
 * property and linked ones `timeline` is ignored, and in a chain of several links also `propertyName` and `personName`.
 */
export const ChainItemInput = z.strictObject({
  _id: line(40).optional(),
  thisProperty: z.boolean('Say yes or no.').default(false),
  /** Id of a property of the company; for this property null or its own id. */
  propertyRef: Id.nullable().default(null),
  propertyName: line(200).default(''),
  /** Buyer's name; only on the last item. */
  personName: line(160).default(''),
  /** Must be ND except on the last item. */
  saleType: z.enum(saleTypes, 'Choose a sale type.').default('ND'),
  agent: ChainPartyInput.default(null),
  solicitor: ChainPartyInput.default(null),
  note: paragraph(5000).default(''),
  timeline: ChecklistInput.prefault({}),
})
export type ChainItemInput = z.output<typeof ChainItemInput>

/**
 * Live data of a linked property. Callers without access (`withinReach` false: a branch role and another branch's
 * property) see address and checklist only. A deleted property shows address and checklist as of the chain's last save.
 */
export const LinkedProperty = z.object({
  _id: Id,
  deleted: z.boolean(),
  withinReach: z.boolean(),
  address: z.object({ line1: z.string(), postcode: z.string() }),
  branch: z.object({ _id: Id, name: z.string() }).nullable(),
  owner: z.object({ fullName: z.string() }).nullable(),
  /** Also null while there is no buyer. */
  buyer: z.object({ name: z.string() }).nullable(),
  /** Selling branch ("Larkmead, Tilehurst") and vendor's solicitor; null if unknown or not visible. */
  agent: z.string().nullable(),
  solicitor: z.string().nullable(),
  phase: z.enum(phases).nullable(),
  /** True if the last sale fell off and no other offer is accepted. */
  fellOff: z.boolean(),
  /** Chain status of the linked property; null if not visible. */
  chain: ChainStatus.nullable(),
  /** Most urgent step: overdue or delayed (red) before an awaited survey report (amber). */
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

/** A link in a response. `timeline` is the manual checklist, or derived live for this property and linked ones. */
export const ChainItem = z.object({
  _id: Id,
  thisProperty: z.boolean(),
  /** Also set for this property; null for a link entered by hand. */
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

/** `chain` of `GET property/{c}/{b}/{p}`. Items run from the onward purchase to the buyer's end. */
export const Chain = z
  .object({
    items: z.array(ChainItem),
    /** Other properties in the caller's scope whose chains link to this one. */
    shownIn: z.array(z.object({ _id: Id, branch: Id, address: z.object({ line1: z.string(), postcode: z.string() }) })),
    /** Sales of this chain, or of one that this property is in, that fell off and are not sold again. */
    fallen: z.array(
      z.object({
        _id: Id,
        branch: Id,
        line1: z.string(),
        on: Day,
        /** One of the company's list; null: not classified, or out of the caller's scope. */
        reason: z.string().nullable(),
        /** False for a sale of a branch that the caller may not open. */
        withinReach: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'Chain' })
export type Chain = z.output<typeof Chain>
