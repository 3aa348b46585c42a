import './dashboard.css'
import './dashboard-print.css'
import { listBranches } from '@gya/domain/features/branches/branches.contract.ts'
import { downloadCompanyDashboard, downloadDashboard } from '@gya/domain/features/dashboard/dashboard.contract.ts'
import { showPeriod } from '@gya/domain/features/dashboard/metric-values.ts'
import { type DashboardView, dashboardViews, metricsOfView, viewNames } from '@gya/domain/features/dashboard/metrics.ts'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { useDownload } from '../../lib/api/use-download.ts'
import { useMay } from '../../lib/session/session.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { useFollowLink } from '../../ui/navigation/link.tsx'
import type { Tab } from '../../ui/navigation/tabs.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { chartFailed, csvFailed, lastTwoWeeks } from './dashboard.messages.ts'
import { MetricProperties } from './metric-properties.tsx'
import { MetricTable } from './metric-table.tsx'
import { OverallTiles } from './overall-tiles.tsx'
import { TrendChart } from './trend-chart.tsx'
import { type DashboardScope, type MetricsData, useDashboardState, useMetrics } from './use-dashboard.ts'

const wholeCompanyValue = 'all'

type BranchChoiceProps = {
  companyId: string
  /** Null for the whole company. */
  branchId: string | null
  hrefOf: (branchId: string | null) => string
}

/** Selects a branch in the reader's scope or, for administrators, the whole company. Hidden if there is only one option. */
export function BranchChoice({ companyId, branchId, hrefOf }: BranchChoiceProps) {
  const follow = useFollowLink()
  const mayWhole = useMay('dashboard.company')
  const { data } = useCall(listBranches, { params: { companyId }, query: { itemsPerPage: '1000' } })
  const options = [
    ...(mayWhole ? [{ value: wholeCompanyValue, label: 'Whole company' }] : []),
    ...(data?.data ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
  ]
  if (!data || options.length < 2) return null
  return (
    <SelectField
      label="Branch"
      hideLabel
      width={200}
      options={options}
      value={branchId ?? wholeCompanyValue}
      onChange={(chosen) => follow(hrefOf(chosen === wholeCompanyValue ? null : chosen))}
    />
  )
}

/** The two compared periods, in the colours of the chart. */
const Periods = ({ figures }: { figures: MetricsData }) => {
  const [now, before] = figures?.periods ?? []
  if (!now || !before) return <p className="periods" />
  return (
    <p className="periods">
      <span>
        <i className="now" />
        <b>{lastTwoWeeks}</b> {showPeriod(now)}
      </span>
      <span>
        <i className="before" />
        Before {showPeriod(before)}
      </span>
    </p>
  )
}

function useExport({ companyId, branchId }: DashboardScope, tab: DashboardView) {
  const ofBranch = useDownload(downloadDashboard)
  const ofCompany = useDownload(downloadCompanyDashboard)
  const asked = { query: { tab }, fileName: 'Dashboard.csv' }
  const { pending, failed } = branchId === null ? ofCompany : ofBranch
  const start = () =>
    branchId === null
      ? ofCompany.download({ params: { companyId }, ...asked })
      : ofBranch.download({ params: { companyId, branchId }, ...asked })
  return { start, pending, failed }
}

/** Scrolls the opened metric into view, which is below the tiles or, on a phone, below everything. */
function useScrollIntoView(opened: string) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(opened)
  useEffect(() => {
    if (before.current === opened) return
    before.current = opened
    const height = box.current?.offsetHeight ?? 0
    box.current?.scrollIntoView({ block: height < window.innerHeight ? 'nearest' : 'start' })
  }, [opened])
  return box
}

type Props = {
  companyId: string
  branchId: string | undefined
  /** The page around it, with the scope as title. */
  frame: (parts: { view: DashboardView; actions: ReactNode; tabs: readonly Tab[]; content: ReactNode }) => ReactNode
}

const DashboardActions = ({ csv }: { csv: ReturnType<typeof useExport> }) => (
  <Menu
    items={[
      {
        label: 'Export CSV',
        icon: IconDownload,
        disabledReason: csv.pending ? 'On its way' : null,
        onSelect: () => void csv.start(),
      },
      { label: 'Print', icon: IconPrinter, onSelect: () => window.print() },
    ]}
  />
)

type ContentProps = { whose: DashboardScope; address: ReturnType<typeof useDashboardState>; figures: MetricsData }

/** The metrics of the open tab, and chart and list of the open metric. */
function DashboardContent({ whose, address, figures }: ContentProps) {
  const { view, metric, period, hrefOf, listPeriod } = address
  const newest = figures?.periods[0]?.key
  const listed = period ?? newest
  const box = useScrollIntoView(`${view} ${metric} ${period ?? ''}`)
  const opened = (
    <div className={view === 'overall' ? 'drill' : 'opened'} ref={box}>
      <TrendChart
        metric={metric}
        figures={figures}
        open={listed}
        hrefOf={(key) => hrefOf(key === newest ? { metric } : { metric, period: key })}
      />
      <MetricProperties
        whose={whose}
        metric={metric}
        figures={figures}
        period={listed}
        onPeriod={(key) => listPeriod(key === newest ? null : key)}
      />
    </div>
  )
  if (view === 'overall')
    return (
      <div className="beside overall">
        <OverallTiles figures={figures} open={metric} hrefOf={(asked) => hrefOf({ metric: asked })} />
        {opened}
      </div>
    )
  return (
    <div className="beside">
      <MetricTable tab={view} figures={figures} open={metric} hrefOf={hrefOf} />
      {opened}
    </div>
  )
}

/** The management dashboard of a branch or of a whole company (reports document, section 2.5). */
export function Dashboard({ companyId, branchId, frame }: Props) {
  const address = useDashboardState()
  const { view, wholeCompany, hrefOf } = address
  const whose: DashboardScope = { companyId, branchId: wholeCompany ? null : (branchId ?? null) }
  const metrics = useMemo(() => metricsOfView(view), [view])
  const { data: figures, error, refetch, isFetching } = useMetrics(whose, metrics)
  const csv = useExport(whose, view)
  return frame({
    view,
    tabs: dashboardViews.map((name) => ({ label: viewNames[name], to: hrefOf({ view: name }), current: name === view })),
    actions: (
      <>
        <Periods figures={figures} />
        <div className="whose">
          <BranchChoice
            companyId={companyId}
            branchId={whose.branchId}
            hrefOf={(chosen) => hrefOf(chosen === null ? { wholeCompany: true } : { wholeCompany: false, branch: chosen })}
          />
          <DashboardActions csv={csv} />
        </div>
      </>
    ),
    content: (
      <>
        {csv.failed !== null && (
          <Notice tone="bad" title={csvFailed}>
            {csv.failed}
          </Notice>
        )}
        {error && !figures ? (
          <div className="panel failed">
            <ErrorState title={chartFailed} onRetry={() => void refetch()} pending={isFetching}>
              {error.message}
            </ErrorState>
          </div>
        ) : (
          <DashboardContent whose={whose} address={address} figures={figures} />
        )}
      </>
    ),
  })
}
