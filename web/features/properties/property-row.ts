import type { Wire } from '@gya/domain/endpoint.ts'
import type { listCompanyProperties } from '@gya/domain/features/properties/properties.contract.ts'

/** A row of the properties list, of a company or a branch. */
export type PropertyRow = Wire<typeof listCompanyProperties, 'response'>['data'][number]
