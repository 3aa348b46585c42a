import { z } from 'zod'
import { propertyParams } from '../../common/scope-params.ts'
import { Id, paragraph, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { PropertyDetail } from '../properties/properties.model.ts'

export const performFallOff = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/reset',
  permission: 'property.edit',
  summary: 'Perform a fall-off: the sale is archived and the property is restored to just before the offer was accepted.',
  params: propertyParams,
  body: z.strictObject({ note: paragraph(500).min(1, 'Enter the reason.'), version: Version.optional() }),
  response: PropertyDetail,
})

export const restoreFallOff = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/:fallOffId/restore',
  permission: 'property.edit',
  summary: 'Restore a sale that fell off.',
  params: propertyParams.extend({ fallOffId: Id }),
  response: PropertyDetail,
})

export const deleteFallOff = endpoint({
  method: 'DELETE',
  path: '/property/:companyId/:branchId/:propertyId/:fallOffId/restore',
  permission: 'property.edit',
  summary: 'Remove a fall-off from the list; the property’s history keeps it.',
  params: propertyParams.extend({ fallOffId: Id }),
  response: PropertyDetail,
})
