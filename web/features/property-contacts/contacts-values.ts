import type { Wire } from '@gya/domain/endpoint.ts'
import type { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'

export type WireProperty = Wire<typeof saveContacts, 'response'>
/** Form values. A new additional contact has a temporary id. */
export type ContactsValues = WireProperty['contacts']
export type WireParty = ContactsValues['solicitor']
export type Person = NonNullable<ContactsValues['bStaff']>
export type WireAdditional = ContactsValues['additionalContacts'][number]
export type AdditionalValues = Omit<WireAdditional, '_id'>
export type Side = 'vendor' | 'buyer'
type SideValues = Pick<ContactsValues, 'solicitor' | 'mBroker' | 'other' | 'additionalContacts'>
type Body = NonNullable<Wire<typeof saveContacts, 'body'>>

const newPrefix = 'new-'

/** A temporary id. It is not sent. */
export const newPersonId = (list: readonly { _id: string }[]): string => {
  const numbers = list.map(({ _id }) => (_id.startsWith(newPrefix) ? Number(_id.slice(newPrefix.length)) : 0))
  return `${newPrefix}${Math.max(0, ...numbers) + 1}`
}

const isDifferent = (current: unknown, saved: unknown): boolean => JSON.stringify(current) !== JSON.stringify(saved)

const partyBody = (party: WireParty) => party && { contact: party.contact._id, poc: party.poc?._id ?? null }

const personBody = ({ _id, ...person }: WireAdditional) => (_id.startsWith(newPrefix) ? person : { _id, ...person })

const changedOfSide = (current: SideValues, saved: SideValues) => ({
  ...(isDifferent(partyBody(current.solicitor), partyBody(saved.solicitor)) ? { solicitor: partyBody(current.solicitor) } : {}),
  ...(isDifferent(partyBody(current.mBroker), partyBody(saved.mBroker)) ? { mBroker: partyBody(current.mBroker) } : {}),
  ...(current.other === saved.other ? {} : { other: current.other }),
  ...(isDifferent(current.additionalContacts, saved.additionalContacts)
    ? { additionalContacts: current.additionalContacts.map(personBody) }
    : {}),
})

const changedOfBuyer = (current: ContactsValues['buyerDetails']['buyer'], saved: ContactsValues['buyerDetails']['buyer']) => ({
  ...(current.name === saved.name ? {} : { name: current.name }),
  ...(current.email === saved.email ? {} : { email: current.email }),
  ...(current.tel === saved.tel ? {} : { tel: current.tel }),
  ...(current.cashBuyer === saved.cashBuyer ? {} : { cashBuyer: current.cashBuyer }),
})

const isEmpty = (one: object): boolean => Object.keys(one).length === 0

/** Sends only the changed parts, so that two users can save the two sides at once. */
export function bodyOf(values: ContactsValues, saved: ContactsValues): Body {
  const buyer = changedOfBuyer(values.buyerDetails.buyer, saved.buyerDetails.buyer)
  const buyerDetails = {
    ...changedOfSide(values.buyerDetails, saved.buyerDetails),
    ...(isEmpty(buyer) ? {} : { buyer }),
  }
  return {
    ...(values.bStaff?._id === saved.bStaff?._id ? {} : { bStaff: values.bStaff?._id ?? null }),
    ...changedOfSide(values, saved),
    ...(isEmpty(buyerDetails) ? {} : { buyerDetails }),
  }
}

/** Labels of the parts by form path, for the Save bar. */
export const partLabels: Record<string, string> = {
  additionalContacts: 'Additional contacts of the vendor',
  solicitor: 'Solicitor of the vendor',
  mBroker: 'Mortgage broker of the vendor',
  bStaff: 'Agent contact',
  other: 'Notes on the vendor',
  'buyerDetails.buyer': 'Buyer’s details',
  'buyerDetails.additionalContacts': 'Additional contacts of the buyer',
  'buyerDetails.solicitor': 'Solicitor of the buyer',
  'buyerDetails.mBroker': 'Mortgage broker of the buyer',
  'buyerDetails.other': 'Notes on the buyer',
}

export const pathOf = (side: Side, part: string): string => (side === 'vendor' ? part : `buyerDetails.${part}`)

export const sideOfPath = (path: string): Side => (path.startsWith('buyerDetails.') ? 'buyer' : 'vendor')

/** One line each, for the clipboard. Unknown parts are omitted. */
export const contactLines = ({ name, email, tel }: { name: string; email: string; tel: string }): string =>
  [name, email, tel].filter(Boolean).join('\n')
