import { addDays, type DateOnly, daysBetween, showDate } from '@gya/domain/common/dates.ts'
import type { ForecastRow } from '@gya/domain/features/forecast/forecast.contract.ts'

/** Days of the axis, from the day of the forecast. */
const axisDays = 182
const width = 200
const height = 16
/** Half the width of the largest mark, so that no mark is cut off at the ends of the axis. */
const margin = 5

const position = (days: number): number => margin + ((width - 2 * margin) * Math.min(axisDays, Math.max(0, days))) / axisDays
const percent = (days: number): string => `${((100 * position(days)) / width).toFixed(2)}%`

const shortMonth = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' })

/** The first days of the months on the axis, with their distance in days. */
function monthStarts(onDay: DateOnly): { first: DateOnly; days: number }[] {
  const starts: { first: DateOnly; days: number }[] = []
  let first: DateOnly = `${onDay.slice(0, 8)}01`
  for (;;) {
    first = `${addDays(first, 31).slice(0, 8)}01`
    const days = daysBetween(onDay, first)
    if (days >= axisDays) return starts
    starts.push({ first, days })
  }
}

/** Labels of the months above the strips. */
export const MonthAxis = ({ onDay }: { onDay: DateOnly }) => (
  <span className="date-range-axis" aria-hidden="true">
    {monthStarts(onDay).map(({ first, days }) => (
      <span key={first} style={{ left: percent(days) }}>
        {shortMonth.format(new Date(`${first}T00:00Z`))}
      </span>
    ))}
  </span>
)

type Dates = Pick<ForecastRow, 'halfBy' | 'by80' | 'typed'>

/** Half by as a dot, 8 in 10 by as the end of the band, and a typed date that has not passed as a diamond. */
export function RangeStrip({ row: { halfBy, by80, typed }, onDay }: { row: Dates; onDay: DateOnly }) {
  const daysTo = (day: DateOnly | null): number => (day === null ? Number.POSITIVE_INFINITY : daysBetween(onDay, day))
  const [half, late] = [daysTo(halfBy), daysTo(by80)]
  const isOnAxis = half <= axisDays
  return (
    <span className="date-range">
      {monthStarts(onDay).map(({ first, days }) => (
        <i key={first} style={{ left: percent(days) }} />
      ))}
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {isOnAxis && (
          <rect
            className="range"
            x={position(half)}
            width={Math.max(1, position(late) - position(half))}
            y={3}
            height={10}
            rx={2}
          />
        )}
        {isOnAxis ? (
          <circle className="half" cx={position(half)} cy={8} r={4} />
        ) : (
          <path className="half" d={`M${width - 8} 4l5 4-5 4z`} />
        )}
        {typed !== null && typed >= onDay && <path className="typed" d={`M${position(daysTo(typed))} 3l5 5-5 5-5-5z`} />}
      </svg>
    </span>
  )
}

/** Legend of the marks. */
export const StripKey = () => (
  <span className="date-range-key">
    <span>
      <svg viewBox="0 0 30 16" width="30" height="16" aria-hidden="true">
        <rect className="range" x={6} width={22} y={3} height={10} rx={2} />
        <circle className="half" cx={6} cy={8} r={4} />
      </svg>
      Half by, to 8 in 10 by
    </span>
    <span>
      <svg viewBox="0 0 12 16" width="12" height="16" aria-hidden="true">
        <path className="typed" d="M6 3l5 5-5 5-5-5z" />
      </svg>
      Date typed
    </span>
  </span>
)

/** A typed date. If it has passed, this is also said in words, for users who cannot distinguish the colour. */
export const TypedDate = ({ typed, onDay }: { typed: DateOnly | null; onDay: DateOnly | undefined }) => {
  if (typed === null) return null
  if (onDay === undefined || typed >= onDay) return showDate(typed)
  return (
    <span className="late" title="Has passed">
      {showDate(typed)}
      <span className="vh">, has passed</span>
    </span>
  )
}
