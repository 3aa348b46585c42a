import { readTodayCounts } from '@gya/domain/features/today/today-counts.contract.ts'
import { useCall } from '../../lib/api/use-call.ts'

/** Sidebar badge: the number of action items due now for the signed-in user. */
export default function TodayCount({ companyId }: { companyId: string }) {
  const { data } = useCall(readTodayCounts, { params: { companyId }, query: {} })
  if (!data || data.now === 0) return null
  return (
    <span className="n">
      <span className="vh">, </span>
      {data.now}
      <span className="vh"> to do</span>
    </span>
  )
}
