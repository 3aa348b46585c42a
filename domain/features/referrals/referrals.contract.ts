import { z } from 'zod'
import { propertyParams } from '../../common/scope-params.ts'
import { TimestampInput, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { PropertyDetail } from '../properties/properties.model.ts'

const Referred = TimestampInput.nullable().optional()

export const saveReferrals = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/referrals',
  permission: 'property.edit',
  summary: 'Record referrals to a solicitor or mortgage broker with their time; null removes one, missing fields are unchanged.',
  params: propertyParams,
  body: z.strictObject({
    vendorSolicitor: Referred,
    buyerSolicitor: Referred,
    vendorBroker: Referred,
    buyerBroker: Referred,
    version: Version.optional(),
  }),
  response: PropertyDetail,
})
