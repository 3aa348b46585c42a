import { z } from 'zod'
import { Day, Id, line, paragraph, personName, requiredLine, Timestamp, Version } from '../../common/wire.ts'
import { customerStates } from './customer-states.ts'

/**
 * Customers, whom the law has the agency check, and the checks of them: the register of customer checks.
 * [sale-file §2](docs/design/sale-file.md#2).
 */

export const customerSides = ['vendor', 'buyer'] as const
export type CustomerSide = (typeof customerSides)[number]
export const customerSideLabels: Record<CustomerSide, string> = { vendor: 'Vendor', buyer: 'Buyer' }

export const customerForms = ['person', 'company', 'trust', 'estate'] as const
export type CustomerForm = (typeof customerForms)[number]
export const customerFormLabels: Record<CustomerForm, string> = {
  person: 'Person',
  company: 'Company',
  trust: 'Trust',
  estate: 'Estate of somebody who died',
}

export const customerMet = ['in-person', 'remote'] as const
export type CustomerMet = (typeof customerMet)[number]
export const customerMetLabels: Record<CustomerMet, string> = { 'in-person': 'Met in person', remote: 'Not met' }

export const checkKinds = ['identity', 'screening', 'ownership', 'funds'] as const
export type CheckKind = (typeof checkKinds)[number]
export const checkKindLabels: Record<CheckKind, string> = {
  identity: 'Identity',
  screening: 'Sanctions and political exposure',
  ownership: 'Ownership',
  funds: 'Source of funds',
}
/** Within a sentence: "Open: identity, source of funds". */
export const checkKindWords: Record<CheckKind, string> = {
  identity: 'identity',
  screening: 'sanctions and political exposure',
  ownership: 'ownership',
  funds: 'source of funds',
}

export const checkWays = ['documents', 'electronic', 'both'] as const
export type CheckWay = (typeof checkWays)[number]
export const checkWayLabels: Record<CheckWay, string> = {
  documents: 'Documents seen',
  electronic: 'Electronically',
  both: 'Documents and electronically',
}

export const checkResults = ['satisfied', 'refer', 'not-satisfied'] as const
export type CheckResult = (typeof checkResults)[number]
export const checkResultLabels: Record<CheckResult, string> = {
  satisfied: 'Satisfied',
  refer: 'To be decided',
  'not-satisfied': 'Not satisfied',
}

/** What asks for enhanced due diligence: Money Laundering Regulations 2017, regulations 33 to 35. */
export const checkReasons = [
  'politically-exposed',
  'associate',
  'sanctions-match',
  'high-risk-country',
  'abroad',
  'unclear-owners',
  'not-met',
  'third-person-money',
  'cash',
  'does-not-fit',
] as const
export type CheckReason = (typeof checkReasons)[number]
export const checkReasonLabels: Record<CheckReason, string> = {
  'politically-exposed': 'Politically exposed person',
  associate: 'Family or associate of a politically exposed person',
  'sanctions-match': 'Sanctions match',
  'high-risk-country': 'High-risk country',
  abroad: 'Home, company or money abroad',
  'unclear-owners': 'A trust, or a company whose owners are unclear',
  'not-met': 'Not met, and checked by documents only',
  'third-person-money': 'Money from a third person',
  cash: 'Cash',
  'does-not-fit': 'Price or haste that do not fit',
}

export const decisions = ['none', 'approved', 'refused'] as const
export type Decision = (typeof decisions)[number]
export const decisionLabels: Record<Decision, string> = { none: 'None', approved: 'Approved', refused: 'Refused' }

/** Stands under every text field of the register on screen: Proceeds of Crime Act 2002, section 333A. */
export const noReportsHere = 'Never write here that a report was made or considered. The customer can ask for this file.'
/** Of a check of documents without a file: regulation 40 asks for copies. */
export const noCopyKept = 'No copy is kept'

export const maxCheckFiles = 8

const customerFields = {
  form: z.enum(customerForms, 'Choose who it is.'),
  name: personName(160, 'a name'),
  met: z.enum(customerMet, 'Say whether they were met.'),
  reasons: z.array(z.enum(checkReasons, 'Choose a reason.')).max(checkReasons.length),
  /** The offer of a buyer. A later offer of the same buyer takes the customer over. */
  offerId: Id.nullable(),
}

export const CustomerInput = z.strictObject({
  ...customerFields,
  side: z.enum(customerSides, 'Choose vendor or buyer.'),
  met: customerFields.met.default('in-person'),
  reasons: customerFields.reasons.default([]),
  offerId: customerFields.offerId.default(null),
  /** The company, trust or estate that this person or company owns. */
  ownerOf: Id.nullable().default(null),
})

export const CustomerChange = z
  .strictObject(customerFields)
  .partial()
  .extend({
    /** Why a reason is removed; required then. */
    because: paragraph(500).optional(),
    version: Version.optional(),
  })

/** A file of an e-mail, in place of an uploaded one. */
export const MailFileRef = z.strictObject({ mailInId: Id, ordinal: z.int().min(0).max(1000) })
export type MailFileRef = z.output<typeof MailFileRef>

export const CheckInput = z.strictObject({
  kind: z.enum(checkKinds, 'Choose what was checked.'),
  way: z.enum(checkWays, 'Choose how.'),
  provider: line(80).default(''),
  reference: line(120).default(''),
  documents: line(200).default(''),
  result: z.enum(checkResults, 'Choose the result.'),
  words: paragraph(1000).min(1, 'Say in words what was found.'),
  checkedOn: Day,
  /** By default the company’s number of days later. */
  expiresOn: Day.optional(),
  fromMail: MailFileRef.optional(),
})

export const DecisionReason = paragraph(500).min(10, 'Use at least 10 characters.')
export const StrikeReason = requiredLine(500, 'a reason')

const Person = z.object({ _id: Id, name: z.string() })

/**
 * A check as its reader may see it: everybody who adds checks sees kind and days; the rest of an own check, of all with `check.view`; files
 * with `check.view` alone.
 */
export const CustomerCheck = z
  .object({
    _id: Id,
    kind: z.enum(checkKinds),
    checkedOn: Day,
    expiresOn: Day,
    /** Struck out: it does not count. */
    struckOn: Timestamp.nullable(),
    mayStrike: z.boolean(),
    way: z.enum(checkWays).optional(),
    provider: z.string().optional(),
    reference: z.string().optional(),
    documents: z.string().optional(),
    result: z.enum(checkResults).optional(),
    words: z.string().optional(),
    checkedBy: Person.optional(),
    struckBy: Person.nullable().optional(),
    struckBecause: z.string().optional(),
    files: z.array(z.object({ _id: Id, fileName: z.string(), bytes: z.int() })).optional(),
  })
  .meta({ id: 'CustomerCheck' })
export type CustomerCheck = z.output<typeof CustomerCheck>

/** A customer as its reader may see them: readers of a property see the state alone. */
export const Customer = z
  .object({
    _id: Id,
    side: z.enum(customerSides),
    state: z.enum(customerStates),
    /** With `check.add`. */
    name: z.string().optional(),
    form: z.enum(customerForms).optional(),
    ownerOf: Id.nullable().optional(),
    offerId: Id.nullable().optional(),
    missing: z.array(z.string()).optional(),
    /** Of a ready one: the last day on which it is. */
    until: Day.nullable().optional(),
    endedOn: Day.nullable().optional(),
    keepUntil: Day.nullable().optional(),
    checks: z.array(CustomerCheck).optional(),
    version: Version.optional(),
    /** With `check.view`, or of an own entry. */
    met: z.enum(customerMet).optional(),
    /** Those that were entered. */
    reasons: z.array(z.enum(checkReasons)).optional(),
    /** Further ones, which follow from the form and the checks. */
    followingReasons: z.array(z.enum(checkReasons)).optional(),
    reasonsBecause: z.string().optional(),
    decision: z.enum(decisions).optional(),
    decisionReason: z.string().optional(),
    decidedBy: Person.nullable().optional(),
    decidedOn: Timestamp.nullable().optional(),
    mayDecide: z.boolean().optional(),
  })
  .meta({ id: 'Customer' })
export type Customer = z.output<typeof Customer>
