import { z } from 'zod'
import { Address } from '../../common/address.ts'
import { columnIds } from '../../common/column-ids.ts'
import { pagedListOf, pagingQuery, TextSearch } from '../../common/paging.ts'
import { checkConfirmation, newPersonFields } from '../../common/person.ts'
import { branchParams, companyParams, propertyParams } from '../../common/scope-params.ts'
import { imageFile } from '../../common/uploads.ts'
import { Day, FileResponse, Id, Ids, line, Money, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { addedShape, changedShape } from '../../fields/fields.schemas.ts'
import { AskingAmount, PriceOption } from '../asking-price/asking-price.model.ts'
import { salesAnswer } from '../assistants/answers.ts'
import { expectedFilters } from '../expected-dates/expected-dates.model.ts'
import { FeePercent } from '../management-info/fee-percent.ts'
import { reportSorts } from '../report/report-columns.ts'
import { identifierFields, lookedUpKeys } from './identifiers.fields.ts'
import { PropertyDetail, PropertyListRow } from './properties.model.ts'
import { propertyFields } from './property.fields.ts'
import { listColumns, listPresetNames } from './property-list.ts'

export const readProperty = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId',
  permission: 'property.view',
  summary: 'One property with all its data.',
  params: propertyParams,
  response: PropertyDetail,
})

const identifiers = {
  identifiers: z.strictObject(changedShape(identifierFields)).optional(),
  /** Takes a UPRN that an open property of the company has; without it the call answers PROPERTY_UPRN_KNOWN. */
  sameUprn: z.boolean('Say yes or no.').optional(),
}

/** An existing vendor of the company, or a new one. */
export const NewOwner = z.union(
  [
    z.strictObject({ _id: Id }),
    z
      .strictObject({
        ...newPersonFields,
        contactPrefs: z.strictObject({ email: z.boolean(), push: z.boolean() }).default({ email: true, push: false }),
        /** Confirms that a colleague with this address is the vendor; without it the call answers VENDOR_IS_STAFF. */
        staffConfirmed: z.boolean('Say yes or no.').optional(),
      })
      .superRefine(checkConfirmation),
  ],
  "Please add an existing vendor, or create a new record using the 'New vendor' tab.",
)

export const createProperty = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId',
  permission: 'property.create',
  scope: 'property:write',
  summary: 'Take a property on: copies the branch’s timeline template, completes Take on and starts Property launched.',
  params: branchParams,
  body: z.strictObject({
    address: Address,
    ...addedShape(propertyFields),
    ...identifiers,
    owner: NewOwner,
    customLaunchDate: Day.optional(),
    /** From today on. */
    askingPrice: AskingAmount.optional(),
    priceOption: PriceOption.default(3),
    /** The fee of the agency: a percentage, otherwise a fixed amount. */
    agencyFeePercent: FeePercent.optional(),
    agencyFee: Money.optional(),
  }),
  form: true,
  file: imageFile,
  emailRecipients: ['body.owner.email'],
  response: PropertyDetail,
})

export const updateProperty = endpoint({
  method: 'PUT',
  path: '/property/:companyId/:branchId',
  permission: 'property.edit',
  scope: 'property:write',
  summary: 'Change a property, withdraw it or reinstate it.',
  params: branchParams,
  body: z.strictObject({
    _id: Id,
    address: Address.optional(),
    ...changedShape(propertyFields),
    ...identifiers,
    /** The identifiers that were taken from a look-up. */
    lookedUp: z.array(z.enum(lookedUpKeys, 'Choose an identifier.')).max(lookedUpKeys.length).optional(),
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

const listSort = z
  .enum(
    reportSorts.flatMap((sort) => [`${sort}:asc`, `${sort}:desc`] as const),
    'This is not a way to sort.',
  )
  .optional()

/** Defaults to all properties. */
const Preset = z.enum(listPresetNames, 'There is no such filter.').optional()

const companyListFilters = {
  textSearch: TextSearch,
  filters: Preset,
  branchIds: Ids.optional(),
  areaIds: Ids.optional(),
  postcode: line(10).optional(),
  line1: line(120).optional(),
  uprn: line(20).optional(),
  /** Active, not completed properties in which this contact is the solicitor of either side. */
  solicitorCompanyId: Id.optional(),
  ...expectedFilters,
  sort: listSort,
}

const branchListFilters = {
  textSearch: TextSearch,
  filter: Preset,
  /** Properties to exclude. */
  excludeIds: Ids.optional(),
  solicitorCompanyId: Id.optional(),
  ...expectedFilters,
  sort: listSort,
}

/** Missing: the columns of the specification. */
const viewColumns = { columns: columnIds(listColumns.map(({ id }) => id)) }

export const listCompanyProperties = endpoint({
  method: 'GET',
  path: '/company/properties/:companyId',
  permission: 'property.list',
  readsFromStandby: true,
  summary: 'The properties of a company in the caller’s scope; also used for the duplicate check by postcode.',
  params: companyParams,
  query: z.strictObject({ ...pagingQuery(), ...companyListFilters }),
  response: pagedListOf(PropertyListRow),
  assistant: {
    tool: 'find_sales',
    scope: 'property:read',
    title: 'Find sales',
    description:
      'Find properties and sales by address, name, postcode or preset. Gives ids, phase, next step with its state and day, progressor and expected days.',
    answer: salesAnswer,
  },
})

export const downloadCompanyProperties = endpoint({
  method: 'GET',
  path: '/company/properties/csv/:companyId',
  permission: 'property.list',
  readsFromStandby: true,
  summary: 'The filtered properties list of a company as Properties.csv.',
  params: companyParams,
  query: z.strictObject({ ...companyListFilters, ...viewColumns }),
  responseTypes: ['text/csv'],
  response: FileResponse,
})

export const listBranchProperties = endpoint({
  method: 'GET',
  path: '/property/list/:companyId/:branchId',
  permission: 'property.list',
  readsFromStandby: true,
  summary: 'The properties of a branch.',
  params: branchParams,
  query: z.strictObject({ ...pagingQuery(), ...branchListFilters }),
  response: pagedListOf(PropertyListRow),
})

export const downloadBranchProperties = endpoint({
  method: 'GET',
  path: '/property/list/csv/:companyId/:branchId',
  permission: 'property.list',
  readsFromStandby: true,
  summary: 'The filtered properties list of a branch as Properties.csv.',
  params: branchParams,
  query: z.strictObject({ ...branchListFilters, ...viewColumns }),
  responseTypes: ['text/csv'],
  response: FileResponse,
})
