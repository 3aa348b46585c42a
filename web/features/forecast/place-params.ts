import type { ForecastScope } from './coming.tsx'

/** The parameters of a call for a branch or the company. */
export const placeParams = ({ companyId, branchId }: ForecastScope) => ({ companyId, branchId: branchId ?? 'all' })
