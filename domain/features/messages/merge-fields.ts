import type { SaleRole } from '../property-contacts/parties.ts'

/**
 * The merge fields of messages, and the roles allowed to see each: "Vendor and buyer are never told the other's name, telephone
 * or e-mail; solicitors and brokers are told both names, nobody's telephone but ours; of solicitors everybody is told firm
 * and name", and "no fees to anybody": there is no field for them. [day §4](docs/design/day.md#4).
 */

const vendorSide: readonly SaleRole[] = ['vendor', 'vendorContact']
const buyerSide: readonly SaleRole[] = ['buyer', 'buyerContact']
const professionals: readonly SaleRole[] = ['vendorSolicitor', 'buyerSolicitor', 'vendorBroker', 'buyerBroker']
const partiesOfSale = [...vendorSide, ...buyerSide, ...professionals]

/**
 * Parties of the sale may see its fields. Surveyors may see their step. Viewers, and buyers whose offer was not accepted, may see only
 * which property it is.
 */
const everybody: readonly SaleRole[] = [...partiesOfSale, 'surveyContact', 'offerBuyer', 'viewer']
const withSurveyor: readonly SaleRole[] = [...partiesOfSale, 'surveyContact']

/** Roles that can receive messages: all except the branch itself. */
export const messageRoles = everybody

type MergeField = {
  label: string
  /** `sale`: the value differs by sale, and can be repeated in a block. */
  of: 'sale' | 'message'
  audience: readonly SaleRole[]
}

const table = {
  recipient: { label: 'Recipient’s name', of: 'message', audience: everybody },
  address: { label: 'Address in one line', of: 'sale', audience: everybody },
  line1: { label: 'First line of the address', of: 'sale', audience: everybody },
  postcode: { label: 'Postcode', of: 'sale', audience: everybody },
  'vendor.name': { label: 'Vendor’s name', of: 'sale', audience: [...vendorSide, ...professionals] },
  'vendor.firstName': { label: 'Vendor’s first name', of: 'sale', audience: [...vendorSide, ...professionals] },
  'buyer.name': { label: 'Buyer’s name', of: 'sale', audience: [...buyerSide, ...professionals] },
  agreedPrice: { label: 'Agreed price', of: 'sale', audience: partiesOfSale },
  'vendorSolicitor.firm': { label: 'Vendor’s solicitor, firm', of: 'sale', audience: withSurveyor },
  'vendorSolicitor.name': { label: 'Vendor’s solicitor, name', of: 'sale', audience: withSurveyor },
  'buyerSolicitor.firm': { label: 'Buyer’s solicitor, firm', of: 'sale', audience: withSurveyor },
  'buyerSolicitor.name': { label: 'Buyer’s solicitor, name', of: 'sale', audience: withSurveyor },
  /** "the vendor" or "the buyer", in whichever role of that side. */
  side: { label: 'The side that the recipient is on', of: 'sale', audience: partiesOfSale },
  steps: { label: 'Open steps of the recipient, one per line', of: 'sale', audience: withSurveyor },
  step: { label: 'Most urgent step of the recipient', of: 'sale', audience: withSurveyor },
  dueDate: { label: 'Day on which that step is due', of: 'sale', audience: withSurveyor },
  expectedExchange: { label: 'Expected exchange', of: 'sale', audience: partiesOfSale },
  completionDate: { label: 'Completion date', of: 'sale', audience: partiesOfSale },
  'progressor.name': { label: 'Sales progressor’s name', of: 'sale', audience: everybody },
  'progressor.tel': { label: 'Sales progressor’s telephone', of: 'sale', audience: everybody },
  'progressor.email': { label: 'Sales progressor’s e-mail', of: 'sale', audience: everybody },
  'branch.name': { label: 'Branch', of: 'sale', audience: everybody },
  'branch.tel': { label: 'Branch’s telephone', of: 'sale', audience: everybody },
  'branch.email': { label: 'Branch’s e-mail', of: 'sale', audience: everybody },
  company: { label: 'Company', of: 'message', audience: everybody },
  today: { label: 'Today’s date', of: 'message', audience: everybody },
} as const satisfies Record<string, MergeField>

export type MergeFieldName = keyof typeof table

export const mergeFields: Readonly<Record<MergeFieldName, MergeField>> = table

export const mergeFieldNames = Object.keys(table) as MergeFieldName[]

export const isMergeField = (name: string): name is MergeFieldName => Object.hasOwn(table, name)

/** Returns the fields allowed in a message to all of these roles. */
export const fieldsForAudience = (roles: readonly SaleRole[]): MergeFieldName[] =>
  mergeFieldNames.filter((name) => isFieldForAudience(name, roles))

export const isFieldForAudience = (name: MergeFieldName, roles: readonly SaleRole[]): boolean =>
  roles.every((role) => mergeFields[name].audience.includes(role))
