import type { Wire } from '@gya/domain/endpoint.ts'
import type { readProperty } from '@gya/domain/features/properties/properties.contract.ts'

export type ChainProperty = Wire<typeof readProperty, 'response'>
export type PropertyParams = { companyId: string; branchId: string; propertyId: string }
