import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { readToday } from '@gya/domain/features/today/today.contract.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { useMay } from '../../lib/session/session.tsx'

/** The current action items of a sale in Today, most urgent first, and the day; undefined while loading or after a failure. */
export function useSaleItems({ companyId, branchId, propertyId }: PropertyParams) {
  const { data, isLoading, error, refetch } = useCall(
    readToday,
    { params: { companyId }, query: { who: 'all', branchIds: branchId, by: 'sale', propertyId } },
    { enabled: useMay('day.view') },
  )
  const items = (data?.groups ?? []).flatMap(({ actionItems }) => actionItems)
  return { items, today: data?.today, isLoading, error, refetch }
}
