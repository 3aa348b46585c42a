import type { AdditionalContact, Party, PropertyContacts } from './property-contacts.model.ts'

/**
 * "Record vendor-side and buyer-side contacts." [property §1](docs/design/property.md#1). Which parts of a property's contacts a save
 * changes: for the event log, and for the stale check, which compares only the changed sides.
 */

export type Side = 'vendor' | 'buyer'

/** Parties by the names used in the database. */
export const partyRoles = {
  vendorSolicitor: { side: 'vendor', part: 'solicitor' },
  vendorBroker: { side: 'vendor', part: 'mBroker' },
  buyerSolicitor: { side: 'buyer', part: 'solicitor' },
  buyerBroker: { side: 'buyer', part: 'mBroker' },
} as const satisfies Record<string, { side: Side; part: 'solicitor' | 'mBroker' }>
export type PartyRole = keyof typeof partyRoles

/** Without an `_id` it is a new person. */
export type AdditionalContactInput = Omit<AdditionalContact, '_id'> & { _id?: string | undefined }
export type PartyInput = { contact: string; poc?: string | null | undefined } | null
type SideInput = {
  solicitor?: PartyInput | undefined
  mBroker?: PartyInput | undefined
  other?: string | undefined
  additionalContacts?: readonly AdditionalContactInput[] | undefined
}
type Buyer = PropertyContacts['buyerDetails']['buyer']
/** A save names only the parts it may change. */
export type PropertyContactsInput = SideInput & {
  bStaff?: string | null | undefined
  buyerDetails?: (SideInput & { buyer?: { [Field in keyof Buyer]?: Buyer[Field] | undefined } | undefined }) | undefined
}

/** Path of a changed part, and its side. */
export type ChangedPart = { part: string; side: Side }

const isSameParty = (now: Party, sent: PartyInput): boolean =>
  (now?.contact._id ?? null) === (sent?.contact ?? null) && (now?.poc?._id ?? null) === (sent?.poc ?? null)

/** A new person has no id and never equals an existing one. */
const isSamePerson = (now: AdditionalContact, sent: AdditionalContactInput): boolean =>
  now._id === sent._id &&
  now.firstName === sent.firstName &&
  now.lastName === sent.lastName &&
  now.email === sent.email &&
  now.tel === sent.tel &&
  now.options.memo === sent.options.memo

const isSameList = (now: readonly AdditionalContact[], sent: readonly AdditionalContactInput[]): boolean =>
  now.length === sent.length && now.every((one, index) => isSamePerson(one, sent[index] as AdditionalContactInput))

function changedOfSide(now: Omit<PropertyContacts, 'bStaff' | 'buyerDetails'>, sent: SideInput): string[] {
  const { solicitor, mBroker, other, additionalContacts } = sent
  return [
    ...(solicitor === undefined || isSameParty(now.solicitor, solicitor) ? [] : ['solicitor']),
    ...(mBroker === undefined || isSameParty(now.mBroker, mBroker) ? [] : ['mBroker']),
    ...(other === undefined || other === now.other ? [] : ['other']),
    ...(additionalContacts === undefined || isSameList(now.additionalContacts, additionalContacts) ? [] : ['additionalContacts']),
  ]
}

/** Unchanged parts may be sent back. */
export function changedParts(now: PropertyContacts, sent: PropertyContactsInput): ChangedPart[] {
  const { buyer, ...buyerSide } = sent.buyerDetails ?? {}
  const buyerNow = now.buyerDetails.buyer
  const changedBuyer = (Object.keys(buyer ?? {}) as (keyof Buyer)[]).filter(
    (field) => buyer?.[field] !== undefined && buyer[field] !== buyerNow[field],
  )
  const vendor = [
    ...(sent.bStaff === undefined || sent.bStaff === (now.bStaff?._id ?? null) ? [] : ['bStaff']),
    ...changedOfSide(now, sent),
  ]
  const ofBuyer = [...changedBuyer.map((field) => `buyer.${field}`), ...changedOfSide(now.buyerDetails, buyerSide)]
  return [
    ...vendor.map((part) => ({ part, side: 'vendor' as const })),
    ...ofBuyer.map((part) => ({ part: `buyerDetails.${part}`, side: 'buyer' as const })),
  ]
}

/**
 * "Choosing the same firm on both sides of a sale asks: … also acts for the buyer. Save anyway?" Corrections issue, section 5. The screen
 * warns once about a possible conflict of interest; nothing is refused.
 */
type ActingFirm = { contact: { _id: string; name: string } } | null
type SideOfSale = { solicitor: ActingFirm; mBroker: ActingFirm }
type BothSides = SideOfSale & { buyerDetails: SideOfSale }

export type FirmOnBothSides = { name: string; alsoActsFor: 'vendor' | 'buyer' }

const firmParts = ['solicitor', 'mBroker'] as const
const idOf = (party: ActingFirm): string | undefined => party?.contact._id

/** Firms that a save newly puts on both sides, with the side on which they already act. */
export function actsForBothSides(next: BothSides, saved: BothSides): FirmOnBothSides[] {
  return firmParts.flatMap((part) => {
    const [vendors, buyers] = [next[part], next.buyerDetails[part]]
    if (!vendors || idOf(vendors) !== idOf(buyers)) return []
    const vendorChanged = idOf(vendors) !== idOf(saved[part])
    const buyerChanged = idOf(buyers) !== idOf(saved.buyerDetails[part])
    if (!vendorChanged && !buyerChanged) return []
    return [{ name: vendors.contact.name, alsoActsFor: vendorChanged ? ('buyer' as const) : ('vendor' as const) }]
  })
}
