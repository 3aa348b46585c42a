import { type DateOnly, isDateOnly } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { readMetrics } from '@gya/domain/features/dashboard/dashboard.contract.ts'
import { comparedValue } from '@gya/domain/features/dashboard/metric-change.ts'
import { metricNumber } from '@gya/domain/features/dashboard/metric-values.ts'
import { type DashboardView, dashboardViews, type Metric, metricsOfView } from '@gya/domain/features/dashboard/metrics.ts'
import { useEffect, useMemo } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { useMay } from '../../lib/session/session.tsx'
import { useLocalStorage } from '../../lib/storage/use-local-storage.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { useSearchParams, useSetSearchParams } from '../../lib/url-state/search-params.ts'

/**
 * The search parameters of the dashboard: `tab`, `metric` (whose chart and list are open), `period` (its first day; default
 * the newest), `whose` (`company` for the whole company), `areas` (an area of it) and `branch`.
 */
export type DashboardSearch = {
  branch?: string | undefined
  tab?: string | undefined
  metric?: string | undefined
  period?: string | undefined
  whose?: string | undefined
  areas?: string | undefined
}

export type DashboardState = {
  view: DashboardView
  metric: Metric
  period: DateOnly | null
  wholeCompany: boolean
  area: string | null
}

/** The metric with which a tab opens, if it is not the first. */
const defaultMetrics: Partial<Record<DashboardView, Metric>> = { overall: 'salesAgreed', exchange: 'exchanged' }

export const defaultMetric = (view: DashboardView): Metric => defaultMetrics[view] ?? (metricsOfView(view)[0] as Metric)

export const parseView = (text: string | undefined): DashboardView | undefined => dashboardViews.find((view) => view === text)

/** A branch is only chosen by the URL: the last viewed branch may not be the requested one. */
const isOfCompany = ({ whose, branch }: DashboardSearch): boolean => whose === 'company' || branch === undefined

/** Ignores invalid parameters and metrics of another tab. */
export function parseDashboardSearch(search: DashboardSearch, lastView: string): DashboardState {
  const wholeCompany = isOfCompany(search)
  const view = parseView(search.tab) ?? parseView(lastView) ?? 'overall'
  return {
    view,
    metric: metricsOfView(view).find((metric) => metric === search.metric) ?? defaultMetric(view),
    period: search.period !== undefined && isDateOnly(search.period) ? search.period : null,
    wholeCompany,
    area: wholeCompany && search.areas ? search.areas : null,
  }
}

/** The search parameters of a state, without defaults. */
export const toDashboardSearch = ({
  view,
  metric,
  period,
  wholeCompany,
  area,
}: DashboardState): Omit<DashboardSearch, 'branch'> => ({
  whose: wholeCompany ? 'company' : undefined,
  areas: wholeCompany && area !== null ? area : undefined,
  tab: view,
  metric: metric === defaultMetric(view) && period === null ? undefined : metric,
  period: period ?? undefined,
})

type StateChange = Partial<DashboardState> & { branch?: string }

/**
 * The state of the dashboard from the URL, and the URLs of other states. A missing tab defaults to the last one opened of a branch or
 * of the company; without a branch in the URL, readers with the permission see the whole company.
 */
export function useDashboardState() {
  const search = useSearchParams()
  const canOpenCompany = useMay('dashboard.company')
  const ofBranch = useLocalStorage<string>('dashboard.tab', 'overall')
  const ofCompany = useLocalStorage<string>('dashboard.companyTab', 'overall')
  const [lastView, setLastView] = canOpenCompany && isOfCompany(search) ? ofCompany : ofBranch
  const to = useScopedPath()
  const state = useMemo(() => {
    const parsed = parseDashboardSearch(search, lastView)
    return { ...parsed, wholeCompany: canOpenCompany && parsed.wholeCompany }
  }, [search, lastView, canOpenCompany])
  const viewInUrl = parseView(search.tab)
  useEffect(() => {
    if (viewInUrl !== undefined && viewInUrl !== lastView) setLastView(viewInUrl)
  })
  /** Changing the tab resets the metric; changing the metric resets the period. */
  const hrefOf = ({ branch: nextBranch, ...change }: StateChange): string => {
    const view = change.view ?? state.view
    const metric = change.metric ?? (view === state.view ? state.metric : defaultMetric(view))
    const period = change.period === undefined && change.metric === undefined && view === state.view ? state.period : null
    const next = { ...state, ...change, view, metric, period: change.period ?? period }
    return to('/branch/md', nextBranch === undefined ? {} : { branch: nextBranch }, toDashboardSearch(next))
  }
  const setParams = useSetSearchParams()
  /** Lists another period (null: the newest) without scrolling. */
  const listPeriod = (period: DateOnly | null): void => {
    setParams({ ...toDashboardSearch({ ...state, period }), page: undefined })
  }
  return { ...state, hrefOf, listPeriod }
}

/** The `branchId` that stands for the whole company: the endpoints of branch and company differ in this path segment only. */
export const wholeCompanyId = 'all'

/** A branch or, with `wholeCompanyId`, every branch in reach; with an area, those of the area. */
export type DashboardScope = { companyId: string; branchId: string; areaId?: string | null | undefined }

/** The branches of a scope in a query. */
export const scopeQuery = ({ areaId }: DashboardScope): { areaIds?: string } => (areaId ? { areaIds: areaId } : {})

export const scopeParams = ({ companyId, branchId }: DashboardScope) => ({ companyId, branchId })

type MetricsResponse = Wire<typeof readMetrics, 'response'>
export type WirePeriod = MetricsResponse['periods'][number]

/** The response for a tab; undefined while loading. */
export type MetricsData = MetricsResponse | undefined

/** Reads all metrics of a tab in one call. */
export const useMetrics = (scope: DashboardScope, metrics: readonly Metric[]) =>
  useCall(readMetrics, {
    params: scopeParams(scope),
    query: { durationValue: '4', metrics: metrics.join(), ...scopeQuery(scope) },
  })

/** The values of a metric, one per period, newest first. */
export const metricValues = (data: MetricsData, metric: Metric): (number | null)[] =>
  data?.periods.map(({ key }) => metricNumber(metric, data.data[metric]?.[key])) ?? []

/** The same for a comparison: without the value of a period before the company was known. */
export const comparedValues = (data: MetricsData, metric: Metric): (number | null)[] =>
  metricValues(data, metric).map((value, nth) =>
    nth === 0 ? value : comparedValue(value, data?.periods[nth], data?.knownSince ?? null),
  )

export const periodOf = (data: MetricsData, key: DateOnly): WirePeriod | undefined =>
  data?.periods.find((period) => period.key === key)
