import type { PropertyContacts } from '@gya/domain/features/property-contacts/property-contacts.model.ts'

/** The parties of a sale in the order of the call strip. */
export const stripRoles = ['vendor', 'vendorSolicitor', 'buyer', 'buyerSolicitor', 'buyerBroker'] as const
export type StripRole = (typeof stripRoles)[number]

/** A party of a sale that can be called; `ref` identifies it in the calls of conversations. */
export type ReachableParty = { ref: string; name: string; firm: string; tel: string; email: string }

type Sale = {
  _id: string
  owner: { _id: string; fullName: string; email: string; tel: string }
  contacts: PropertyContacts
}

/** The point of contact, otherwise the firm. A person without telephone or e-mail is reached through the firm's. */
const ofFirm = (party: PropertyContacts['solicitor']): ReachableParty | null => {
  if (party === null) return null
  const { contact, poc } = party
  if (poc === null) return { ref: `firm:${contact._id}`, name: contact.name, firm: '', tel: contact.tel, email: contact.email }
  return {
    ref: `poc:${poc._id}`,
    name: poc.name,
    firm: contact.name,
    tel: poc.tel || contact.tel,
    email: poc.email || contact.email,
  }
}

const vendorOfSale = ({ owner }: Pick<Sale, 'owner'>): ReachableParty => ({
  ref: `vendor:${owner._id}`,
  name: owner.fullName,
  firm: '',
  tel: owner.tel,
  email: owner.email,
})

/** Null if nobody is known. */
export function partyOfSale({ _id, owner, contacts }: Sale, role: StripRole): ReachableParty | null {
  const { buyer, solicitor, mBroker } = contacts.buyerDetails
  switch (role) {
    case 'vendor':
      return vendorOfSale({ owner })
    case 'vendorSolicitor':
      return ofFirm(contacts.solicitor)
    case 'buyer':
      return buyer.name === '' ? null : { ref: `buyer:${_id}`, name: buyer.name, firm: '', tel: buyer.tel, email: buyer.email }
    case 'buyerSolicitor':
      return ofFirm(solicitor)
    case 'buyerBroker':
      return ofFirm(mBroker)
  }
}

/** All people and firms of a sale who can be contacted, by `ref`. */
export function partiesOfSale(sale: Sale): ReadonlyMap<string, ReachableParty> {
  const { contacts } = sale
  const firms = [contacts.solicitor, contacts.mBroker, contacts.buyerDetails.solicitor, contacts.buyerDetails.mBroker]
  const people = [...contacts.additionalContacts, ...contacts.buyerDetails.additionalContacts]
  const parties = [
    ...stripRoles.map((role) => partyOfSale(sale, role)),
    ...firms.flatMap((party) => [ofFirm(party), ofFirm(party && { ...party, poc: null })]),
    ...people.map(({ _id, firstName, lastName, tel, email }) => ({
      ref: `additional:${_id}`,
      name: `${firstName} ${lastName}`,
      firm: '',
      tel,
      email,
    })),
  ]
  return new Map(parties.flatMap((party) => (party ? [[party.ref, party] as const] : [])))
}

/** Section of the contacts page where the party of a role is entered. */
export const contactsSection: Record<StripRole, string> = {
  vendor: 'vendor-person',
  vendorSolicitor: 'vendor-solicitor',
  buyer: 'buyer-buyer',
  buyerSolicitor: 'buyer-solicitor',
  buyerBroker: 'buyer-mBroker',
}

/** "Digby Underhay (left)" once their account is deleted or deactivated. [seat §5](docs/design/seat.md#5). */
export const progressorName = (progressor: { name: string; left?: true | undefined } | null): string =>
  progressor ? `${progressor.name}${progressor.left ? ' (left)' : ''}` : 'Nobody'
