import './forecast.css'
import './how.css'
import { addDays, type DateOnly, daysBetween, showDate, showDays } from '@gya/domain/common/dates.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { dayOrLater } from '@gya/domain/features/forecast/day-or-later.ts'
import { capitalised } from '@gya/domain/features/forecast/decides-in-words.ts'
import { readSaleForecast } from '@gya/domain/features/forecast/forecast.contract.ts'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import { asAtQuery, useAsAt, WithoutChains } from './as-at.tsx'
import { basisInWords, paceInWords, showCount, showFactor } from './forecast-words.ts'
import { MovedBy } from './moved-by.tsx'

type Forecast = NonNullable<Wire<typeof readSaleForecast, 'response'>['forecast']>

/** "How this came about": the sentence, the way to exchange, the chain, the curve, what was said before. */
export function SaleForecast({ params, company }: { params: PropertyParams; company: string }) {
  const { data, error, refetch } = useCall(readSaleForecast, { params, query: asAtQuery(useAsAt()) })
  const to = useScopedPath()
  if (!data && error) return <ReadFailed what="forecast" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton width="100%" height={420} />
  const { forecast } = data
  if (forecast === null)
    return (
      <EmptyState title="Nothing to forecast">
        A sale is forecast from the acceptance of its offer until it exchanges or falls off.
      </EmptyState>
    )
  return (
    <div className="forecast">
      <section className="panel">
        <Sentence forecast={forecast} />
      </section>
      {forecast.withoutChains && <WithoutChains />}
      {forecast.risks.length > 0 && <Risks risks={forecast.risks} fallsThrough={forecast.fallsThroughWords} />}
      <section className="panel" aria-labelledby="way">
        <header>
          <h2 id="way">The way to exchange</h2>
          <span className="mut">{basisInWords(forecast.basis, forecast.finishedSales, company)}</span>
        </header>
        <Way forecast={forecast} />
      </section>
      <section className="panel" aria-labelledby="curve">
        <header>
          <h2 id="curve">How likely by when</h2>
          <span className="mut">chance of having exchanged, with the chance of falling through</span>
        </header>
        <Curve forecast={forecast} />
      </section>
      <div className="how-factors">
        <Factors forecast={forecast} />
        <SaidBefore forecast={forecast} params={params} />
      </div>
      <p className="mut">
        The same facts always give the same figures. <Link to={to('/property/timeline')}>Timeline of the property</Link>
      </p>
    </div>
  )
}

function Sentence({ forecast }: { forecast: Forecast }) {
  const { onDay, halfBy, by80, decides, typed } = forecast
  const sooner =
    halfBy !== null && decides.daysSooner > 0 ? ` Were it done today, it would be ${showDays(decides.daysSooner)} sooner.` : ''
  return (
    <p className="sentence">
      Of sales that stand as this one does,{' '}
      <b>
        half exchange by {dayOrLater(halfBy, onDay)} and 8 in 10 by {dayOrLater(by80, onDay)}
      </b>
      , if the sale holds; about <b>{forecast.fallsThroughWords}</b> falls through before. <b>What decides:</b> {decides.words}.
      {sooner} {forecast.done} steps are done where {showCount(forecast.expected)} are usual by now: {paceInWords(forecast.pace)}.
      {typed !== null && <span className="mut"> The date typed, {showDate(typed)}, does not move this figure.</span>}
    </p>
  )
}

/** All reasons to fall through that hold, with their factors: the largest counts. */
const Risks = ({ risks, fallsThrough }: { risks: Forecast['risks']; fallsThrough: string }) => (
  <section className="panel" aria-labelledby="risks">
    <header>
      <h2 id="risks">Why it may fall through</h2>
      <span className="mut">
        {fallsThrough}; sales for which a reason held fell through so many times as often as others; the largest factor counts
      </span>
    </header>
    <ul className="risk-list">
      {risks.map(({ risk, words, tone, factor }) => (
        <li key={risk}>
          <Tag tone={tone}>{words}</Tag> <span className="tnum">{showFactor(factor)}</span>
        </li>
      ))}
    </ul>
  </section>
)

const factorWords: Record<Forecast['factors'][number]['kind'], string> = {
  branch: 'branch',
  vendorFirm: 'vendor’s firm',
  buyerFirm: 'buyer’s firm',
  broker: 'broker',
  lender: 'lender',
}

/** Who acts, and the sale itself: steps done, of what was to be expected by now. */
const Factors = ({ forecast: { factors, done, expected, pace, paceStrength } }: { forecast: Forecast }) => (
  <section className="panel" aria-labelledby="factors">
    <header>
      <h2 id="factors">Quicker or slower</h2>
      <span className="mut">done, of what was to be expected by now</span>
    </header>
    <table className="way-table">
      <tbody>
        {factors.map((factor) => (
          <tr key={factor.kind}>
            <th scope="row">
              {factor.name}, {factorWords[factor.kind]}
            </th>
            <td className="mut tnum">
              {factor.done} of {showCount(factor.expected)}
            </td>
            <td className="num tnum">{showFactor(factor.factor)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">This sale</th>
          <td className="mut tnum">
            {done} of {showCount(expected)} steps, weighed with {showCount(paceStrength)} usual
          </td>
          <td className="num tnum">{showFactor(pace)}</td>
        </tr>
      </tbody>
    </table>
  </section>
)

const SaidBefore = ({ forecast: { said, line1 }, params }: { forecast: Forecast; params: PropertyParams }) => (
  <section className="panel" aria-labelledby="said">
    <header>
      <h2 id="said">What was said before</h2>
      <span className="mut">and what moved it</span>
    </header>
    <table className="way-table">
      <thead>
        <tr>
          <th>On</th>
          <th>Half by</th>
          <th>Since then</th>
        </tr>
      </thead>
      <tbody>
        {said.map(({ onDay, halfBy, because, eventId }) => (
          <tr key={onDay}>
            <td className="tnum">{showDate(onDay)}</td>
            <td className="tnum">{dayOrLater(halfBy, onDay)}</td>
            <td>
              <MovedBy
                because={because}
                eventId={eventId}
                on={onDay}
                companyId={params.companyId}
                property={{ _id: params.propertyId, branch: params.branchId, line1 }}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const longerThanUsual = 3

function Way({ forecast }: { forecast: Forecast }) {
  const now = ({ status, days, blocked }: Forecast['rows'][number]): string => {
    if (status === 'toCome') return 'to come'
    if (status === 'done') return days === null ? 'done' : `done in ${showDays(days)}`
    return `${blocked ? 'delayed, day' : 'running, day'} ${days ?? 0}`
  }
  return (
    <section className="scroll-x" tabIndex={0} aria-label="The way to exchange, table">
      <table className="way-table">
        <thead>
          <tr>
            <th>Step</th>
            <th>Now</th>
            <th className="num">Half by</th>
            <th className="num">8 in 10 by</th>
            <th className="num">Learned from</th>
            <th className="num">Branch and firm</th>
          </tr>
        </thead>
        <tbody>
          {forecast.rows.map((row) => {
            const isLong = row.status === 'running' && row.usual !== null && (row.days ?? 0) >= row.usual + longerThanUsual
            const decides = forecast.decides.kind === 'step' && forecast.decides.ref === String(row.key)
            return (
              <tr key={row.key} className={classNames(decides && 'deciding')}>
                <td>
                  {row.title} {decides && <span className="vh">, decides</span>}
                </td>
                <td className={classNames('tnum', isLong && 'long')}>{now(row)}</td>
                <td className="num tnum">{row.usual ?? ''}</td>
                <td className="num tnum">{row.by80 ?? ''}</td>
                <td className="num tnum">{row.done === 0 ? 'published times' : row.done}</td>
                <td className="num tnum">{showFactor(row.factor)}</td>
              </tr>
            )
          })}
          {forecast.links.map((link) => (
            <tr key={link.id} className={classNames(forecast.decides.ref === link.id && 'deciding')}>
              <td>{capitalised(link.name)}</td>
              <td>
                {link.known
                  ? link.readyBy === null
                    ? 'not ready within a year'
                    : `ready by ${showDate(link.readyBy)}, 8 in 10`
                  : 'left out: nothing is known of it'}
              </td>
              <td className="num" colSpan={4}>
                by its own steps or checklist
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const chart = { width: 960, height: 220, left: 44, right: 16, top: 16, bottom: 28 }

function Curve({ forecast: { byWeek, onDay, halfBy, by80 } }: { forecast: Forecast }) {
  const { width, height, left, right, top, bottom } = chart
  const lastDay = 7 * (byWeek.length - 1)
  const x = (day: number) => left + ((width - left - right) * day) / lastDay
  const y = (share: number) => height - bottom - (height - bottom - top) * share
  const points = byWeek.map((chance, week) => `${x(7 * week).toFixed(1)} ${y(chance).toFixed(1)}`)
  const mark = (day: DateOnly | null, words: string) => {
    const days = day === null ? Number.POSITIVE_INFINITY : daysBetween(onDay, day)
    return days <= lastDay && day !== null ? (
      <g key={words}>
        <line className="mark" x1={x(days)} x2={x(days)} y1={y(1)} y2={y(0)} />
        <text x={x(days) + 4} y={y(1) + (words.startsWith('8') ? 28 : 12)}>
          {words} {showDate(day)}
        </text>
      </g>
    ) : null
  }
  return (
    <div className="curve">
      <section className="scroll-x" tabIndex={0} aria-label="How likely by when, chart">
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
          {/* The later line first: it would cross the words of the earlier. */}
          {mark(by80, '8 in 10 by')}
          {mark(halfBy, 'half by')}
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
  <section className="scroll-x" tabIndex={0} aria-label="How likely by when, table">
    <table className="way-table">
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
