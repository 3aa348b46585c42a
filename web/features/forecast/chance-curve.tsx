import { addDays, type DateOnly, daysBetween, showDate } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { readSaleForecast } from '@gya/domain/features/forecast/forecast.contract.ts'
import { useLayoutEffect, useRef, useState } from 'react'

type Forecast = NonNullable<Wire<typeof readSaleForecast, 'response'>['forecast']>

const chart = { height: 240, left: 44, right: 16, top: 40, bottom: 28 }

/** Space for "8 in 10 by 28/11/2026" at the size of the labels. */
const labelWidth = 136

/** Weeks whose dates are shown below the chart: as many as fit. */
const labelledWeeks = (width: number): readonly number[] => (width < 290 ? [0, 24] : width < 480 ? [0, 12, 24] : [0, 8, 16, 24])

/** The width of an element in pixels, updated on resize. */
function useWidth(initial: number) {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(initial)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const measure = () => {
      if (box.clientWidth > 0) setWidth(box.clientWidth)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return { element, width }
}

/**
 * The chance of having exchanged by each week, and the two dates. Drawn in screen pixels, so that labels have the same size at every width.
 */
export function ChanceCurve({ forecast: { byWeek, onDay, halfBy, by80 } }: { forecast: Forecast }) {
  const { height, left, right, top, bottom } = chart
  const { element, width } = useWidth(960)
  const lastDay = 7 * (byWeek.length - 1)
  const x = (day: number) => left + ((width - left - right) * day) / lastDay
  const y = (share: number) => height - bottom - (height - bottom - top) * share
  const points = byWeek.map((chance, week) => `${x(7 * week).toFixed(1)} ${y(chance).toFixed(1)}`)
  // The labels are on two lines above the curve, because both days may be close together.
  const mark = (day: DateOnly | null, words: string, isLater: boolean) => {
    const days = day === null ? Number.POSITIVE_INFINITY : daysBetween(onDay, day)
    if (days > lastDay || day === null) return null
    const fits = x(days) + labelWidth <= width
    return (
      <g key={words}>
        <line className="mark" x1={x(days)} x2={x(days)} y1={y(1) - 8} y2={y(0)} />
        <text
          x={fits ? x(days) : Math.max(x(days), labelWidth)}
          y={y(1) - (isLater ? 12 : 28)}
          textAnchor={fits ? 'start' : 'end'}
        >
          {words} {showDate(day)}
        </text>
      </g>
    )
  }
  return (
    <div className="curve">
      <div ref={element}>
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
          {labelledWeeks(width).map((week) => (
            <text key={week} x={x(7 * week)} y={height - 8} textAnchor={week === 0 ? 'start' : 'middle'}>
              {showDate(addDays(onDay, 7 * week))}
            </text>
          ))}
        </svg>
      </div>
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
