import { z } from 'zod'
import { Email, Id, line, paragraph, Tel, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { PropertyDetail, propertyParams } from '../properties/properties.model.ts'
import { additionalContactFields } from './property-contacts.model.ts'

/** A contact of the company and, once chosen, one of its points of contact; null takes who acts away. */
const ChosenParty = z.strictObject({ contact: Id, poc: Id.nullable().optional() }).nullable()

/** The whole list: who is not in it is removed. One with an `_id` is the one that is there, changed or not. */
const AdditionalContacts = z
  .array(z.strictObject({ _id: Id.optional(), ...additionalContactFields }))
  .max(50, 'Use at most 50.')
  .refine((all) => {
    const ids = all.flatMap(({ _id }) => _id ?? [])
    return new Set(ids).size === ids.length
  }, 'The same person is here twice.')

const sideFields = {
  solicitor: ChosenParty,
  mBroker: ChosenParty,
  /** The notes. */
  other: paragraph(5000),
  additionalContacts: AdditionalContacts,
}

const Buyer = z.strictObject({
  name: line(160),
  email: Email.or(z.literal('')),
  tel: Tel,
  cashBuyer: z.boolean('Say yes or no.'),
})

export const saveContacts = endpoint({
  method: 'PATCH',
  path: '/property/:companyId/:branchId/:propertyId/contacts',
  permission: 'property.edit',
  summary:
    'Change the contacts of either side: agent, solicitor, broker, further people, notes, buyer. What is absent stays. `version` is held against the side that is changed.',
  params: propertyParams,
  body: z
    .strictObject({
      /** The agent contact: a member of the branch, or an administrator of the company. */
      bStaff: Id.nullable(),
      ...sideFields,
      buyerDetails: z.strictObject({ ...sideFields, buyer: Buyer.partial() }).partial(),
      version: Version,
    })
    .partial(),
  response: PropertyDetail,
})
