import { addDays, type DateOnly, daysBetween, showDate } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { readSaleForecast } from '@gya/domain/features/forecast/forecast.contract.ts'

type Forecast = NonNullable<Wire<typeof readSaleForecast, 'response'>['forecast']>

const chart = { width: 960, height: 240, left: 44, right: 16, top: 40, bottom: 28 }

/** The chance of having exchanged by each week, and the two dates. */
export function ChanceCurve({ forecast: { byWeek, onDay, halfBy, by80 } }: { forecast: Forecast }) {
  const { width, height, left, right, top, bottom } = chart
  const lastDay = 7 * (byWeek.length - 1)
  const x = (day: number) => left + ((width - left - right) * day) / lastDay
  const y = (share: number) => height - bottom - (height - bottom - top) * share
  const points = byWeek.map((chance, week) => `${x(7 * week).toFixed(1)} ${y(chance).toFixed(1)}`)
  // The labels stand on two lines above the curve: both days may lie close together.
  const mark = (day: DateOnly | null, words: string, isLater: boolean) => {
    const days = day === null ? Number.POSITIVE_INFINITY : daysBetween(onDay, day)
    return days <= lastDay && day !== null ? (
      <g key={words}>
        <line className="mark" x1={x(days)} x2={x(days)} y1={y(1) - 8} y2={y(0)} />
        <text x={Math.min(x(days), width - right - 150)} y={y(1) - (isLater ? 12 : 28)}>
          {words} {showDate(day)}
        </text>
      </g>
    ) : null
  }
  return (
    <div className="curve">
      <section className="scroll-x" tabIndex={0} aria-label="Chance of exchange by date, chart">
        <svg
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={`Chance of having exchanged: ${Math.round(100 * (byWeek[4] ?? 0))} % in four weeks, ${Math.round(100 * (byWeek[8] ?? 0))} % in eight, ${Math.round(100 * (byWeek[12] ?? 0))} % in twelve.`}
        >
          {[0, 0.5, 1].map((share) => (
            <text key={share} x={left - 8} y={y(share) + 4} textAnchor="end">
              {100 * share} %
            </text>
          ))}
          <path className="area" d={`M${x(0)} ${y(0)}L${points.join('L')}L${x(lastDay)} ${y(0)}Z`} />
          <path className="line" d={`M${points.join('L')}`} />
          {mark(by80, '8 in 10 by', true)}
          {mark(halfBy, 'Half by', false)}
          {[0, 8, 16, 24].map((week) => (
            <text key={week} x={x(7 * week)} y={height - 8} textAnchor={week === 0 ? 'start' : 'middle'}>
              {showDate(addDays(onDay, 7 * week))}
            </text>
          ))}
        </svg>
      </section>
      <details>
        <summary>Show as table</summary>
        <CurveTable byWeek={byWeek} onDay={onDay} />
      </details>
    </div>
  )
}

const CurveTable = ({ byWeek, onDay }: Pick<Forecast, 'byWeek' | 'onDay'>) => (
  <section className="scroll-x" tabIndex={0} aria-label="Chance of exchange by date, table">
    <table className="forecast-table">
      <thead>
        <tr>
          <th>By the end of</th>
          <th className="num">Weeks from {showDate(onDay)}</th>
          <th className="num">Chance of having exchanged</th>
        </tr>
      </thead>
      <tbody>
        {byWeek.map((chance, week) => {
          const day = addDays(onDay, 7 * week)
          return (
            <tr key={day}>
              <td className="tnum">{showDate(day)}</td>
              <td className="num tnum">{week}</td>
              <td className="num tnum">{Math.round(100 * chance)} %</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  </section>
)
