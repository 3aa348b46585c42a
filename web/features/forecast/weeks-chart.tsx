import { showDate } from '@gya/domain/common/dates.ts'
import { showPounds } from '@gya/domain/common/money.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { ForecastPeriod } from '@gya/domain/features/forecast/forecast.contract.ts'
import type { readPast } from '@gya/domain/features/forecast/forecast-lists.contract.ts'
import { useLayoutEffect, useRef } from 'react'
import { HowButton, howAddress } from '../../lib/how-button.tsx'
import { showDecimal } from './forecast-words.ts'

export type Past = Wire<typeof readPast, 'response'>
type Week = {
  first: string
  last: string
  came: number
  said: number | null
  expected: number | null
  range: { low: number; high: number } | null
  fees: number
}

const chart = { width: 960, height: 220, left: 32, right: 8, top: 20, bottom: 40 }

const fromPast = ({ first, last, came, cameFees, said }: Past['weeks'][number]): Week => ({
  first,
  last,
  came,
  said,
  expected: null,
  range: null,
  fees: cameFees,
})
const fromAhead = ({ first, last, exchanged, count, countRange, fees }: ForecastPeriod): Week => ({
  first,
  last,
  came: exchanged,
  said: null,
  expected: count,
  range: countRange,
  fees,
})

/** "28/11" */
const showShort = (day: string): string => showDate(day).slice(0, 5)

/**
 * Exchanges of the last eight weeks with their forecast of four weeks before, and the next thirteen weeks with their ranges. Bars,
 * diamonds and whiskers differ in shape, not in colour alone; the same figures are in the table below.
 */
export function WeeksChart({ past, ahead }: { past: Past | undefined; ahead: readonly ForecastPeriod[] }) {
  const weeks = [...(past?.weeks ?? []).map(fromPast), ...ahead.map(fromAhead)]
  const firstAhead = past?.weeks.length ?? 0
  const highest = Math.max(
    1,
    ...weeks.map(({ came, said, expected, range }) => Math.max(came, said ?? 0, expected ?? 0, range?.high ?? 0)),
  )
  // Even, so that the middle line is a whole number.
  const top = 2 * Math.ceil(highest / 2)
  const { width, height, left, right, bottom } = chart
  const step = (width - left - right) / weeks.length
  const y = (value: number) => height - bottom - ((height - bottom - chart.top) * value) / top
  const total = ahead.reduce((sum, { count }) => sum + count, 0)
  const divide = left + step * firstAhead
  const frame = useRef<HTMLElement>(null)
  // If the chart is wider than the screen, it is scrolled so that today is in the middle.
  useLayoutEffect(() => {
    const section = frame.current
    if (section) section.scrollLeft = (section.scrollWidth * divide) / width - section.clientWidth / 2
  }, [divide, width])
  return (
    <section className="panel" aria-labelledby="weeks">
      <header>
        <h2 id="weeks">Exchanges by week</h2>
        <span className="mut">by the last day of the week</span>
        <span className="chart-key" aria-hidden="true">
          <span>
            <i className="came" /> Exchanged
          </span>
          <span>
            <svg viewBox="0 0 12 12" width="12" height="12">
              <path className="said" d="M6 1l5 5-5 5-5-5z" />
            </svg>{' '}
            Forecast four weeks before
          </span>
          <span>
            <i className="expected" /> Expected, 8 in 10
          </span>
        </span>
      </header>
      <div className="weeks">
        <section ref={frame} className="scroll-x" tabIndex={0} aria-label="Exchanges by week, chart">
          <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={finding(past, total)}>
            {[0, top / 2, top].map((value) => (
              <g key={value}>
                <line className="grid" x1={left} x2={width - right} y1={y(value)} y2={y(value)} />
                <text x={left - 8} y={y(value) + 4} textAnchor="end">
                  {showDecimal(value)}
                </text>
              </g>
            ))}
            {firstAhead > 0 && (
              <g>
                <line className="divide" x1={divide} x2={divide} y1={6} y2={y(0)} />
                <text x={divide - 6} y={14} textAnchor="end">
                  exchanged
                </text>
                <text x={divide + 6} y={14}>
                  expected
                </text>
              </g>
            )}
            {weeks.map((week, index) => (
              <WeekColumn key={week.last} week={week} x={left + step * index + step / 2} bar={Math.min(28, step * 0.5)} y={y} />
            ))}
            {weeks.map(({ last }, index) =>
              index % 2 === 1 ? (
                <text key={last} x={left + step * index + step / 2} y={height - bottom + 18} textAnchor="middle">
                  {showShort(last)}
                </text>
              ) : null,
            )}
          </svg>
        </section>
        <details>
          <summary>Show as table</summary>
          <WeeksTable weeks={weeks} />
        </details>
      </div>
    </section>
  )
}

function finding(past: Past | undefined, total: number): string {
  const ahead = `${showDecimal(total)} exchanges are expected in the next thirteen weeks.`
  if (!past) return ahead
  const came = past.weeks.reduce((sum, week) => sum + week.came, 0)
  const kept = past.weeks.filter(({ said }) => said !== null)
  const said = kept.reduce((sum, week) => sum + (week.said ?? 0), 0)
  const before = kept.length === past.weeks.length ? `, where ${showDecimal(said)} were forecast four weeks before` : ''
  return `${came} exchanged in the last eight weeks${before}. ${ahead}`
}

type ColumnProps = { week: Week; x: number; bar: number; y: (value: number) => number }

const WeekColumn = ({ week: { came, said, expected, range }, x, bar, y }: ColumnProps) => (
  <g>
    {came > 0 && <rect className="came" x={x - bar / 2} width={bar} y={y(came)} height={y(0) - y(came)} />}
    {expected !== null && (
      <rect className="expected" x={x - bar / 2} width={bar} y={y(expected)} height={Math.max(1, y(came) - y(expected))} />
    )}
    {range && (
      <path
        className="whisker"
        d={`M${x} ${y(range.low)}V${y(range.high)}M${x - 5} ${y(range.high)}h10M${x - 5} ${y(range.low)}h10`}
      />
    )}
    {said !== null && <path className="said" d={`M${x} ${y(said) - 6}l6 6-6 6-6-6z`} />}
  </g>
)

const WeeksTable = ({ weeks }: { weeks: readonly Week[] }) => (
  <section className="scroll-x" tabIndex={0} aria-label="Exchanges by week, table">
    <table className="forecast-table">
      <thead>
        <tr>
          <th>Week until</th>
          <th className="num">Exchanged</th>
          <th className="num">Forecast four weeks before</th>
          <th className="num">Expected</th>
          <th className="num">8 in 10</th>
          <th className="num">Fees</th>
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ first, last, came, said, expected, range, fees }) => (
          <tr key={last}>
            <td>{showDate(last)}</td>
            <td className="num tnum">{came}</td>
            <td className="num tnum">{said === null ? '' : showDecimal(said)}</td>
            <td className="num tnum">
              {expected !== null && <HowButton how={howAddress('period', `${first}_${last}`)}>{showDecimal(expected)}</HowButton>}
            </td>
            <td className="num tnum">{range ? `${range.low} to ${range.high}` : expected === null ? '' : 'Too few'}</td>
            <td className="num tnum">{showPounds(Math.round(fees))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
