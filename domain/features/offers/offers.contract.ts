import { z } from 'zod'
import { propertyParams } from '../../common/scope-params.ts'
import { Day, Email, Id, Money, paragraph, personName, Tel, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { acceptReadOnlyFields, readOnlyFieldsOf } from '../../read-only-fields.ts'
import { PropertyDetail } from '../properties/properties.model.ts'
import { Offer, OfferState } from './offers.model.ts'

const offerFields = {
  name: personName(160, "the buyer's name"),
  amount: Money.refine((pence) => pence >= 100, 'Enter an amount of 1 or more.'),
  when: Day,
  state: OfferState,
  tel: Tel,
  email: Email.or(z.literal('')),
  depositSize: Money,
  cashBuy: z.boolean('Choose cash or mortgage.'),
  mip: z.boolean(),
  chain: z.boolean('Say whether the buyer is in a chain.'),
  isRenting: z.boolean(),
  notes: paragraph(2000),
  mayContact: z.boolean('Say yes or no.').nullable(),
  /** Defaults to today; only for an accepted offer. */
  acceptedOn: Day.nullable(),
}

export const addOffer = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/offer',
  permission: 'property.edit',
  scope: 'offer:write',
  summary: 'Record an offer.',
  params: propertyParams,
  body: z.strictObject({
    ...offerFields,
    when: Day.optional(),
    state: OfferState.default('P'),
    tel: Tel.default(''),
    email: offerFields.email.default(''),
    depositSize: Money.default(0),
    mip: z.boolean().default(false),
    isRenting: z.boolean().default(false),
    notes: offerFields.notes.default(''),
    mayContact: offerFields.mayContact.default(null),
    acceptedOn: Day.nullable().optional(),
    version: Version.optional(),
  }),
  response: PropertyDetail,
})

const OfferChange = z.strictObject({
  _id: Id,
  ...z.strictObject(offerFields).partial().shape,
  amendAmount: offerFields.amount.optional(),
  amendReason: paragraph(500).optional(),
  version: Version.optional(),
})

export const updateOffer = endpoint({
  method: 'PATCH',
  path: '/property/:companyId/:branchId/:propertyId/offer',
  permission: 'property.edit',
  scope: 'offer:write',
  summary: 'Change, accept, reject or withdraw an offer; amend the amount of the accepted one with a reason.',
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
