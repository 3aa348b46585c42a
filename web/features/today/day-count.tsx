import { readDay } from '@gya/domain/features/today/day.contract.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { Skeleton } from '../../ui/feedback/loading.tsx'

/** Number of lines of the user's day. */
export function DayCount({ companyId }: { companyId: string }) {
  const { data, error } = useCall(readDay, { params: { companyId }, query: {} })
  return data ? data.lines.length : error ? '–' : <Skeleton width={14} />
}
