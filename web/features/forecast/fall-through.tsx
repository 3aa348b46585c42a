import './comparisons.css'
import './forecast.css'
import { showDate, showDays } from '@gya/domain/common/dates.ts'
import { showPounds } from '@gya/domain/common/money.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { readFallThrough } from '@gya/domain/features/forecast/forecast-lists.contract.ts'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { useAsAt } from './as-at.tsx'
import type { ForecastScope } from './coming.tsx'
import { fallThroughInWords, percent, restoredInWords } from './fall-through-words.ts'
import { placeParams } from './place-params.ts'

type Answer = Wire<typeof readFallThrough, 'response'>
type Group = Answer['reasons'][number]

/**
 * Sales that fell through in the twelve months before today or the chosen day, with the reasons. [forecast §7](docs/design/forecast.md#7).
 */
export function FallThrough({ scope }: { scope: ForecastScope }) {
  const asAt = useAsAt()
  const query = asAt === undefined ? {} : { dateEnd: asAt }
  const { data, error, refetch } = useCall(readFallThrough, { params: placeParams(scope), query })
  if (!data && error) return <ReadFailed what="analysis" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton width="100%" height={240} />
  return (
    <section className="panel" aria-labelledby="fell-through">
      <header>
        <h2 id="fell-through">What fell through</h2>
        <span className="mut">
          {showDate(data.first)} to {showDate(data.last)}
        </span>
      </header>
      <p className="fell-sentence">
        {fallThroughInWords(data)} <span className="mut">{restoredInWords(data)}</span>
      </p>
      {data.falls > 0 && (
        <div className="fell-groups">
          <Groups title="By reason" groups={data.reasons} />
          <Groups title="By party" groups={data.parties} />
          <Groups title="By phase" groups={data.phases} />
        </div>
      )}
    </section>
  )
}

/** Bars with their figures in one table. */
function Groups({ title, groups }: { title: string; groups: readonly Group[] }) {
  const most = Math.max(...groups.map(({ count }) => count))
  return (
    <section aria-label={title}>
      <table className="forecast-table fell">
        <thead>
          <tr>
            <th>{title}</th>
            <th className="num">Sales</th>
            <th className="num">Fees lost</th>
            <th className="num">
              After<span className="vh">, median of days since agreed</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ name, count, share, fees, medianDays }) => (
            <tr key={name}>
              <th scope="row">
                {name}
                <span className="fell-bar" aria-hidden="true">
                  <i style={{ width: `${(100 * count) / most}%` }} />
                </span>
              </th>
              <td className="num tnum">
                {count}
                {share !== null && <span className="mut"> {percent(share)}</span>}
              </td>
              <td className="num tnum">{showPounds(Math.round(fees))}</td>
              <td className="num tnum mut">{medianDays === null ? '' : showDays(medianDays)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
