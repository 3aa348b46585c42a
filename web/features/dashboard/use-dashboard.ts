import { type DateOnly, isDateOnly } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { readCompanyMetrics, readMetrics } from '@gya/domain/features/dashboard/dashboard.contract.ts'
import { metricFigure } from '@gya/domain/features/dashboard/metric-values.ts'
import { type DashboardView, dashboardViews, type Metric, metricsOfView } from '@gya/domain/features/dashboard/metrics.ts'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { useMay } from '../../lib/session/session.tsx'
import { useLocalStorage } from '../../lib/storage/use-local-storage.ts'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'

/**
 * The search parameters of the dashboard: `tab`, `metric` (whose chart and list are open), `period` (its first day; default
 * the newest) and `whose` (`company` for the whole company).
 */
export type DashboardSearch = {
  tab?: string | undefined
  metric?: string | undefined
  period?: string | undefined
  whose?: string | undefined
}

export type DashboardState = { view: DashboardView; metric: Metric; period: DateOnly | null; wholeCompany: boolean }

/** The metric that a tab opens with, if not its first. */
const defaultMetrics: Partial<Record<DashboardView, Metric>> = { overall: 'salesAgreed', exchange: 'exchanged' }

export const defaultMetric = (view: DashboardView): Metric => defaultMetrics[view] ?? (metricsOfView(view)[0] as Metric)

export const parseView = (text: string | undefined): DashboardView | undefined => dashboardViews.find((view) => view === text)

/** Ignores invalid parameters and metrics of another tab. */
export function parseDashboardSearch(search: DashboardSearch, lastView: string): DashboardState {
  const view = parseView(search.tab) ?? parseView(lastView) ?? 'overall'
  return {
    view,
    metric: metricsOfView(view).find((metric) => metric === search.metric) ?? defaultMetric(view),
    period: search.period !== undefined && isDateOnly(search.period) ? search.period : null,
    wholeCompany: search.whose === 'company',
  }
}

/** The search parameters of a state, without defaults. */
export const toDashboardSearch = ({
  view,
  metric,
  period,
  wholeCompany,
}: DashboardState): Record<string, string | undefined> => ({
  whose: wholeCompany ? 'company' : undefined,
  tab: view,
  metric: metric === defaultMetric(view) && period === null ? undefined : metric,
  period: period ?? undefined,
})

type StateChange = Partial<DashboardState> & { branch?: string }

/**
 * The state of the dashboard from the URL, and the URLs of other states. A missing tab defaults to the last one opened;
 * without a branch, readers with the permission see the whole company.
 */
export function useDashboardState() {
  const search = useRouterState({ select: (state) => state.location.search as DashboardSearch })
  const [lastView, keepView] = useLocalStorage<string>('dashboard.tab', 'overall')
  const { branch } = useCurrentScope()
  const mayWhole = useMay('dashboard.company')
  const to = useScopedPath()
  const here = useMemo(() => {
    const address = parseDashboardSearch(search, lastView)
    return { ...address, wholeCompany: mayWhole && (address.wholeCompany || branch === undefined) }
  }, [search, lastView, mayWhole, branch])
  const named = parseView(search.tab)
  useEffect(() => {
    if (named !== undefined && named !== lastView) keepView(named)
  })
  /** Changing the tab resets the metric; changing the metric resets the period. */
  const hrefOf = ({ branch: other, ...change }: StateChange): string => {
    const view = change.view ?? here.view
    const metric = change.metric ?? (view === here.view ? here.metric : defaultMetric(view))
    const period = change.period === undefined && change.metric === undefined && view === here.view ? here.period : null
    const next = { ...here, ...change, view, metric, period: change.period ?? period }
    return to('/branch/md', other === undefined ? {} : { branch: other }, toDashboardSearch(next))
  }
  const navigate = useNavigate()
  /** Lists another period (null: the newest) without scrolling. */
  const listPeriod = (period: DateOnly | null): void => {
    const search = { ...toDashboardSearch({ ...here, period }), page: undefined }
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...search }), resetScroll: false } as never)
  }
  return { ...here, hrefOf, listPeriod }
}

/** A branch or, with `branchId` null, the whole company. */
export type DashboardScope = { companyId: string; branchId: string | null }

type MetricsResponse = Wire<typeof readMetrics, 'response'>
export type WirePeriod = MetricsResponse['periods'][number]

/** The response for a tab; undefined while loading. */
export type MetricsData = MetricsResponse | undefined

/** Reads all metrics of a tab in one call. */
export function useMetrics({ companyId, branchId }: DashboardScope, metrics: readonly Metric[]) {
  const query = { durationValue: '4', metrics: metrics.join() } as const
  const ofBranch = useCall(
    readMetrics,
    { params: { companyId, branchId: branchId ?? '' }, query },
    { enabled: branchId !== null },
  )
  const ofCompany = useCall(readCompanyMetrics, { params: { companyId }, query }, { enabled: branchId === null })
  return branchId === null ? ofCompany : ofBranch
}

/** The values of a metric, one per period, newest first. */
export const metricValues = (figures: MetricsData, metric: Metric): (number | null)[] =>
  figures?.periods.map(({ key }) => metricFigure(metric, figures.data[metric]?.[key])) ?? []

export const periodOf = (figures: MetricsData, key: DateOnly): WirePeriod | undefined =>
  figures?.periods.find((period) => period.key === key)
