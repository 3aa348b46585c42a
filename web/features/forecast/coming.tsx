import './forecast.css'
import { type DateOnly, daysBetween, showDate } from '@gya/domain/common/dates.ts'
import { showPounds } from '@gya/domain/common/money.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { dayOrLater } from '@gya/domain/features/forecast/day-or-later.ts'
import {
  type ForecastPeriod,
  type ForecastRow,
  readComing,
  readCompanyComing,
} from '@gya/domain/features/forecast/forecast.contract.ts'
import { readCompanyPast, readPast } from '@gya/domain/features/forecast/forecast-lists.contract.ts'
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
  branchColumns,
  decidesColumn,
  fallsColumn,
  feeColumn,
  halfByColumn,
  type OnDay,
  useForecastSales,
} from './forecast-sales.tsx'
import { showCount } from './forecast-words.ts'
import { type Past, WeeksChart } from './weeks-chart.tsx'

/** Null for the whole company. */
export type ForecastScope = { companyId: string; branchId: string | null }

/** While sales are being worked out, milliseconds between two reads. */
const pendingEvery = 4000

export function useComing({ companyId, branchId }: ForecastScope) {
  const query = asAtQuery(useAsAt())
  const branch = useCall(readComing, { params: { companyId, branchId: branchId ?? '' }, query }, { enabled: branchId !== null })
  const company = useCall(readCompanyComing, { params: { companyId }, query }, { enabled: branchId === null })
  return branchId === null ? company : branch
}

/** Of today only: as at a past day, what came since was not known. */
function usePast({ companyId, branchId }: ForecastScope): Past | undefined {
  const isToday = useAsAt() === undefined
  const params = { companyId, branchId: branchId ?? '' }
  const branch = useCall(readPast, { params }, { enabled: isToday && branchId !== null })
  const company = useCall(readCompanyPast, { params: { companyId } }, { enabled: isToday && branchId === null })
  return (branchId === null ? company : branch).data
}

/** Without a sale on its way and none that came lately, every figure would be nought. */
const hasFigures = ({ sales, months }: Wire<typeof readComing, 'response'>, past: Past | undefined): boolean =>
  sales > 0 ||
  months.some(({ exchanged }) => exchanged > 0) ||
  (past !== undefined && (past.month.came > 0 || past.weeks.some(({ came }) => came > 0)))

/** Three months, thirteen weeks, and the sales that are on their way. */
export function ComingTab({ scope }: { scope: ForecastScope }) {
  const { data, error, refetch } = useComing(scope)
  const past = usePast(scope)
  if (!data && error) return <ReadFailed what="forecast" error={error} onRetry={() => void refetch()} />
  return (
    <>
      {!data && <Skeleton width="100%" height={86} />}
      {data && hasFigures(data, past) && (
        <>
          <Months periods={data.months} sales={data.sales} past={past} />
          <WeeksChart past={past} ahead={data.weeks} />
        </>
      )}
      {data && data.pending > 0 && <Pending scope={scope} left={data.pending} />}
      <Sales scope={scope} onDay={data?.onDay} />
    </>
  )
}

function Pending({ scope, left }: { scope: ForecastScope; left: number }) {
  const { companyId, branchId } = scope
  const query = asAtQuery(useAsAt())
  useCall(
    readComing,
    { params: { companyId, branchId: branchId ?? '' }, query },
    { enabled: branchId !== null, every: pendingEvery },
  )
  useCall(readCompanyComing, { params: { companyId }, query }, { enabled: branchId === null, every: pendingEvery })
  return (
    <p className="note" role="status">
      {left === 1 ? '1 sale is' : `${left} sales are`} being worked out; the figures are without {left === 1 ? 'it' : 'them'}.
    </p>
  )
}

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })

function Months({ periods, sales, past }: { periods: readonly ForecastPeriod[]; sales: number; past: Past | undefined }) {
  return (
    <dl className="panel months">
      {periods.map((month, index) => (
        <div key={month.first}>
          <dt>
            <b>{monthName.format(new Date(`${month.first}T00:00Z`))}</b>{' '}
            {month.exchanged > 0
              ? `${month.exchanged} ${month.exchanged === 1 ? 'has' : 'have'} exchanged`
              : index === 2
                ? 'from sales agreed by today'
                : ''}
          </dt>
          <dd className="fees tnum">
            <HowButton how={howAddress('period', `${month.first}_${month.last}`)}>{showPounds(Math.round(month.fees))}</HowButton>
            <span>
              <HowButton how={howAddress('period', `${month.first}_${month.last}`)}>
                {showCount(month.count)} {month.count === 1 ? 'exchange' : 'exchanges'}
              </HowButton>
            </span>
          </dd>
          <dd className="range tnum">
            {month.feeRange && month.countRange
              ? `8 in 10: ${showPounds(Math.round(month.feeRange.low))} – ${showPounds(Math.round(month.feeRange.high))}, ${month.countRange.low} to ${month.countRange.high}`
              : `Too few for a range: ${sales === 1 ? '1 sale' : `${sales} sales`}`}
          </dd>
        </div>
      ))}
      <PastMonth past={past} />
    </dl>
  )
}

/** The month before, as said in the week before it and as it came. */
function PastMonth({ past }: { past: Past | undefined }) {
  if (!past) return null
  const { month, notYetAgreed } = past
  return (
    <div>
      <dt>
        <b>{monthName.format(new Date(`${month.first}T00:00Z`))}</b>{' '}
        {month.saidOn === null ? 'as it came' : `as said on ${showDate(month.saidOn)} and as it came`}
      </dt>
      <dd className="fees tnum">
        {showPounds(Math.round(month.cameFees))}
        <span>
          {month.came} {month.came === 1 ? 'exchange' : 'exchanges'}
        </span>
      </dd>
      <dd className="range tnum">
        {month.said === null
          ? 'Nothing was kept before it'
          : `Said ${showPounds(Math.round(month.saidFees ?? 0))}, ${showCount(month.said)}; ${month.agreedSince} agreed since`}
        {notYetAgreed.of > 0 &&
          `. Of ${notYetAgreed.of} in 12 months ${notYetAgreed.count} ${notYetAgreed.count === 1 ? 'was' : 'were'} not yet agreed 8 weeks before`}
      </dd>
    </div>
  )
}

/** Days of the strip's axis. */
const stripDays = 130

/** Half by as a dot, 8 in 10 by as the end of the band, the typed day as a diamond. */
const RangeStrip = ({ row, onDay }: { row: ForecastRow; onDay: DateOnly }) => {
  const x = (day: DateOnly | null): number =>
    Math.min(200, Math.max(0, (200 * (day === null ? stripDays : daysBetween(onDay, day))) / stripDays))
  const [half, late] = [x(row.halfBy), x(row.by80)]
  return (
    <svg className="strip" viewBox="0 0 208 16" aria-hidden="true">
      <rect className="range" x={half + 4} width={Math.max(1, late - half)} y={4} height={8} rx={2} />
      <circle className="half" cx={half + 4} cy={8} r={4} />
      {row.typed !== null && <path className="typed" d={`M${x(row.typed) + 4} 3l5 5-5 5-5-5z`} />}
    </svg>
  )
}

const columnsOf = (wholeCompany: boolean, onDay: OnDay): readonly Column<ForecastRow>[] => [
  addressColumn,
  ...branchColumns(wholeCompany),
  decidesColumn,
  {
    id: 'strip',
    head: 'From today',
    cell: (row) => (onDay === undefined ? null : <RangeStrip row={row} onDay={onDay} />),
  },
  halfByColumn(onDay),
  { id: 'by80', head: '8 in 10 by', className: 'tnum', cell: ({ by80 }) => (onDay === undefined ? '' : dayOrLater(by80, onDay)) },
  {
    id: 'typed',
    head: 'Typed',
    headLabel: 'Expected exchange as typed',
    className: 'tnum',
    cell: ({ typed }) => (typed === null ? '' : showDate(typed)),
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
      label="Sales on their way"
      columns={columns}
      {...list}
      above={
        <span className="mut forecast-key">
          By expected exchange, if the sale holds. The dot is half by, the band ends at 8 in 10 by, the diamond is the day typed.
        </span>
      }
      empty={<EmptyState title="No sale is on its way">When an offer is accepted, its forecast stands here.</EmptyState>}
      card={(row) => (
        <div className="pcard">
          <div className="r1">
            <b>{row.line1}</b>
            <span className="spacer" />
            <span className="tnum">{onDay === undefined ? '' : dayOrLater(row.halfBy, onDay)}</span>
          </div>
          <div className="r2 mut">{row.decides.words}</div>
          {onDay !== undefined && <RangeStrip row={row} onDay={onDay} />}
        </div>
      )}
    />
  )
}
