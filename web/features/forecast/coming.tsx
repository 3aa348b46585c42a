import './forecast.css'
import { type DateOnly, daysBetween, showDate, showDayMonth } from '@gya/domain/common/dates.ts'
import { showPounds, showPoundsAndPence } from '@gya/domain/common/money.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import {
  type ForecastPeriod,
  type ForecastRow,
  forecastSorts,
  listCompanyForecastSales,
  listForecastSales,
  readComing,
  readCompanyComing,
} from '@gya/domain/features/forecast/forecast.contract.ts'
import { useMemo } from 'react'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { pagedTableProps, useCall } from '../../lib/api/use-call.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { useListParams } from '../../lib/url-state/use-list-params.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { dayOrLater, showCount } from './forecast-words.ts'

type Coming = Wire<typeof readComing, 'response'>
/** Null for the whole company. */
export type ForecastScope = { companyId: string; branchId: string | null }

/** While sales are being worked out, milliseconds between two reads. */
const pendingEvery = 4000

export function useComing({ companyId, branchId }: ForecastScope) {
  const branch = useCall(readComing, { params: { companyId, branchId: branchId ?? '' } }, { enabled: branchId !== null })
  const company = useCall(readCompanyComing, { params: { companyId } }, { enabled: branchId === null })
  return branchId === null ? company : branch
}

/** Three months, thirteen weeks, and the sales that are on their way. */
export function ComingTab({ scope }: { scope: ForecastScope }) {
  const { data, error, refetch } = useComing(scope)
  if (!data && error) return <ReadFailed what="forecast" error={error} onRetry={() => void refetch()} />
  return (
    <>
      {data ? <Months periods={data.months} sales={data.sales} /> : <Skeleton width="100%" height={86} />}
      {data && data.sales > 0 && <Weeks periods={data.weeks} />}
      {data && data.pending > 0 && <Pending scope={scope} left={data.pending} />}
      <Sales scope={scope} onDay={data?.onDay} />
    </>
  )
}

function Pending({ scope, left }: { scope: ForecastScope; left: number }) {
  const { companyId, branchId } = scope
  useCall(readComing, { params: { companyId, branchId: branchId ?? '' } }, { enabled: branchId !== null, every: pendingEvery })
  useCall(readCompanyComing, { params: { companyId } }, { enabled: branchId === null, every: pendingEvery })
  return (
    <p className="note" role="status">
      {left === 1 ? '1 sale is' : `${left} sales are`} being worked out; the figures are without {left === 1 ? 'it' : 'them'}.
    </p>
  )
}

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })

function Months({ periods, sales }: { periods: readonly ForecastPeriod[]; sales: number }) {
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
            {showPounds(Math.round(month.fees))}
            <span>
              {showCount(month.count)} {month.count === 1 ? 'exchange' : 'exchanges'}
            </span>
          </dd>
          <dd className="range tnum">
            {month.feeRange && month.countRange
              ? `8 in 10: ${showPounds(Math.round(month.feeRange.low))} – ${showPounds(Math.round(month.feeRange.high))}, ${month.countRange.low} to ${month.countRange.high}`
              : `Too few for a range: ${sales === 1 ? '1 sale' : `${sales} sales`}`}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const chart = { width: 960, height: 220, left: 32, right: 8, top: 12, bottom: 40 }

/** Column chart with whiskers; its table is one control away. */
function Weeks({ periods }: { periods: readonly ForecastPeriod[] }) {
  const highest = Math.max(1, ...periods.map(({ count, countRange }) => Math.max(count, countRange?.high ?? 0)))
  // Even, so that the middle line is a whole number.
  const top = 2 * Math.ceil(highest / 2)
  const { width, height, left, right, bottom } = chart
  const step = (width - left - right) / periods.length
  const y = (value: number) => height - bottom - ((height - bottom - chart.top) * value) / top
  const total = periods.reduce((sum, { count }) => sum + count, 0)
  return (
    <section className="panel" aria-labelledby="weeks">
      <header>
        <h2 id="weeks">Exchanges by week</h2>
        <span className="mut">weeks by their last day</span>
        <span className="legend" aria-hidden="true">
          <span>
            <i className="came" /> Came
          </span>
          <span>
            <i className="expected" /> Expected, 8 in 10
          </span>
        </span>
      </header>
      <div className="weeks">
        <section className="scroll-x" tabIndex={0} aria-label="Exchanges by week, chart">
          <svg
            viewBox={`0 0 ${width} ${height}`}
            role="img"
            aria-label={`${showCount(total)} exchanges are expected in the next thirteen weeks.`}
          >
            {[0, top / 2, top].map((value) => (
              <g key={value}>
                <line className="grid" x1={left} x2={width - right} y1={y(value)} y2={y(value)} />
                <text x={left - 8} y={y(value) + 4} textAnchor="end">
                  {showCount(value)}
                </text>
              </g>
            ))}
            {periods.map((week, index) => {
              const x = left + step * index + step / 2
              const bar = Math.min(28, step * 0.5)
              return (
                <g key={week.last}>
                  {week.exchanged > 0 && (
                    <rect className="came" x={x - bar / 2} width={bar} y={y(week.exchanged)} height={y(0) - y(week.exchanged)} />
                  )}
                  <rect
                    className="expected"
                    x={x - bar / 2}
                    width={bar}
                    y={y(week.count)}
                    height={Math.max(1, y(week.exchanged) - y(week.count))}
                  />
                  {week.countRange && (
                    <path
                      className="whisker"
                      d={`M${x} ${y(week.countRange.low)}V${y(week.countRange.high)}M${x - 5} ${y(week.countRange.high)}h10M${x - 5} ${y(week.countRange.low)}h10`}
                    />
                  )}
                  <text x={x} y={height - bottom + 18} textAnchor="middle">
                    {showDayMonth(week.last)}
                  </text>
                </g>
              )
            })}
          </svg>
        </section>
        <details>
          <summary>Show as table</summary>
          <div className="scroll-x">
            <table className="way-table">
              <thead>
                <tr>
                  <th>Week until</th>
                  <th className="num">Came</th>
                  <th className="num">Expected</th>
                  <th className="num">8 in 10</th>
                  <th className="num">Fees</th>
                </tr>
              </thead>
              <tbody>
                {periods.map((week) => (
                  <tr key={week.last}>
                    <td>{showDate(week.last)}</td>
                    <td className="num tnum">{week.exchanged}</td>
                    <td className="num tnum">{showCount(week.count)}</td>
                    <td className="num tnum">
                      {week.countRange ? `${week.countRange.low} to ${week.countRange.high}` : 'Too few'}
                    </td>
                    <td className="num tnum">{showPounds(Math.round(week.fees))}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      </div>
    </section>
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

const columnsOf = (wholeCompany: boolean, onDay: DateOnly | undefined): readonly Column<ForecastRow>[] => [
  { id: 'address', head: 'Address', main: true, sort: 'address', cell: ({ line1 }) => line1 },
  ...(wholeCompany
    ? [{ id: 'branch', head: 'Branch', cell: ({ branch }: ForecastRow) => branch.name } satisfies Column<ForecastRow>]
    : []),
  { id: 'decides', head: 'What decides', className: 'decides', cell: ({ decides }) => decides.words },
  {
    id: 'strip',
    head: 'From today',
    cell: (row) => (onDay === undefined ? null : <RangeStrip row={row} onDay={onDay} />),
  },
  {
    id: 'halfBy',
    head: 'Half by',
    sort: 'halfBy',
    className: 'tnum',
    cell: ({ halfBy }) => (onDay === undefined ? '' : dayOrLater(halfBy, onDay)),
  },
  { id: 'by80', head: '8 in 10 by', className: 'tnum', cell: ({ by80 }) => (onDay === undefined ? '' : dayOrLater(by80, onDay)) },
  {
    id: 'typed',
    head: 'Typed',
    headLabel: 'Expected exchange as typed',
    className: 'tnum',
    cell: ({ typed }) => (typed === null ? '' : showDate(typed)),
  },
  { id: 'falls', head: 'Falls through', sort: 'fallsThrough', cell: ({ fallsThroughWords }) => fallsThroughWords },
  {
    id: 'fee',
    head: 'Expected fee',
    sort: 'fee',
    align: 'right',
    className: 'tnum',
    cell: ({ fee }) => (fee === null ? '' : showPoundsAndPence(fee)),
  },
]

const sorts = forecastSorts.flatMap((by) => [`${by}:asc`, `${by}:desc`] as const)

function Sales({ scope, onDay }: { scope: ForecastScope; onDay: Coming['onDay'] | undefined }) {
  const { companyId, branchId } = scope
  const list = useListParams('forecast', sorts, { first: 25 })
  const [by, direction] = (list.sort ?? 'halfBy:asc').split(':') as [(typeof forecastSorts)[number], 'asc' | 'desc']
  const query = { itemsPerPage: list.query.itemsPerPage, currentPage: list.query.currentPage, sort: by, direction }
  const ofBranch = useCall(
    listForecastSales,
    { params: { companyId, branchId: branchId ?? '' }, query },
    { keep: true, enabled: branchId !== null && onDay !== undefined },
  )
  const ofCompany = useCall(
    listCompanyForecastSales,
    { params: { companyId }, query },
    { keep: true, enabled: branchId === null && onDay !== undefined },
  )
  const rows = branchId === null ? ofCompany : ofBranch
  const to = useScopedPath()
  const columns = useMemo(() => columnsOf(branchId === null, onDay), [branchId, onDay])
  return (
    <PagedTable
      label="Sales on their way"
      columns={columns}
      rowKey={({ _id }) => _id}
      rowHref={({ _id, branch }) => to('/property/forecast', { company: companyId, branch: branch._id, property: _id })}
      sort={{ by, direction }}
      onSort={({ by: column, direction: to_ }) => list.setSort(`${column}:${to_}` as (typeof sorts)[number])}
      onPage={list.setPage}
      onPageSize={list.setSize}
      {...pagedTableProps(rows)}
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
