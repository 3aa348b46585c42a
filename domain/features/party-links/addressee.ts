import type { PropertyContacts } from '../property-contacts/property-contacts.model.ts'
import type { LinkParty } from './party-links.model.ts'

/** The recipient of a link: the person who acts, otherwise their firm. */
export type LinkAddressee = { name: string; email: string; contactId: string | null; pocId: string | null }

/** Returns the recipient for a party of the sale, or `null` if none is entered. */
export function addresseeOf(
  { solicitor, buyerDetails }: Pick<PropertyContacts, 'solicitor' | 'buyerDetails'>,
  party: LinkParty,
): LinkAddressee | null {
  if (party === 'buyer') {
    const { name, email } = buyerDetails.buyer
    return name === '' && email === '' ? null : { name, email, contactId: null, pocId: null }
  }
  const firm = party === 'vendor-conveyancer' ? solicitor : buyerDetails.solicitor
  if (!firm) return null
  const { name, email } = firm.poc ?? firm.contact
  return { name, email: email || firm.contact.email, contactId: firm.contact._id, pocId: firm.poc?._id ?? null }
}
