import { showDate } from '@gya/domain/common/dates.ts'
import { showChange, showPounds } from '@gya/domain/common/money.ts'
import './price-chart.css'
import { today } from '../../platform/today.ts'
import type { PriceEntry } from './price-entries.ts'
import { type PriceChartLine, priceChartLine } from './price-line.ts'

/** What the line shows, for a reader who does not see it; the table below has every price. */
const chartDescription = ({ points }: PriceChartLine): string => {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  const change = first.price === last.price ? 'the same as at first' : showChange(first.price, last.price)
  return `Asking price over time: ${points.length} prices, from ${showPounds(first.price)} on ${showDate(first.from)} to ${showPounds(last.price)} on ${showDate(last.from)}, ${change}.`
}

/** The history of the asking price as a line that steps where it changed. */
export const PriceChart = ({ entries }: { entries: readonly PriceEntry[] }) => {
  const line = priceChartLine(entries, today())
  if (!line) return null
  return (
    <div className="pchart narrow" role="img" aria-label={chartDescription(line)}>
      <div className="scale" aria-hidden="true">
        <span>{showPounds(line.highest)}</span>
        {line.lowest !== line.highest && <span>{showPounds(line.lowest)}</span>}
      </div>
      <div className="plot" aria-hidden="true">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" focusable="false">
          <path d={`${line.path}V100H0Z`} className="area" />
          <path d={line.path} className="line" />
        </svg>
        {line.points.map(({ id, x, y, price, from }) => (
          <i key={id} style={{ left: `${x}%`, top: `${y}%` }} data-tip={`${showPounds(price)} from ${showDate(from)}`} />
        ))}
      </div>
      <div className="days" aria-hidden="true">
        <span>{showDate(line.start)}</span>
        <span>{line.end === today() ? 'Today' : showDate(line.end)}</span>
      </div>
    </div>
  )
}
