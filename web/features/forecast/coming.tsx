import './forecast.css'
import { showDate } from '@gya/domain/common/dates.ts'
import { showPounds } from '@gya/domain/common/money.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { dayOrLater } from '@gya/domain/features/forecast/day-or-later.ts'
import { type ForecastPeriod, type ForecastRow, readComing } from '@gya/domain/features/forecast/forecast.contract.ts'
import { readPast } from '@gya/domain/features/forecast/forecast-lists.contract.ts'
import { useMemo } from 'react'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { HowButton, howAddress } from '../../lib/how-button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { asAtQuery, useAsAt } from './as-at.tsx'
import {
  addressColumn,
  Decides,
  decidesColumn,
  fallsColumn,
  feeColumn,
  halfByColumn,
  type OnDay,
  useForecastSales,
} from './forecast-sales.tsx'
import { learningInWords, showDecimal, showFeeRange } from './forecast-words.ts'
import { placeParams } from './place-params.ts'
import { MonthAxis, RangeStrip, StripKey, TypedDate } from './range-strip.tsx'
import { type Past, WeeksChart } from './weeks-chart.tsx'

/** Null for the whole company. */
export type ForecastScope = { companyId: string; branchId: string | null }

/** Milliseconds between reads while forecasts are being calculated. */
const pendingEvery = 4000

export function useComing(scope: ForecastScope) {
  return useCall(readComing, { params: placeParams(scope), query: asAtQuery(useAsAt()) })
}

/** Exchanges before the day shown, as known on it. */
function usePast(scope: ForecastScope): Past | undefined {
  return useCall(readPast, { params: placeParams(scope), query: asAtQuery(useAsAt()) }).data
}

/** Without open sales and recent exchanges, every figure would be 0. */
const hasFigures = ({ sales, months }: Wire<typeof readComing, 'response'>, past: Past | undefined): boolean =>
  sales > 0 ||
  months.some(({ exchanged }) => exchanged > 0) ||
  (past !== undefined && (past.month.came > 0 || past.weeks.some(({ came }) => came > 0)))

/** Three months, thirteen weeks, and the sales in progress. */
export function ComingTab({ scope }: { scope: ForecastScope }) {
  const { data, error, refetch } = useComing(scope)
  const past = usePast(scope)
  if (!data && error) return <ReadFailed what="forecast" error={error} onRetry={() => void refetch()} />
  return (
    <>
      {!data && <Skeleton width="100%" height={86} />}
      {data && (data.pending > 0 || data.learning !== null) && (
        <Pending scope={scope} left={data.pending} learning={data.learning} />
      )}
      {data && hasFigures(data, past) && (
        <>
          <Months periods={data.months} sales={data.sales} past={past} />
          <WeeksChart past={past} ahead={data.weeks} />
        </>
      )}
      <Sales scope={scope} onDay={data?.onDay} />
    </>
  )
}

type Coming = Wire<typeof readComing, 'response'>

function Pending({ scope, left, learning }: { scope: ForecastScope; left: number; learning: Coming['learning'] }) {
  useCall(readComing, { params: placeParams(scope), query: asAtQuery(useAsAt()) }, { every: pendingEvery })
  return (
    <p className="note" role="status">
      {learning !== null
        ? learningInWords(learning)
        : `${left === 1 ? '1 sale is' : `${left} sales are`} still being calculated and not in the figures yet.`}
    </p>
  )
}

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })

const exchanges = (count: number): string => `${showDecimal(count)} ${count === 1 ? 'exchange' : 'exchanges'}`

function Months({ periods, sales, past }: { periods: readonly ForecastPeriod[]; sales: number; past: Past | undefined }) {
  return (
    <dl className="panel months">
      {periods.map((month, index) => {
        const how = howAddress('period', `${month.first}_${month.last}`)
        return (
          <div key={month.first}>
            <dt>
              <b>{monthName.format(new Date(`${month.first}T00:00Z`))}</b>
              {month.exchanged > 0 && <span>{exchanges(month.exchanged)} so far</span>}
              {month.exchanged === 0 && index === 2 && <span>from sales agreed by today</span>}
            </dt>
            <dd className="fees tnum">
              <HowButton how={how}>{showPounds(Math.round(month.fees))}</HowButton>
              <span>
                <HowButton how={how}>{exchanges(month.count)}</HowButton>
              </span>
            </dd>
            <dd className="range tnum">
              {month.feeRange && month.countRange
                ? `8 in 10: ${showFeeRange(month.feeRange)}, ${month.countRange.low} to ${month.countRange.high} exchanges`
                : `Too few sales for a range: ${sales}`}
            </dd>
          </div>
        )
      })}
      <PastMonth past={past} />
    </dl>
  )
}

/** The previous month: actual exchanges, and the forecast of the week before it. */
function PastMonth({ past }: { past: Past | undefined }) {
  if (!past) return null
  const { month, notYetAgreed } = past
  return (
    <div>
      <dt>
        <b>{monthName.format(new Date(`${month.first}T00:00Z`))}</b>
        <span>actual</span>
      </dt>
      <dd className="fees tnum">
        {showPounds(Math.round(month.cameFees))}
        <span>{exchanges(month.came)}</span>
      </dd>
      <dd className="range tnum">
        {month.said === null
          ? 'No forecast was stored before it.'
          : `Forecast on ${showDate(month.saidOn ?? month.first)}: ${showPounds(Math.round(month.saidFees ?? 0))}, ${exchanges(month.said)}. ${month.agreedSince} agreed after it.`}
      </dd>
      {notYetAgreed.of > 0 && (
        <dd className="range tnum">
          In 12 months, {notYetAgreed.count} of {exchanges(notYetAgreed.of)} {notYetAgreed.count === 1 ? 'was' : 'were'} agreed
          less than 8 weeks before.
        </dd>
      )}
    </div>
  )
}

const columnsOf = (wholeCompany: boolean, onDay: OnDay): readonly Column<ForecastRow>[] => [
  addressColumn(wholeCompany),
  decidesColumn,
  {
    id: 'strip',
    head: onDay === undefined ? '' : <MonthAxis onDay={onDay} />,
    headLabel: 'Picture of the dates',
    className: 'date-range-cell',
    headClassName: 'date-range-cell',
    cell: (row) => (onDay === undefined ? null : <RangeStrip row={row} onDay={onDay} />),
  },
  halfByColumn(onDay),
  { id: 'by80', head: '8 in 10 by', className: 'tnum', cell: ({ by80 }) => (onDay === undefined ? '' : dayOrLater(by80, onDay)) },
  {
    id: 'typed',
    head: 'Typed',
    headLabel: 'Expected exchange as typed',
    className: 'tnum typed-cell',
    headClassName: 'typed-cell',
    cell: ({ typed }) => <TypedDate typed={typed} onDay={onDay} />,
  },
  fallsColumn,
  feeColumn,
]

function Sales({ scope, onDay }: { scope: ForecastScope; onDay: OnDay }) {
  const list = useForecastSales(scope, { name: 'forecast', first: 'halfBy:asc', atRisk: false, onDay })
  const wholeCompany = scope.branchId === null
  const columns = useMemo(() => columnsOf(wholeCompany, onDay), [wholeCompany, onDay])
  return (
    <PagedTable
      label="Sales in progress"
      columns={columns}
      {...list}
      above={
        list.rows?.length === 0 ? undefined : (
          <>
            <span className="mut forecast-key">In the order of the expected exchange, if the sale holds</span>
            <span className="spacer" />
            <StripKey />
          </>
        )
      }
      empty={
        <EmptyState title="No sales in progress">The forecast of a sale appears here once its offer is accepted.</EmptyState>
      }
      card={(row) => (
        <div className="pcard">
          <div className="r1">
            <b>{row.line1}</b>
            <span className="spacer" />
            <span className="tnum">{onDay === undefined ? '' : dayOrLater(row.halfBy, onDay)}</span>
          </div>
          {wholeCompany && <div className="r2 mut">{row.branch.name}</div>}
          <Decides decides={row.decides} />
          {onDay !== undefined && <RangeStrip row={row} onDay={onDay} />}
        </div>
      )}
    />
  )
}
