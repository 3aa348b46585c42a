import { z } from 'zod'
import { propertyParams } from '../../common/scope-params.ts'
import { Day, Id, paragraph, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { ExpectedDates } from '../expected-dates/expected-dates.model.ts'
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

const Count = z.int()

export const previewFallOff = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/reset',
  permission: 'property.edit',
  summary: 'What a fall-off would cancel and keep: open tasks, call-backs, and action items that are snoozed.',
  params: propertyParams,
  response: z.object({
    tasks: z.object({ cancelled: Count, kept: Count }),
    callBacks: Count,
    snoozes: z.object({ ending: Count, kept: Count }),
  }),
})

export const previewRestore = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/:fallOffId/restore',
  permission: 'property.edit',
  summary: 'What restoring a sale would bring back: expected dates, completion date, cancelled tasks and snoozes.',
  params: propertyParams.extend({ fallOffId: Id }),
  response: z.object({ expected: ExpectedDates, completionDate: Day.nullable(), tasks: Count, snoozes: Count }),
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
