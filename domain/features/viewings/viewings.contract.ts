import { z } from 'zod'
import { propertyParams } from '../../common/scope-params.ts'
import { Id, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { addedShape, changedShape } from '../../fields/fields.schemas.ts'
import { PropertyDetail } from '../properties/properties.model.ts'
import { viewingFields } from './viewings.fields.ts'

export const addViewing = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/viewings',
  permission: 'property.edit',
  scope: 'viewing:write',
  summary: 'Record a viewing, past or booked.',
  params: propertyParams,
  body: z.strictObject({
    ...addedShape(viewingFields),
    version: Version.optional(),
  }),
  response: PropertyDetail,
})

export const updateViewing = endpoint({
  method: 'PATCH',
  path: '/property/:companyId/:branchId/:propertyId/viewing',
  permission: 'property.edit',
  scope: 'viewing:write',
  summary: 'Change a viewing.',
  params: propertyParams,
  body: z.strictObject({ _id: Id, ...changedShape(viewingFields), version: Version.optional() }),
  response: PropertyDetail,
})

export const deleteViewing = endpoint({
  method: 'DELETE',
  path: '/property/:companyId/:branchId/:propertyId/viewings/:viewingId',
  permission: 'property.edit',
  scope: 'viewing:write',
  summary: 'Remove a viewing.',
  params: propertyParams.extend({ viewingId: Id }),
  response: PropertyDetail,
})
