import { type DateOnly, showDate } from '@gya/domain/common/dates.ts'
import { showPounds, showPoundsAndPence } from '@gya/domain/common/money.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { listMetricProperties } from '@gya/domain/features/dashboard/dashboard.contract.ts'
import { countsFallenSales, definitionOf, type Metric } from '@gya/domain/features/dashboard/metrics.ts'
import { describeFallOff, notClassified } from '@gya/domain/features/fall-offs/fall-off-reasons.ts'
import { type ReactNode, useMemo } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { today } from '../../lib/today.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { useListParams } from '../../lib/url-state/use-list-params.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { NoRows } from '../../ui/table/no-rows.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { NextStepView } from '../common/next-step.tsx'
import { PhaseBadge } from '../common/phase-badge.tsx'
import { lastTwoWeeks, noProperties } from './dashboard.messages.ts'
import { periodLabel, rowCountLabel } from './metric-labels.ts'
import { type DashboardScope, type MetricsData, periodOf, scopeParams, scopeQuery, wholeCompanyId } from './use-dashboard.ts'

type MetricProperty = Wire<typeof listMetricProperties, 'response'>['data'][string][number]
/** A property can be counted more than once, so the index is the row key. */
type Row = MetricProperty & { index: number }

const NotKnown = () => <span className="mut">Not known</span>
const Reason = ({ row }: { row: Pick<Row, 'reason' | 'restoredOn'> }) =>
  row.reason === null ? <span className="mut">{describeFallOff(row)}</span> : describeFallOff(row)
const percent = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** The amount that a row contributes to the metric. */
function amountColumn(metric: Metric): Column<Row>[] {
  const { measure } = definitionOf(metric)
  const column = (head: string, cell: (row: Row) => ReactNode): Column<Row>[] => [
    { id: 'amount', head, align: 'right', className: 'tnum', cell },
  ]
  switch (measure) {
    case 'fees':
      return column('Expected fee', ({ amount }) => (amount === null ? <NotKnown /> : showPoundsAndPence(amount)))
    case 'averagePrice':
      return column(metric === 'averageAgreedPrice' ? 'Agreed price' : 'Asking price', ({ amount }) =>
        amount === null ? <NotKnown /> : showPounds(amount),
      )
    case 'averagePercent':
      return column('Of asking price', (row) => (row.percent === null ? <NotKnown /> : `${percent.format(row.percent)} %`))
    default:
      return []
  }
}

const columnsOf = (metric: Metric, wholeCompany: boolean): readonly Column<Row>[] => [
  {
    id: 'property',
    head: 'Property',
    main: true,
    className: 'property',
    headClassName: 'property',
    cell: ({ address }) => (
      <span className="address">
        <span>{address.line1},</span> <span className="mut">{address.postcode}</span>
      </span>
    ),
  },
  ...(wholeCompany
    ? [
        {
          id: 'branch',
          head: 'Branch',
          className: 'branch',
          headClassName: 'branch',
          cell: ({ branch }: Row) => branch.name,
        } satisfies Column<Row>,
      ]
    : []),
  {
    id: 'phase',
    head: 'Phase now',
    className: 'phase',
    headClassName: 'phase',
    cell: ({ phase }) => <PhaseBadge phase={phase} />,
  },
  {
    id: 'nextStep',
    head: 'Next step',
    className: 'next',
    cell: ({ nextStep }) => <NextStepView next={nextStep} today={today()} />,
  },
  {
    id: 'progressor',
    head: 'Progressor',
    className: 'progressor',
    cell: ({ progressor }) => progressor ?? <span className="mut">Nobody</span>,
  },
  ...(definitionOf(metric).kind === 'flow'
    ? [
        {
          id: 'on',
          head: 'Date',
          className: 'tnum',
          cell: ({ on }: Row) => (on === null ? '' : showDate(on)),
        } satisfies Column<Row>,
      ]
    : []),
  ...(countsFallenSales(metric)
    ? [
        {
          id: 'reason',
          head: 'Reason',
          className: 'reason',
          cell: (row: Row) => <Reason row={row} />,
        } satisfies Column<Row>,
      ]
    : []),
  ...amountColumn(metric),
]

const PropertyCard = ({ row, metric, wholeCompany }: { row: Row; metric: Metric; wholeCompany: boolean }) => (
  <div className="pcard">
    <div className="r1">
      <b>{row.address.line1},</b> <span className="mut">{row.address.postcode}</span>
      <span className="spacer" />
      {amountColumn(metric).map((column) => (
        <span key={column.id} className="tnum">
          {column.cell(row)}
        </span>
      ))}
    </div>
    <div className="r2">
      <PhaseBadge phase={row.phase} />
      {wholeCompany && <span className="mut">{row.branch.name}</span>}
      <span className="spacer" />
      {row.on && <span className="mut tnum">{showDate(row.on)}</span>}
    </div>
    <div className="r2">
      <NextStepView next={row.nextStep} today={today()} />
      <span className="spacer" />
      {countsFallenSales(metric) ? <Reason row={row} /> : row.progressor && <span className="mut">{row.progressor}</span>}
    </div>
  </div>
)

type MetricSelection = {
  scope: DashboardScope
  metric: Metric
  /** First day of the listed period; undefined while loading. */
  period: DateOnly | undefined
}

/** "10 per page, `properties` or `saleResetProperties`." */
const useMetricProperties = ({ scope, metric, period }: MetricSelection, currentPage: string) =>
  useCall(
    listMetricProperties,
    {
      params: { ...scopeParams(scope), metric, periodKey: period ?? '' },
      query: {
        durationValue: '4',
        itemsPerPage: '10',
        currentPage,
        propertyType: countsFallenSales(metric) ? 'saleResetProperties' : 'properties',
        ...scopeQuery(scope),
      },
    },
    { keep: true, enabled: period !== undefined },
  )

type ReasonCounts = Wire<typeof listMetricProperties, 'response'>['reasons']

/** "Mortgage refused 3 · Survey 1 · Not classified 1" */
const ReasonCounts = ({ reasons }: { reasons: ReasonCounts }) => (
  <ul className="reasons" aria-label="Reasons">
    {reasons.map(({ name, count }) => (
      <li key={name ?? notClassified}>
        <Reason row={{ reason: name, restoredOn: null }} /> <b className="tnum">{count}</b>
      </li>
    ))}
  </ul>
)

const noHistoryText = 'How properties stood on that day is not known: the record of days begins later.'

type RowsRead = {
  data: Pick<Wire<typeof listMetricProperties, 'response'>, 'reasons' | 'paging'> | undefined
  error: { message: string } | null
  refetch: () => unknown
  isPlaceholderData: boolean
}

type MetricRowsProps = {
  metric: Metric
  wholeCompany: boolean
  rows: readonly MetricProperty[] | undefined
  read: RowsRead
  /** The stock of that day is known. */
  isRecorded?: boolean
}

/** A page of rows that a metric counts; its number is in the URL. */
export function MetricRowsTable({ metric, wholeCompany, rows: counted, read, isRecorded = true }: MetricRowsProps) {
  const { data, error, refetch, isPlaceholderData } = read
  const list = useListParams('dashboard')
  const to = useScopedPath()
  const columns = useMemo(() => columnsOf(metric, wholeCompany), [metric, wholeCompany])
  const rows = useMemo(() => counted?.map((row, index) => ({ ...row, index })), [counted])
  const count = data?.paging.count
  return (
    <>
      {data && data.reasons.length > 0 && <ReasonCounts reasons={data.reasons} />}
      <PagedTable
        label={`Listed: ${definitionOf(metric).label}`}
        columns={columns}
        tight
        rows={rows}
        rowKey={({ index }) => String(index)}
        rowHref={(row) => to('/property/edit', { company: row.company, branch: row.branch._id, property: row._id })}
        paging={count ? data?.paging : undefined}
        onPage={data && data.paging.totalPages > 1 ? list.setPage : undefined}
        busy={isPlaceholderData}
        error={data ? undefined : error?.message}
        onRetry={() => void refetch()}
        card={(row) => <PropertyCard row={row} metric={metric} wholeCompany={wholeCompany} />}
        empty={
          <NoRows list={{ ...list, q: '' }} count={count} notFound="">
            <EmptyState title={noProperties}>{isRecorded ? undefined : noHistoryText}</EmptyState>
          </NoRows>
        }
      />
    </>
  )
}

/** The rows of one metric in one period. Use both as React key, so that a loading page never shows rows of another metric. */
function MetricPropertiesTable({ selection, isRecorded }: { selection: MetricSelection; isRecorded: boolean }) {
  const { scope, metric, period } = selection
  const read = useMetricProperties(selection, useListParams('dashboard').query.currentPage)
  const rows = read.data?.data[period ?? '']
  return (
    <MetricRowsTable
      metric={metric}
      wholeCompany={scope.branchId === wholeCompanyId}
      rows={rows}
      read={read}
      isRecorded={isRecorded}
    />
  )
}

type MetricPropertiesProps = MetricSelection & { data: MetricsData; onPeriod: (period: DateOnly) => void }

/** The properties that a metric counts in a period. */
export function MetricProperties({ scope, metric, period, data, onPeriod }: MetricPropertiesProps) {
  const [now, before] = data?.periods ?? []
  const shown = period === undefined ? undefined : periodOf(data, period)
  const count = shown && data?.data[metric]?.[shown.key]?.count
  return (
    <section className="panel counted" aria-labelledby="counted">
      <header>
        <div role="status">
          <h2 id="counted">{data ? listHeading(metric, count, shown !== undefined) : <Skeleton width={88} />}</h2>
          <p className="mut t12">
            {definitionOf(metric).label}
            {shown && <span className="tnum">, {periodLabel(metric, shown)}</span>}
          </p>
        </div>
        <span className="spacer" />
        {now && before && (
          <SegmentedField
            label="Period"
            hideLabel
            options={[
              { value: now.key, label: lastTwoWeeks },
              { value: before.key, label: 'Before' },
            ]}
            value={period}
            onChange={onPeriod}
          />
        )}
      </header>
      <MetricPropertiesTable
        key={`${scope.branchId} ${metric} ${period}`}
        selection={{ scope, metric, period }}
        isRecorded={shown === undefined || count !== undefined}
      />
    </section>
  )
}

/** An old link can name a period outside the six; its count is shown below the list only. */
const listHeading = (metric: Metric, count: number | undefined, isShown: boolean): string => {
  if (count === undefined) return isShown ? 'Not known' : 'Listed'
  return rowCountLabel(metric, count)
}
