import { z } from 'zod'
import { propertyParams } from '../../common/scope-params.ts'
import { Day, Email, Id, paragraph, personName, Tel, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { PropertyDetail } from '../properties/properties.model.ts'
import { isViewingTime, viewingMinuteStep } from './viewings.rules.ts'

/** A viewing; `notes` are the feedback. */
const viewingFields = {
  name: personName(160, "the client's name"),
  when: Day,
  /** London time; null if unknown. */
  time: z.string('Enter a time.').refine(isViewingTime, `Enter a time in steps of ${viewingMinuteStep} minutes.`).nullable(),
  notes: paragraph(2000),
  email: Email.or(z.literal('')),
  tel: Tel,
  mayContact: z.boolean('Say yes or no.').nullable(),
}

export const addViewing = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/viewings',
  permission: 'property.edit',
  scope: 'viewing:write',
  summary: 'Record a viewing, past or booked.',
  params: propertyParams,
  body: z.strictObject({
    ...viewingFields,
    time: viewingFields.time.default(null),
    notes: viewingFields.notes.default(''),
    email: viewingFields.email.default(''),
    tel: viewingFields.tel.default(''),
    mayContact: viewingFields.mayContact.default(null),
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
  body: z.strictObject({ _id: Id, ...z.strictObject(viewingFields).partial().shape, version: Version.optional() }),
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
