import { z } from 'zod'
import { Address } from '../../common/address.ts'
import { imageFile } from '../../common/files.ts'
import { listOf, pagingQuery, TextSearch } from '../../common/paging.ts'
import { count, Day, Email, Id, line, requiredLine, Tel, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { branchParams } from '../branches/branches.contract.ts'
import { companyParams } from '../companies/companies.contract.ts'
import { BoardStatus, LeaseholdPackSent, Ownership, PropertyDetail, PropertyListRow, propertyParams } from './properties.model.ts'

export const readProperty = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId',
  permission: 'property.view',
  summary: 'Everything the property screens need.',
  params: propertyParams,
  response: PropertyDetail,
})

/** The owner of a new property: an existing vendor of the company, or a new one. */
export const NewOwner = z.union(
  [
    z.strictObject({ _id: Id }),
    z.strictObject({
      firstName: requiredLine(80, 'the first name'),
      lastName: requiredLine(80, 'the last name'),
      email: Email,
      tel: Tel.default(''),
      password: z.string().max(200).optional(),
      contactPrefs: z.strictObject({ email: z.boolean(), push: z.boolean() }).default({ email: true, push: false }),
    }),
  ],
  "Please add an existing vendor, or create a new record using the 'New vendor' tab.",
)

const propertyFields = {
  address: Address,
  bedrooms: count(100).nullable(),
  ownership: Ownership,
  leaseholdPackSent: LeaseholdPackSent,
  boardStatus: BoardStatus,
}

export const createProperty = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId',
  permission: 'property.create',
  summary: 'Take a property on: it copies the branch’s timeline, completes Take on and starts Property launched.',
  params: branchParams,
  body: z.strictObject({
    address: propertyFields.address,
    bedrooms: propertyFields.bedrooms.default(null),
    ownership: propertyFields.ownership.default('unknown'),
    leaseholdPackSent: propertyFields.leaseholdPackSent.default('unknown'),
    boardStatus: propertyFields.boardStatus.default(0),
    owner: NewOwner,
    customLaunchDate: Day.optional(),
  }),
  form: true,
  file: imageFile,
  response: PropertyDetail,
})

export const updateProperty = endpoint({
  method: 'PUT',
  path: '/property/:companyId/:branchId',
  permission: 'property.edit',
  summary: 'Change a property, withdraw it or put it back.',
  params: branchParams,
  body: z.strictObject({
    _id: Id,
    ...z.strictObject(propertyFields).partial().shape,
    active: z.boolean('Say yes or no.').optional(),
    completionDate: Day.nullable().optional(),
    customLaunchDate: Day.optional(),
    version: Version.optional(),
  }),
  scopeInBody: { propertyId: '_id' },
  form: true,
  file: imageFile,
  response: PropertyDetail,
})

export const propertySorts = ['address', 'askingPrice'] as const

export const listCompanyProperties = endpoint({
  method: 'GET',
  path: '/company/properties/:companyId',
  permission: 'property.list',
  summary: 'The properties of a company that the caller may reach; also the duplicate check by postcode.',
  params: companyParams,
  query: z.strictObject({
    ...pagingQuery(),
    textSearch: TextSearch,
    postcode: line(10).optional(),
    line1: line(120).optional(),
    /** Of the active properties that are not completed, those this contact acts for as the solicitor of either side. */
    solicitorCompanyId: Id.optional(),
    sort: z.enum(propertySorts.flatMap((sort) => [`${sort}:asc`, `${sort}:desc`] as const)).optional(),
  }),
  response: listOf(PropertyListRow),
})
