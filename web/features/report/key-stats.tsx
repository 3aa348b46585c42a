import { showPoundsAndPence } from '@gya/domain/common/money.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { readKeyStats } from '@gya/domain/features/report/report.contract.ts'
import { markLabels, type ReportMark, reportMarks } from '@gya/domain/features/report/report.rules.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { Skeleton } from '../../ui/feedback/loading.tsx'

type Stats = Wire<typeof readKeyStats, 'response'>
type KeyStatsQuery = Wire<typeof readKeyStats, 'query'>

const integerFormat = new Intl.NumberFormat('en-GB')

const proceedableShares = (stats: Stats) =>
  [
    ['Proceedable', stats.proceedablePercent, 'c-good'],
    ['Not proceedable', stats.notProceedablePercent, 'c-bad'],
    ['Unknown', stats.unknownPercent, 'c-unk'],
  ] as const

type StatsProps = {
  companyId: string
  query: KeyStatsQuery
  /** False while the filters are not known. */
  isReady: boolean
}

/** Figures over all filtered rows, not only those of the page. */
export function KeyStats({ companyId, query, isReady }: StatsProps) {
  const { data: stats } = useCall(readKeyStats, { params: { companyId }, query }, { keep: true, enabled: isReady })
  const figure = (label: string | undefined) => <span className="v">{label ?? <Skeleton width={56} />}</span>
  const fee = stats?.agencyFeePercentAvg
  return (
    <section className="stats" aria-label="Key stats">
      <div>
        <span className="k">Properties</span>
        {figure(stats && integerFormat.format(stats.count))}
      </div>
      <div title="The expected fees of these properties together: gross fee less the fee deduction, excluding VAT">
        <span className="k">Expected fees, excl. VAT</span>
        {figure(stats && showPoundsAndPence(stats.agencyFeeSum))}
      </div>
      <div className="average-fee" title="The mean of the fees as a percentage of the sale">
        <span className="k">Average fee</span>
        {figure(stats && (fee === null || fee === undefined ? 'None' : `${fee.toFixed(2)} %`))}
      </div>
      <div className="proceed">
        <span className="k">Sold, not yet exchanged</span>
        {stats && stats.proceedablePercent === null ? (
          <span className="mut">None</span>
        ) : (
          stats && (
            <>
              <div className="split" aria-hidden="true">
                {proceedableShares(stats).map(([label, share, className]) => (
                  <i key={label} className={className} style={{ flex: share ?? 0 }} />
                ))}
              </div>
              <div className="split-key">
                {proceedableShares(stats).map(([label, share, className]) => (
                  <span key={label}>
                    <i className={className} />
                    {label} <b>{share} %</b>
                  </span>
                ))}
              </div>
            </>
          )
        )}
      </div>
    </section>
  )
}

type ReportMarksProps = StatsProps & {
  chosen: ReportMark | null
  onChoose: (mark: ReportMark | null) => void
}

/** Filters by mark, with the number of rows with each mark under the other filters. */
export function ReportMarks({ companyId, query: { mark: _mark, ...others }, isReady, chosen, onChoose }: ReportMarksProps) {
  const { data } = useCall(readKeyStats, { params: { companyId }, query: others }, { keep: true, enabled: isReady })
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
