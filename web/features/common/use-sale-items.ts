import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { readToday } from '@gya/domain/features/today/today.contract.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { useMay } from '../../lib/session/session.tsx'

/** Maximum length of the search text in the call. */
const maxSearch = 100

/** The current action items of a sale in Today, most urgent first, and the day; undefined while loading or after a failure. */
export function useSaleItems({ companyId, branchId, propertyId }: PropertyParams, line1: string) {
  const { data, isLoading } = useCall(
    readToday,
    { params: { companyId }, query: { who: 'all', branchIds: branchId, by: 'sale', searchText: line1.slice(0, maxSearch) } },
    { enabled: useMay('day.view') },
  )
  const items = (data?.groups ?? []).flatMap(({ actionItems }) => actionItems).filter((item) => item.propertyId === propertyId)
  return { items, today: data?.today, isLoading }
}
