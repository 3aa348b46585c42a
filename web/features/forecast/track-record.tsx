import './forecast.css'
import './track-record.css'
import { monthName, showDate } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { readTrackRecord } from '@gya/domain/features/forecast/forecast.contract.ts'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { HowButton, howAddress } from '../../lib/how-button.tsx'
import { useSearchParam, useSetSearchParams } from '../../lib/url-state/search-params.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { asAtQuery, useAsAt } from './as-at.tsx'
import type { ForecastScope } from './coming.tsx'
import { showDecimal } from './forecast-words.ts'
import { placeParams } from './place-params.ts'

type Answer = Wire<typeof readTrackRecord, 'response'>
type TrackRecord = Extract<Answer, { enough: true }>
type Group = TrackRecord['calibration']['groups'][number]

const horizons = [
  { value: '4', label: '4 weeks' },
  { value: '8', label: '8 weeks' },
  { value: '12', label: '12 weeks' },
] as const
type Horizon = (typeof horizons)[number]['value']

const percent = (share: number): string => `${Math.round(100 * share)} %`

/** The accuracy of past forecasts: calibration, the 8-in-10 date, the error against simpler methods, ranges of months. */
export function TrackRecordTab({ scope }: { scope: ForecastScope }) {
  const asked = useSearchParam('weeks')
  const weeks: Horizon = horizons.find(({ value }) => value === asked)?.value ?? '4'
  const setParams = useSetSearchParams()
  const query = { weeks, ...asAtQuery(useAsAt()) }
  const { data, error, refetch } = useCall(readTrackRecord, { params: placeParams(scope), query }, { keep: true })
  if (!data && error) return <ReadFailed what="track record" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton width="100%" height={480} />
  return (
    <>
      <SegmentedField
        label="Forecast this far ahead"
        options={horizons}
        value={weeks}
        onChange={(to: Horizon) => setParams({ weeks: to === '4' ? undefined : to })}
      />
      {data.enough ? <Scored record={data} weeks={weeks} /> : <EmptyState title="Not scored yet">{data.words}</EmptyState>}
    </>
  )
}

const Scored = ({ record, weeks }: { record: TrackRecord; weeks: Horizon }) => (
  <>
    <Findings record={record} />
    <Calibration record={record} weeks={weeks} />
    {record.months.length > 0 && <MonthRanges months={record.months} />}
  </>
)

function Findings({ record: { weeks, replayed, first, last, exchanges, by80, daysOut } }: { record: TrackRecord }) {
  return (
    <section className="panel" aria-labelledby="findings">
      <header>
        <h2 id="findings">Accuracy</h2>
        <span className="mut">
          {weeks} weekly forecasts, {showDate(first)} to {showDate(last)}, of {exchanges} sales that exchanged
          {replayed > 0 && `; ${replayed} of them replayed: calculated later from what was known then`}
        </span>
      </header>
      <dl className="findings">
        <div>
          <dt>8-in-10 date</dt>
          <dd>
            {by80.due === 0
              ? 'No 8-in-10 date has passed yet.'
              : `${percent(by80.came / by80.due)} exchanged by it: ${showDecimal(by80.came)} of ${showDecimal(by80.due)} forecasts of sales that held.`}
          </dd>
        </div>
        {[daysOut.median, daysOut.typed].map((out, index) => (
          <div key={index === 0 ? 'median' : 'typed'}>
            <dt>{index === 0 ? 'Against the median' : 'Against the date typed'}</dt>
            <dd>
              {out === null
                ? index === 0
                  ? 'No sale had exchanged before.'
                  : 'No sale that exchanged had an expected exchange.'
                : `${out.words} ${showDecimal(out.forecasts)} forecasts.`}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const plot = { size: 420, left: 64, right: 28, top: 12, bottom: 44 }
const x = (share: number): number => plot.left + share * (plot.size - plot.left - plot.right)
const y = (share: number): number => plot.size - plot.bottom - share * (plot.size - plot.top - plot.bottom)
const lines = [0, 0.25, 0.5, 0.75, 1]

/** Calibration: forecast chances across, shares that exchanged upwards. A calibrated forecast lies on the diagonal. */
function Calibration({ record: { calibration }, weeks }: { record: TrackRecord; weeks: Horizon }) {
  return (
    <section className="panel" aria-labelledby="calibration">
      <header>
        <h2 id="calibration">Forecast and actual</h2>
        <span className="mut">
          chance of an exchange within {weeks} weeks; bars are 80 % intervals; hollow points: under 20 forecasts
        </span>
      </header>
      <div className="calibration">
        <svg viewBox={`0 0 ${plot.size} ${plot.size}`} role="img" aria-label={calibration.words}>
          {lines.map((share) => (
            <g key={share}>
              <line className="grid" x1={x(0)} x2={x(1)} y1={y(share)} y2={y(share)} />
              <text x={x(0) - 8} y={y(share) + 4} textAnchor="end">
                {percent(share)}
              </text>
              <text x={x(share)} y={y(0) + 18} textAnchor="middle">
                {percent(share)}
              </text>
            </g>
          ))}
          <line className="right" x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} />
          {calibration.groups.map(({ from, said, came, low, high, enough }) => (
            <g key={from}>
              <path
                className="whisker"
                d={`M${x(said)} ${y(low)}V${y(high)}M${x(said) - 4} ${y(high)}h8M${x(said) - 4} ${y(low)}h8`}
              />
              <circle className={enough ? 'came' : 'came few'} cx={x(said)} cy={y(came)} r={5} />
            </g>
          ))}
          <text x={x(0.5)} y={plot.size - 6} textAnchor="middle">
            Forecast
          </text>
          <text transform={`translate(12 ${y(0.5)}) rotate(-90)`} textAnchor="middle">
            Exchanged
          </text>
        </svg>
        <div>
          <p>{calibration.words}</p>
          <CalibrationTable groups={calibration.groups} weeks={weeks} />
        </div>
      </div>
    </section>
  )
}

const CalibrationTable = ({ groups, weeks }: { groups: readonly Group[]; weeks: Horizon }) => (
  <section className="scroll-x" tabIndex={0} aria-label="Forecast and actual, table">
    <table className="forecast-table">
      <thead>
        <tr>
          <th>Chance</th>
          <th className="num">Forecast</th>
          <th className="num">Exchanged</th>
          <th className="num">8 in 10</th>
          <th className="num">Forecasts</th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ from, said, came, low, high, count, cameCount, enough }) => (
          <tr key={from} className={enough ? undefined : 'mut'}>
            <td className="tnum nowrap">
              {Math.round(100 * from)} to {Math.round(100 * from) + 10} %
            </td>
            <td className="num tnum">{percent(said)}</td>
            <td className="num tnum">{percent(came)}</td>
            <td className="num tnum">
              {percent(low)} to {percent(high)}
            </td>
            <td className="num tnum">
              <HowButton how={howAddress('calibration', `${weeks}_${Math.round(10 * from)}`)}>
                {showDecimal(cameCount)} of {showDecimal(count)}
              </HowButton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

function MonthRanges({ months }: { months: TrackRecord['months'] }) {
  const ranged = months.filter(({ range }) => range !== null)
  const inside = ranged.filter(({ range, came }) => range !== null && range.low <= came && came <= range.high)
  return (
    <section className="panel" aria-labelledby="month-ranges">
      <header>
        <h2 id="month-ranges">Ranges by month</h2>
        <span className="mut">
          {inside.length} of {ranged.length} months inside their range; counts only sales agreed by the date of the forecast
        </span>
      </header>
      <section className="scroll-x" tabIndex={0} aria-label="Ranges by month, table">
        <table className="forecast-table">
          <thead>
            <tr>
              <th>Month</th>
              <th>Forecast on</th>
              <th className="num">Forecast</th>
              <th className="num">8 in 10</th>
              <th className="num">Actual</th>
              <th>Inside</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ first, keptOn, said, range, came }) => (
              <tr key={first}>
                <td>
                  {monthName(first)} {first.slice(0, 4)}
                </td>
                <td className="tnum">{showDate(keptOn)}</td>
                <td className="num tnum">{showDecimal(said)}</td>
                <td className="num tnum">{range === null ? 'Too few' : `${range.low} to ${range.high}`}</td>
                <td className="num tnum">{came}</td>
                <td>{range === null ? '' : range.low <= came && came <= range.high ? 'Yes' : 'No'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
