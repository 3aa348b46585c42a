import { z } from 'zod'
import { Email, Id, line, personName, Tel } from '../../common/wire.ts'

/** Contacts of a property on the wire ([property §3](docs/design/property.md#3), "Contacts"). */

/** Name and contact details of a member, contact or point of contact. */
export const ContactDetails = z.object({ _id: Id, name: z.string(), email: z.string(), tel: z.string() })
export type ContactDetails = z.output<typeof ContactDetails>

/** "Solicitor and mortgage broker are each a company contact plus one of its points of contact"; null if not set. */
export const Party = z.object({ contact: ContactDetails, poc: ContactDetails.nullable() }).meta({ id: 'Party' }).nullable()
export type Party = z.output<typeof Party>

/** "first name, last name, e-mail and telephone are required text fields." [property §5](docs/design/property.md#5). */
export const additionalContactFields = {
  firstName: personName(80, 'the first name'),
  lastName: personName(80, 'the last name'),
  email: Email,
  tel: Tel.min(1, 'Enter a telephone number.'),
  /** `memo`: "Memorandum of sale recipient". */
  options: z.strictObject({ memo: z.boolean('Say yes or no.') }),
}

export const NewAdditionalContact = z.strictObject(additionalContactFields)
export const AdditionalContact = z.object({ _id: Id, ...additionalContactFields })
export type AdditionalContact = z.output<typeof AdditionalContact>

const contactsOfSide = { solicitor: Party, mBroker: Party, other: z.string(), additionalContacts: z.array(AdditionalContact) }

/** A buyer's side that was entered before another offer was accepted. */
export const BuyerSideContacts = z.object(contactsOfSide)

/** The same as it is stored with an offer. `isOwn`: it was entered for this offer; otherwise nobody can tell for whom. */
export type SetAsideBuyerSide = z.output<typeof BuyerSideContacts> & {
  memo: { buyerCustom: string; remarks: string }
  referrals: { buyerSolicitor: string | null; buyerBroker: string | null }
  isOwn: boolean
}

/** The buyer, `buyer` of a property; set by an accepted offer. */
export const Buyer = z.strictObject({
  name: line(160),
  email: Email.or(z.literal('')),
  tel: Tel,
  cashBuyer: z.boolean('Say yes or no.'),
})
export type Buyer = z.output<typeof Buyer>

/** The same in `contacts`, where fields are not checked. */
const BuyerDetails = z.object({ name: z.string(), email: z.string(), tel: z.string(), cashBuyer: z.boolean() })

/** `contacts` of `GET property/{c}/{b}/{p}`. */
export const PropertyContacts = z
  .object({
    /** Agent contact: the progressor. */
    bStaff: ContactDetails.extend({
      avatar: Id.nullable().optional(),
      /** Present for somebody whose account is deleted or deactivated. */
      left: z.literal(true).optional(),
    }).nullable(),
    solicitor: Party,
    mBroker: Party,
    /** Notes on the vendor's side. */
    other: z.string(),
    additionalContacts: z.array(AdditionalContact),
    buyerDetails: z.object({
      additionalContacts: z.array(AdditionalContact),
      mBroker: Party,
      buyer: BuyerDetails,
      solicitor: Party,
      other: z.string(),
    }),
  })
  .meta({ id: 'PropertyContacts' })
export type PropertyContacts = z.output<typeof PropertyContacts>
