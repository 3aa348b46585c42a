import { z } from 'zod'
import { propertyParams } from '../../common/scope-params.ts'
import { Id, paragraph, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { PropertyDetail } from '../properties/properties.model.ts'
import { additionalContactFields, Buyer } from './property-contacts.model.ts'

/** A contact, optionally with one of its points of contact; null removes it. */
const ChosenParty = z.strictObject({ contact: Id, poc: Id.nullable().optional() }).nullable()

/** Replaces the list: people not listed are removed. `_id` identifies an existing person. */
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
  other: paragraph(5000),
  additionalContacts: AdditionalContacts,
}

export const saveContacts = endpoint({
  method: 'PATCH',
  path: '/property/:companyId/:branchId/:propertyId/contacts',
  permission: 'property.edit',
  scope: 'contact:write',
  summary:
    'Change the contacts of either side: agent, solicitor, broker, additional contacts, notes, buyer. Missing fields are unchanged. `version` is checked against the changed side.',
  params: propertyParams,
  body: z
    .strictObject({
      /** A member of the branch, or a company administrator. */
      bStaff: Id.nullable(),
      ...sideFields,
      buyerDetails: z.strictObject({ ...sideFields, buyer: Buyer.partial() }).partial(),
      version: Version,
    })
    .partial(),
  response: PropertyDetail,
})
