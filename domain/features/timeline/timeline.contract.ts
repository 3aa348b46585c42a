import { z } from 'zod'
import { propertyParams } from '../../common/scope-params.ts'
import { Day, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { acceptReadOnlyFields, readOnlyFieldsOf } from '../../read-only-fields.ts'
import { PropertyDetail } from '../properties/properties.model.ts'
import { RequestedStep, TimelineChange, TimelineItem } from './timeline.schemas.ts'

export const saveTimeline = endpoint({
  method: 'PUT',
  path: '/property/:companyId/:branchId/:propertyId/timeline',
  permission: 'property.timeline',
  summary: 'Save changed steps; returns the whole property and every change made by rules, with its reason.',
  params: propertyParams,
  body: z.strictObject({
    timeline: z.array(acceptReadOnlyFields(RequestedStep, TimelineItem)).max(60, 'Too many steps.').default([]),
    completionDate: Day.nullable().optional(),
    invoiceSent: z.boolean().optional(),
    version: Version.optional(),
  }),
  readOnlyFields: {
    bodyPath: 'timeline',
    responsePath: 'timeline.data',
    key: 'key',
    fields: readOnlyFieldsOf(TimelineItem, RequestedStep),
  },
  response: PropertyDetail.extend({ changes: z.array(TimelineChange) }),
})
