import { z } from 'zod'
import { propertyParams } from '../../common/scope-params.ts'
import { count, Day, Money, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { acceptReadOnlyFields, readOnlyFieldsOf } from '../../read-only-fields.ts'
import { ChainStatus } from '../chain/chain-status.ts'
import { PropertyDetail } from '../properties/properties.model.ts'
import { FeePercent } from './fee-percent.ts'
import { ManagementInfo } from './management-info.model.ts'

/** Limited so that the end of the term or notice stays within the supported range. */
const StartDay = Day.refine((day) => day < '2100-01-01', 'Enter a date.')

const MiChange = z
  .strictObject({
    chain: ChainStatus,
    /** Weeks. */
    cTerm: count(520).nullable(),
    cSigned: StartDay.nullable(),
    listed: Day.nullable(),
    /** 0 percentage of the agreed price, 1 fixed fee. */
    agencyFeeType: z.union([z.literal(0), z.literal(1)], 'Choose the fee type.'),
    agencyFee: Money.nullable(),
    agencyFeePercent: FeePercent.nullable(),
    noticeGiven: StartDay.nullable(),
    noticeDays: count(1000).nullable(),
    /** The sold price; only once an offer is accepted. */
    agreedPrice: Money.nullable(),
    invoiceSent: z.boolean('Say yes or no.'),
    version: Version,
  })
  .partial()

export const updateManagementInfo = endpoint({
  method: 'PATCH',
  path: '/property/:companyId/:branchId/:propertyId/mi',
  permission: 'property.edit',
  summary: 'Change the management information: chain, contract, fee, notice, sold price, invoice. Missing fields are unchanged.',
  params: propertyParams,
  body: acceptReadOnlyFields(MiChange, ManagementInfo),
  readOnlyFields: { responsePath: 'mi', fields: readOnlyFieldsOf(ManagementInfo, MiChange) },
  response: PropertyDetail,
})
