import { z } from 'zod'
import { propertyParams } from '../../common/scope-params.ts'
import { Id, paragraph, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { addedShape, changedShape } from '../../fields/fields.schemas.ts'
import { acceptReadOnlyFields, readOnlyFieldsOf } from '../../read-only-fields.ts'
import { PropertyDetail } from '../properties/properties.model.ts'
import { offerFields } from './offers.fields.ts'
import { Offer } from './offers.model.ts'

/** Who runs the sale from its acceptance on; null: nobody yet. Without it the rule of the branch decides. A progressor that is there stays. */
const progressor = { bStaff: Id.nullable().optional() }

export const addOffer = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/offer',
  permission: 'property.edit',
  scope: 'offer:write',
  summary: 'Record an offer. An accepted one may name who runs the sale (`bStaff`).',
  params: propertyParams,
  body: z.strictObject({
    ...addedShape(offerFields),
    ...progressor,
    version: Version.optional(),
  }),
  response: PropertyDetail,
})

const offerChange = changedShape(offerFields)

const OfferChange = z.strictObject({
  _id: Id,
  ...offerChange,
  ...progressor,
  amendAmount: offerChange.amount,
  amendReason: paragraph(500).optional(),
  version: Version.optional(),
})

export const updateOffer = endpoint({
  method: 'PATCH',
  path: '/property/:companyId/:branchId/:propertyId/offer',
  permission: 'property.edit',
  scope: 'offer:write',
  summary:
    'Change, accept, reject or withdraw an offer; amend the amount of the accepted one with a reason. An acceptance may name who runs the sale (`bStaff`).',
  params: propertyParams,
  body: acceptReadOnlyFields(OfferChange, Offer),
  readOnlyFields: { responsePath: 'offers', key: '_id', fields: readOnlyFieldsOf(Offer, OfferChange) },
  response: PropertyDetail,
})

export const deleteOffer = endpoint({
  method: 'DELETE',
  path: '/property/:companyId/:branchId/:propertyId/offer/:offerId',
  permission: 'property.edit',
  scope: 'offer:write',
  summary: 'Remove an offer that is not the accepted one.',
  params: propertyParams.extend({ offerId: Id }),
  response: PropertyDetail,
})
