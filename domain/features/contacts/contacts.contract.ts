import { z } from 'zod'
import { Address } from '../../common/address.ts'
import { pagedListOf, pagingQuery, TextSearch } from '../../common/paging.ts'
import { companyParams } from '../../common/scope-params.ts'
import { Email, firmName, Id, paragraph, personName, Success, Tel, Timestamp, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { contactTypes } from './contacts.model.ts'
import { duplicateReasons } from './likely-duplicates.ts'

/**
 * External contacts of a company (solicitors, mortgage brokers) and their points of contact. They are records, not users.
 */

export const Poc = z.object({
  _id: Id,
  company: Id,
  companyContact: Id,
  name: z.string(),
  email: z.string(),
  tel: z.string(),
  note: z.string(),
  version: Version,
})
export type Poc = z.output<typeof Poc>

export const Contact = z
  .object({
    _id: Id,
    company: Id,
    name: z.string(),
    email: z.string(),
    tel: z.string(),
    /** Null if unknown. */
    address: Address.nullable(),
    type: z.enum(contactTypes),
    recommended: z.boolean(),
    pocs: z.array(Poc),
    version: Version,
  })
  .meta({ id: 'Contact' })
export type Contact = z.output<typeof Contact>

const contactFields = {
  name: firmName(160, 'the name of the contact'),
  email: Email.or(z.literal('')),
  tel: Tel,
  address: Address.nullable(),
  type: z.enum(contactTypes, 'Choose solicitor, broker or unknown.'),
  recommended: z.boolean('Say yes or no.'),
}

const pocFields = {
  name: personName(160, 'the name'),
  email: Email,
  tel: Tel,
  note: paragraph(2000),
}

const newPocFields = { ...pocFields, tel: pocFields.tel.default(''), note: pocFields.note.default('') }

const contactParams = companyParams.extend({ contactId: Id })

export const listContacts = endpoint({
  method: 'GET',
  path: '/companycontacts/list/:companyId',
  permission: 'contact.view',
  scope: 'contact:read',
  readsFromStandby: true,
  summary:
    'The contacts of a company by name, with their points of contact; searches name, telephone, e-mail, address and points of contact.',
  params: companyParams,
  query: z.strictObject({
    ...pagingQuery(),
    textSearch: TextSearch,
    type: z.enum(contactTypes, 'Choose solicitor, broker or unknown.').optional(),
    /** Contacts that may act in this role: of this type or of unknown type. */
    actingAs: z.enum(['solicitor', 'broker'], 'Choose solicitor or broker.').optional(),
  }),
  response: pagedListOf(Contact),
})

/** Not in the specification: the page of one contact. */
export const readContact = endpoint({
  method: 'GET',
  path: '/companycontacts/:companyId/:contactId',
  permission: 'contact.view',
  scope: 'contact:read',
  summary: 'One contact with its points of contact by name.',
  params: contactParams,
  response: Contact,
})

export const createContact = endpoint({
  method: 'POST',
  path: '/companycontacts/:companyId',
  permission: 'contact.edit',
  scope: 'contact:write',
  summary: 'Create a contact, with points of contact if they are given.',
  params: companyParams,
  body: z.strictObject({
    ...contactFields,
    email: contactFields.email.default(''),
    tel: contactFields.tel.default(''),
    address: contactFields.address.default(null),
    type: contactFields.type.default('unknown'),
    recommended: contactFields.recommended.default(false),
    pocs: z.array(z.strictObject(newPocFields)).max(50, 'Use at most 50.').default([]),
    company: Id.optional(),
  }),
  response: Contact,
})

export const updateContact = endpoint({
  method: 'PATCH',
  path: '/companycontacts/:companyId/:contactId',
  permission: 'contact.edit',
  scope: 'contact:write',
  summary: 'Change a contact.',
  params: contactParams,
  body: z.strictObject({ ...z.strictObject(contactFields).partial().shape, version: Version.optional() }),
  response: Contact,
})

/** `replaceWith` is not in the specification: another contact takes over the live sales. */
export const deleteContact = endpoint({
  method: 'DELETE',
  path: '/companycontacts/:companyId/:contactId',
  permission: 'contact.edit',
  summary: 'Delete a contact and its points of contact; they are unassigned from properties. It can be restored for 30 days.',
  params: contactParams,
  query: z.strictObject({ replaceWith: Id.optional() }),
  response: Success,
})

/** This call and the following four are not in the specification. */
export const readContactUse = endpoint({
  method: 'GET',
  path: '/companycontacts/:companyId/:contactId/use',
  permission: 'contact.view',
  summary: 'Number of live sales in which a contact acts, and of their branches.',
  params: contactParams,
  query: z.strictObject({ replaceWith: Id.optional() }),
  response: z.object({
    liveSales: z.int(),
    branches: z.int(),
    /** Completed or withdrawn. */
    otherSales: z.int(),
    /** Live sales in which `replaceWith` already acts for the other side. */
    onBothSides: z.int(),
  }),
})

export const listDuplicateContacts = endpoint({
  method: 'GET',
  path: '/companycontacts/duplicates/:companyId',
  permission: 'contact.view',
  summary: 'Likely duplicates: contacts with the same e-mail address, or with the same name and postcode.',
  params: companyParams,
  response: z.object({
    data: z.array(z.object({ because: z.enum(duplicateReasons), contacts: z.array(Contact) })),
  }),
})

export const mergeContacts = endpoint({
  method: 'POST',
  path: '/companycontacts/:companyId/:contactId/merge',
  permission: 'contact.edit',
  summary: 'Merge a duplicate into this contact: its points of contact and sales move here, and the duplicate is deleted.',
  params: contactParams,
  body: z.strictObject({ duplicate: Id }),
  response: Contact,
})

export const DeletedContact = z.object({
  _id: Id,
  name: z.string(),
  type: z.enum(contactTypes),
  deletedOn: Timestamp,
  deletedBy: z.string(),
  restorableUntil: Timestamp,
})

export const listDeletedContacts = endpoint({
  method: 'GET',
  path: '/companycontacts/deleted/:companyId',
  permission: 'contact.edit',
  summary: 'The contacts of a company that can be restored, newest first.',
  params: companyParams,
  query: z.strictObject(pagingQuery()),
  response: pagedListOf(DeletedContact),
})

export const restoreContact = endpoint({
  method: 'POST',
  path: '/companycontacts/:companyId/:deletedContactId/restore',
  permission: 'contact.edit',
  summary: 'Restore a deleted contact; it is assigned again to sales without a replacement.',
  params: companyParams.extend({ deletedContactId: Id }),
  response: Contact,
})

export const listPocs = endpoint({
  method: 'GET',
  path: '/companycontactspoc/list/:companyId',
  permission: 'contact.view',
  scope: 'contact:read',
  summary: 'The points of contact of one contact, by name.',
  params: companyParams,
  query: z.strictObject({ ...pagingQuery(), contactId: Id, textSearch: TextSearch }),
  response: pagedListOf(Poc),
})

export const createPoc = endpoint({
  method: 'POST',
  path: '/companycontactspoc/:companyId/:contactId',
  permission: 'contact.edit',
  scope: 'contact:write',
  summary: 'Create a point of contact.',
  params: contactParams,
  body: z.strictObject({ ...newPocFields, company: Id.optional() }),
  response: Poc,
})

export const updatePoc = endpoint({
  method: 'PATCH',
  path: '/companycontactspoc/:companyId/:contactId/:pocId',
  permission: 'contact.edit',
  scope: 'contact:write',
  summary: 'Change a point of contact.',
  params: contactParams.extend({ pocId: Id }),
  body: z.strictObject({ ...z.strictObject(pocFields).partial().shape, version: Version.optional() }),
  response: Poc,
})

export const deletePoc = endpoint({
  method: 'DELETE',
  path: '/companycontactspoc/:companyId/:pocId/:contactId',
  permission: 'contact.edit',
  summary: 'Delete a point of contact; it is unassigned from properties. Takes its two ids in either order.',
  params: companyParams.extend({ pocId: Id, contactId: Id }),
  response: Success,
})
