import './comparisons.css'
import type { QuickRow } from '@gya/domain/features/forecast/quick.contract.ts'
import type { QuickKind } from '@gya/domain/features/forecast/quick.ts'
import { HowButton, howAddress } from '../../lib/how-button.tsx'
import { useSearchParam, useSetSearchParams } from '../../lib/url-state/search-params.ts'
import { Button } from '../../ui/button.tsx'
import { doneAndExpected } from './forecast-words.ts'

const strip = { width: 200, height: 20, left: 8, right: 8 }
/** The strip ranges from half to twice the duration, logarithmically, so that 1 is in the middle. */
const mostTimes = 2

const x = (times: number): number => {
  const share = (Math.log2(Math.min(mostTimes, Math.max(1 / mostTimes, times))) + 1) / 2
  return strip.left + (strip.width - strip.left - strip.right) * share
}

const showTimes = (times: number): string => `× ${times.toFixed(2)}`

const TimesStrip = ({ times, low, high }: QuickRow) => (
  <svg className="times" viewBox={`0 0 ${strip.width} ${strip.height}`} aria-hidden="true">
    <line className="usual" x1={x(1)} x2={x(1)} y1={0} y2={strip.height} />
    <line className="interval" x1={x(low)} x2={x(high)} y1={10} y2={10} />
    <circle cx={x(times)} cy={10} r={4} />
  </svg>
)

/** "Not a rank: sorted by name, sort by factor on request." The order is in the URL. */
export function QuickTable({ rows, kind }: { rows: readonly QuickRow[]; kind: QuickKind | 'progressor' }) {
  const byTimes = useSearchParam('order') === 'times'
  const setParams = useSetSearchParams()
  const shown = byTimes ? rows.toSorted((a, b) => a.times - b.times) : rows
  return (
    <>
      <div className="quick-order">
        <span className="mut">Sorted by {byTimes ? 'time taken' : 'name'}. The lines are 80 % intervals.</span>
        <Button size="s" variant="quiet" onClick={() => setParams({ order: byTimes ? undefined : 'times' })}>
          {byTimes ? 'Sort by name' : 'Sort by time taken'}
        </Button>
      </div>
      <section className="scroll-x" tabIndex={0} aria-label="Who is quick, table">
        <table className="forecast-table quick-table">
          <thead>
            <tr>
              <th>Name</th>
              <th>Compared with usual</th>
              <th>
                <span className="quick-axis" aria-hidden="true">
                  <span>½ ×</span>
                  <span>as usual</span>
                  <span>2 ×</span>
                </span>
                <span className="vh">Time taken, times the usual, 80 % interval</span>
              </th>
              <th className="num">Exchanged</th>
              <th className="num">Open</th>
              <th className="num">Median days</th>
              <th className="num">Steps done, and expected</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row._id}>
                <th scope="row" className="name">
                  {row.name}
                </th>
                <td>
                  {kind === 'progressor' ? (
                    row.words
                  ) : (
                    <HowButton how={howAddress('quick', `${kind}_${row._id}`)}>{row.words}</HowButton>
                  )}
                </td>
                <td>
                  <TimesStrip {...row} />
                  <span className="times-range mut tnum">
                    {showTimes(row.low)} to {showTimes(row.high)}
                  </span>
                </td>
                <td className="num tnum">{row.finishedSales}</td>
                <td className="num tnum">{row.openSales}</td>
                <td className="num tnum">{row.medianDays ?? ''}</td>
                <td className="num tnum">{doneAndExpected(row.steps, row.expected)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
