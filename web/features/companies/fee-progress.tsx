import { readCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { useCall } from '../../platform/use-call.ts'
import { Notice } from '../../ui/notice.tsx'

type FeeUpdate = { total: number; done: number }

/** How far a changed fee deduction has been applied. Lists and dashboards show the old expected fees of the rest. */
export function FeeUpdateProgress({ companyId, total, done }: FeeUpdate & { companyId: string }) {
  // Asked again while it is shown: its end is the answer without it.
  useCall(readCompany, { params: { companyId } }, { every: 1_500 })
  const share = total === 0 ? 100 : Math.floor((100 * done) / total)
  const words = `${done.toLocaleString('en-GB')} of ${total.toLocaleString('en-GB')} properties`
  return (
    <Notice tone="info">
      <div className="grid1">
        Expected fees are being recalculated: {words}.
        <span
          className="meter"
          role="progressbar"
          aria-label="Expected fees recalculated"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={share}
          aria-valuetext={words}
        >
          <i style={{ width: `${share}%` }} />
        </span>
      </div>
    </Notice>
  )
}
