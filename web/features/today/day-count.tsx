import { readDay } from '@gya/domain/features/today/day.contract.ts'
import { countDone } from '@gya/domain/features/today/day.model.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { Skeleton } from '../../ui/feedback/loading.tsx'

/** Number of the user's acts of the day. */
export function DayCount({ companyId }: { companyId: string }) {
  const { data, error } = useCall(readDay, { params: { companyId }, query: {} })
  return data ? countDone(data.lines) : error ? '–' : <Skeleton width={14} />
}
