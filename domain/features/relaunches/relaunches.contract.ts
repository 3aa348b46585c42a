import { z } from 'zod'
import { propertyParams } from '../../common/scope-params.ts'
import { Day, Id, paragraph, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { PropertyDetail } from '../properties/properties.model.ts'

const relaunchFields = { when: Day, notes: paragraph(2000) }

export const addRelaunch = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/relaunches',
  permission: 'property.edit',
  summary: 'Record a relaunch.',
  params: propertyParams,
  body: z.strictObject({ ...relaunchFields, notes: relaunchFields.notes.default(''), version: Version.optional() }),
  response: PropertyDetail,
})

export const updateRelaunch = endpoint({
  method: 'PATCH',
  path: '/property/:companyId/:branchId/:propertyId/relaunches',
  permission: 'property.edit',
  summary: 'Change a relaunch.',
  params: propertyParams,
  body: z.strictObject({ _id: Id, ...z.strictObject(relaunchFields).partial().shape, version: Version.optional() }),
  response: PropertyDetail,
})

export const deleteRelaunch = endpoint({
  method: 'DELETE',
  path: '/property/:companyId/:branchId/:propertyId/relaunches/:relaunchId',
  permission: 'property.edit',
  summary: 'Remove a relaunch.',
  params: propertyParams.extend({ relaunchId: Id }),
  response: PropertyDetail,
})
