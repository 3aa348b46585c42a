import { z } from 'zod'
import { propertyParams } from '../../common/scope-params.ts'
import { Day, Id, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { acceptReadOnlyFields, readOnlyFieldsOf } from '../../read-only-fields.ts'
import { PropertyDetail } from '../properties/properties.model.ts'
import { AskingAmount, AskingPrice, PriceOption } from './asking-price.model.ts'

export const addAskingPrice = endpoint({
  method: 'PUT',
  idempotent: true,
  path: '/property/:companyId/:branchId/:propertyId/askingprice',
  permission: 'property.edit',
  scope: 'property:write',
  summary: 'Enter the asking price, or a price reduction after the first.',
  params: propertyParams,
  body: z.strictObject({
    price: AskingAmount,
    effectiveDate: Day,
    priceOption: PriceOption.default(3),
    version: Version.optional(),
  }),
  response: PropertyDetail,
})

const AskingPriceChange = z.strictObject({
  _id: Id,
  price: AskingAmount.optional(),
  effectiveDate: Day.optional(),
  priceOption: PriceOption.optional(),
  version: Version.optional(),
})

export const updateAskingPrice = endpoint({
  method: 'PATCH',
  path: '/property/:companyId/:branchId/:propertyId/askingprice',
  permission: 'property.edit',
  scope: 'property:write',
  summary: 'Change an entry of the asking price history.',
  params: propertyParams,
  body: acceptReadOnlyFields(AskingPriceChange, AskingPrice),
  readOnlyFields: { responsePath: 'mi.askingPrice', key: '_id', fields: readOnlyFieldsOf(AskingPrice, AskingPriceChange) },
  response: PropertyDetail,
})

export const deleteAskingPrice = endpoint({
  method: 'DELETE',
  path: '/property/:companyId/:branchId/:propertyId/askingprice/:askingPriceId',
  permission: 'property.edit',
  scope: 'property:write',
  summary: 'Remove an entry from the asking price history.',
  params: propertyParams.extend({ askingPriceId: Id }),
  response: PropertyDetail,
})
