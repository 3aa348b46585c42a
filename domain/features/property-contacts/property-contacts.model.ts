import { z } from 'zod'
import { Email, Id, requiredLine, Tel } from '../../common/wire.ts'

/** The contacts of a property on the wire (property document, section 3, "Contacts"). */

/** Somebody who is shown with a name and how to reach them: a member, a contact or a point of contact. */
export const ContactDetails = z.object({ _id: Id, name: z.string(), email: z.string(), tel: z.string() })
export type ContactDetails = z.output<typeof ContactDetails>

/** "Solicitor and mortgage broker are each a company contact plus one of its points of contact"; null while nobody acts. */
export const Party = z.object({ contact: ContactDetails, poc: ContactDetails.nullable() }).nullable()
export type Party = z.output<typeof Party>

/** "first name, last name, e-mail and telephone are required text fields." Property document, section 5. */
export const additionalContactFields = {
  firstName: requiredLine(80, 'the first name'),
  lastName: requiredLine(80, 'the last name'),
  email: Email,
  tel: Tel.min(1, 'Enter a telephone number.'),
  /** `memo`: "Memorandum of sale recipient". */
  options: z.strictObject({ memo: z.boolean('Say yes or no.') }),
}
export const NewAdditionalContact = z.strictObject(additionalContactFields)
export const AdditionalContact = z.object({ _id: Id, ...additionalContactFields })
export type AdditionalContact = z.output<typeof AdditionalContact>

/** The buyer of a property: the same as `buyer`. An accepted offer fills it in. */
export const BuyerShown = z.object({ name: z.string(), email: z.string(), tel: z.string(), cashBuyer: z.boolean() })

/** What `GET property/{c}/{b}/{p}` answers under `contacts`. */
export const PropertyContacts = z.object({
  /** The agent contact: the branch member who runs the sale. */
  bStaff: ContactDetails.extend({ avatar: Id.nullable().optional() }).nullable(),
  solicitor: Party,
  mBroker: Party,
  /** The notes of the vendor's side. */
  other: z.string(),
  additionalContacts: z.array(AdditionalContact),
  buyerDetails: z.object({
    additionalContacts: z.array(AdditionalContact),
    mBroker: Party,
    buyer: BuyerShown,
    solicitor: Party,
    other: z.string(),
  }),
})
export type PropertyContacts = z.output<typeof PropertyContacts>
