import './forecast.css'
import './forecast-sales.css'
import './how.css'
import { showDate, showDays } from '@gya/domain/common/dates.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { byDayOrLater, dayOrLater } from '@gya/domain/features/forecast/day-or-later.ts'
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
import { ChanceCurve } from './chance-curve.tsx'
import { ChangedBy } from './changed-by.tsx'
import { basisInWords, doneAndExpected, paceInWords, sameBasisInWords, showDecimal, showFactor } from './forecast-words.ts'

type Forecast = NonNullable<Wire<typeof readSaleForecast, 'response'>['forecast']>

/** "How this came about": the sentence, the steps to exchange, the chain, the curve, earlier forecasts. */
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
      {forecast.withoutChains && <WithoutChains comparison={sameBasisInWords(forecast.todayOnSameBasis)} />}
      {forecast.risks.length > 0 && <Risks risks={forecast.risks} fallsThrough={forecast.fallsThroughWords} />}
      <section className="panel" aria-labelledby="way">
        <header>
          <h2 id="way">Steps to exchange</h2>
          <span className="mut">{basisInWords(forecast.basis, forecast.finishedSales, company)}</span>
        </header>
        <Way forecast={forecast} />
      </section>
      <section className="panel" aria-labelledby="curve">
        <header>
          <h2 id="curve">Chance of exchange by date</h2>
          <span className="mut">the sale may also fall through: that is why it does not reach 100 %</span>
        </header>
        <ChanceCurve forecast={forecast} />
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
  const { onDay, halfBy, by80, decides, typed, fallsThroughWords: fallsThrough } = forecast
  const sooner =
    halfBy !== null && decides.daysSooner > 0
      ? ` If it were ${decides.kind === 'link' ? 'ready' : 'done'} today, half would exchange ${showDays(decides.daysSooner)} sooner.`
      : ''
  const progress =
    forecast.expected > 0 &&
    ` ${forecast.done} ${forecast.done === 1 ? 'step is' : 'steps are'} done where ${showDecimal(forecast.expected)} are usual by now: ${paceInWords(forecast.pace)}.`
  return (
    <p className="sentence">
      Of sales that stand as this one does,{' '}
      <b>
        half exchange {byDayOrLater(halfBy, onDay)} and 8 in 10 {byDayOrLater(by80, onDay)}
      </b>
      , if the sale holds; {fallsThrough.startsWith('under') ? '' : 'about '}
      <b>{fallsThrough}</b> {/\b1 in/.test(fallsThrough) ? 'falls' : 'fall'} through before. <b>What decides:</b> {decides.words}.
      {sooner}
      {progress}
      {typed !== null && <span className="mut"> The date typed, {showDate(typed)}, does not move this figure.</span>}
    </p>
  )
}

/** All reasons to fall through that hold today, with their factors. Only the largest is in the chance. */
const Risks = ({ risks, fallsThrough }: { risks: Forecast['risks']; fallsThrough: string }) => (
  <section className="panel" aria-labelledby="risks">
    <header>
      <h2 id="risks">Why it may fall through</h2>
      <span className="mut">
        {fallsThrough}; the factor is how many times as often sales with this reason fell through, and only the largest counts
      </span>
    </header>
    <ul className="risk-list">
      {risks.map(({ risk, words, tone, factor }) => (
        <li key={risk}>
          <Tag tone={tone}>{words}</Tag>{' '}
          <span className="tnum">{showFactor(factor) === showFactor(1) ? 'no effect in past sales' : showFactor(factor)}</span>
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

/** The factors of the branch, the firms and the sale itself, with the steps done and the steps expected by now, which may be fewer. */
const Factors = ({ forecast: { factors, done, expected, pace, paceStrength } }: { forecast: Forecast }) => (
  <section className="panel" aria-labelledby="factors">
    <header>
      <h2 id="factors">Quicker or slower</h2>
      <span className="mut">steps done, and expected by now; above × 1 is quicker</span>
    </header>
    <table className="forecast-table">
      <tbody>
        {factors.map((factor) => (
          <tr key={factor.kind}>
            <th scope="row">
              {factor.name}, {factorWords[factor.kind]}
            </th>
            <td className="mut tnum">
              {factor.expected === 0 ? 'nothing learned yet' : doneAndExpected(factor.done, factor.expected)}
            </td>
            <td className="num tnum">{showFactor(factor.factor)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">This sale</th>
          <td className="mut tnum">
            {doneAndExpected(done, expected)}, averaged with {showDecimal(paceStrength)} usual steps
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
      <h2 id="said">Earlier forecasts</h2>
      <span className="mut">and what changed them</span>
    </header>
    <table className="forecast-table">
      <thead>
        <tr>
          <th>On</th>
          <th>Half by</th>
          <th>Changed by</th>
        </tr>
      </thead>
      <tbody>
        {said.map(({ onDay, halfBy, because, eventId }) => (
          <tr key={onDay}>
            <td className="tnum">{showDate(onDay)}</td>
            <td className="tnum">{dayOrLater(halfBy, onDay)}</td>
            <td>
              <ChangedBy
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
    <section className="scroll-x" tabIndex={0} aria-label="Steps to exchange, table">
      <table className="forecast-table">
        <thead>
          <tr>
            <th>Step</th>
            <th>Now</th>
            <th className="num">Half by</th>
            <th className="num">8 in 10 by</th>
            <th className="num">Learned from</th>
            <th className="num">Pace of branch and firm</th>
          </tr>
        </thead>
        <tbody>
          {forecast.rows.map((row) => {
            const isLong = row.status === 'running' && row.usual !== null && (row.days ?? 0) >= row.usual + longerThanUsual
            const decides = forecast.decides.kind === 'step' && forecast.decides.ref === String(row.key)
            return (
              <tr key={row.key} className={classNames(decides && 'deciding')}>
                <td className="step">
                  {row.title} {decides && <span className="vh">, decides</span>}
                </td>
                <td className={classNames('tnum nowrap', isLong && 'long')}>{now(row)}</td>
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
                {link.readyBy === null ? (link.known ? 'later than a year' : 'left out') : `half by ${showDate(link.readyBy)}`}
              </td>
              <td className="mut" colSpan={4}>
                {link.known
                  ? 'ready by its own steps or checklist'
                  : link.readyBy === null
                    ? 'not under offer'
                    : 'nothing is known of it: usual times since its last entry or fall'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
