import type { Wire } from '@gya/domain/endpoint.ts'
import { readKeyStats } from '@gya/domain/features/report/report.contract.ts'
import { markLabels, type ReportMark, reportMarks } from '@gya/domain/features/report/report-marks.ts'
import './report-marks.css'
import { useCall } from '../../platform/use-call.ts'

type ReportMarksProps = {
  companyId: string
  asked: Wire<typeof readKeyStats, 'query'>
  chosen: ReportMark | null
  onChoose: (mark: ReportMark | null) => void
}

/** What needs a look under the other filters, with how many rows each has; pressed, only these are shown. */
export function ReportMarks({ companyId, asked: { mark: _mark, ...others }, chosen, onChoose }: ReportMarksProps) {
  const { data } = useCall(readKeyStats, { params: { companyId }, query: others }, { keep: true })
  return (
    <div className="marks" role="group" aria-label="Needs a look">
      {reportMarks.map((mark) => (
        <button
          key={mark}
          type="button"
          className={`mark ${mark}`}
          aria-pressed={mark === chosen}
          onClick={() => onChoose(mark === chosen ? null : mark)}
        >
          {markLabels[mark]} <b className="tnum">{data?.marks[mark] ?? '–'}</b>
        </button>
      ))}
    </div>
  )
}
