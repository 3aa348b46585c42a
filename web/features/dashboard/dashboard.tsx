import './dashboard.css'
import './dashboard-print.css'
import { reachesAllBranches } from '@gya/domain/access/permissions.ts'
import { downloadDashboard } from '@gya/domain/features/dashboard/dashboard.contract.ts'
import { showPeriod } from '@gya/domain/features/dashboard/dashboard-export.ts'
import { type DashboardView, dashboardViews, metricsOfView, viewNames } from '@gya/domain/features/dashboard/metrics.ts'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useDownload } from '../../lib/api/use-download.ts'
import { useMay, useMe } from '../../lib/session/session.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { useFollowLink } from '../../ui/navigation/link.tsx'
import type { Tab } from '../../ui/navigation/tabs.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { useAreaOptions, useBranchOptions } from '../common/use-branch-options.ts'
import { chartFailed, csvFailed, lastTwoWeeks } from './dashboard.messages.ts'
import { MetricProperties } from './metric-properties.tsx'
import { MetricTable } from './metric-table.tsx'
import { OverallTiles } from './overall-tiles.tsx'
import { TrendChart } from './trend-chart.tsx'
import {
  type DashboardScope,
  type MetricsData,
  scopeParams,
  scopeQuery,
  useDashboardState,
  useMetrics,
  wholeCompanyId,
} from './use-dashboard.ts'

type BranchChoiceProps = {
  scope: DashboardScope
  hrefOf: (branchId: string, areaId?: string) => string
  showLabel?: boolean
}

/** Prefix of the options that are areas. */
const areaPrefix = 'area:'

/**
 * Selects a branch in the reader's scope or, for administrators and area managers, every branch in reach or those of an area.
 * Hidden if there is only one option.
 */
export function BranchChoice({ scope: { companyId, branchId, areaId }, hrefOf, showLabel = false }: BranchChoiceProps) {
  const follow = useFollowLink()
  const canOpenCompany = useMay('dashboard.company')
  const me = useMe()
  const branches = useBranchOptions(companyId, true)
  const areas = useAreaOptions(companyId, canOpenCompany)
  const every = { value: wholeCompanyId, label: reachesAllBranches(me.type) ? 'Whole company' : 'All my branches' }
  const ofAreas = areas.map(({ value, label }) => ({ value: `${areaPrefix}${value}`, label: `Area ${label}` }))
  const options = [...(canOpenCompany ? [every, ...ofAreas] : []), ...branches]
  if (branches.length === 0 || options.length < 2) return null
  return (
    <SelectField
      label="Branch"
      hideLabel={!showLabel}
      width={200}
      options={options}
      value={areaId ? `${areaPrefix}${areaId}` : branchId}
      onChange={(chosen) =>
        follow(chosen.startsWith(areaPrefix) ? hrefOf(wholeCompanyId, chosen.slice(areaPrefix.length)) : hrefOf(chosen))
      }
    />
  )
}

/** The two compared periods, in the colours of the chart. */
const Periods = ({ data }: { data: MetricsData }) => {
  const [now, before] = data?.periods ?? []
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

const DashboardActions = ({ isExporting, onExport }: { isExporting: boolean; onExport: () => void }) => (
  <Menu
    items={[
      {
        label: 'Export CSV',
        icon: IconDownload,
        disabledReason: isExporting ? 'On its way' : null,
        onSelect: onExport,
      },
      { label: 'Print', icon: IconPrinter, onSelect: () => window.print() },
    ]}
  />
)

type ContentProps = { scope: DashboardScope; state: ReturnType<typeof useDashboardState>; data: MetricsData }

/** The metrics of the open tab, and chart and list of the open metric. */
function DashboardContent({ scope, state, data }: ContentProps) {
  const { view, metric, period, hrefOf, listPeriod } = state
  const newest = data?.periods[0]?.key
  const listed = period ?? newest
  const box = useScrollIntoView(`${view} ${metric} ${period ?? ''}`)
  const opened = (
    <div className={view === 'overall' ? 'drill' : 'opened'} ref={box}>
      <TrendChart
        metric={metric}
        data={data}
        open={listed}
        hrefOf={(key) => hrefOf(key === newest ? { metric } : { metric, period: key })}
      />
      <MetricProperties
        scope={scope}
        metric={metric}
        data={data}
        period={listed}
        onPeriod={(key) => listPeriod(key === newest ? null : key)}
      />
    </div>
  )
  if (view === 'overall')
    return (
      <div className="beside overall">
        <OverallTiles data={data} open={metric} hrefOf={(other) => hrefOf({ metric: other })} />
        {opened}
      </div>
    )
  return (
    <div className="beside">
      <MetricTable tab={view} data={data} open={metric} hrefOf={hrefOf} />
      {opened}
    </div>
  )
}

/** The management dashboard of a branch or of a whole company ([reports §2.5](docs/design/reports.md#2.5)). */
export function Dashboard({ companyId, branchId, frame }: Props) {
  const state = useDashboardState()
  const { view, wholeCompany, area, hrefOf } = state
  const scope = { companyId, branchId: wholeCompany ? wholeCompanyId : (branchId ?? wholeCompanyId), areaId: area }
  const metrics = useMemo(() => metricsOfView(view), [view])
  const { data, error, refetch, isFetching } = useMetrics(scope, metrics)
  const csv = useDownload(downloadDashboard)
  const to = useScopedPath()
  const weekHref = to('/branch/week', {}, wholeCompany ? { whose: 'company', areas: area ?? undefined } : {})
  return frame({
    view,
    tabs: dashboardViews.map((name) => ({ label: viewNames[name], to: hrefOf({ view: name }), current: name === view })),
    actions: (
      <>
        <Periods data={data} />
        <div className="scope-picker">
          <BranchChoice
            scope={scope}
            hrefOf={(id, areaId) =>
              hrefOf(
                id === wholeCompanyId
                  ? { wholeCompany: true, area: areaId ?? null }
                  : { wholeCompany: false, area: null, branch: id },
              )
            }
          />
          <LinkButton to={weekHref}>Week</LinkButton>
          <DashboardActions
            isExporting={csv.pending}
            onExport={() =>
              void csv.download({
                params: scopeParams(scope),
                query: { tab: view, ...scopeQuery(scope) },
              })
            }
          />
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
        {error && !data ? (
          <div className="panel failed">
            <ErrorState title={chartFailed} onRetry={() => void refetch()} pending={isFetching}>
              {error.message}
            </ErrorState>
          </div>
        ) : (
          <DashboardContent scope={scope} state={state} data={data} />
        )}
      </>
    ),
  })
}
