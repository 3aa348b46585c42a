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
 * What the address of the dashboard says: `tab`, `metric` (the stat whose chart and list are open), `period` (its first day;
 * the newest where it is left out) and `whose` (`company` for the whole of it). So every state can be shared, and Back
 * returns to the one before.
 */
export type DashboardSearch = {
  tab?: string | undefined
  metric?: string | undefined
  period?: string | undefined
  whose?: string | undefined
}

export type DashboardState = { view: DashboardView; metric: Metric; period: DateOnly | null; wholeCompany: boolean }

/** The stat that a tab opens with; the first where none is named here. */
const defaultMetrics: Partial<Record<DashboardView, Metric>> = { overall: 'salesAgreed', exchange: 'exchanged' }

export const defaultMetric = (view: DashboardView): Metric => defaultMetrics[view] ?? (metricsOfView(view)[0] as Metric)

export const parseView = (text: string | undefined): DashboardView | undefined => dashboardViews.find((view) => view === text)

/** What cannot be read is as if it were not there; a stat of another tab is not opened in this one. */
export function parseDashboardSearch(search: DashboardSearch, lastView: string): DashboardState {
  const view = parseView(search.tab) ?? parseView(lastView) ?? 'overall'
  return {
    view,
    metric: metricsOfView(view).find((metric) => metric === search.metric) ?? defaultMetric(view),
    period: search.period !== undefined && isDateOnly(search.period) ? search.period : null,
    wholeCompany: search.whose === 'company',
  }
}

/** An address of the dashboard in search parameters; what it opens with by itself is left out. */
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
 * Where the reader is in the dashboard, and the address of any other state of it. The tab that an address leaves out is the
 * one that was open last. Without a branch, and with the right to it, it is the whole company.
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
  /** A change of the tab opens its own first stat; a change of the stat, the newest period. */
  const hrefOf = ({ branch: other, ...change }: StateChange): string => {
    const view = change.view ?? here.view
    const metric = change.metric ?? (view === here.view ? here.metric : defaultMetric(view))
    const period = change.period === undefined && change.metric === undefined && view === here.view ? here.period : null
    const next = { ...here, ...change, view, metric, period: change.period ?? period }
    return to('/branch/md', other === undefined ? {} : { branch: other }, toDashboardSearch(next))
  }
  const navigate = useNavigate()
  /** Lists another period of the same stat; what is in sight stays there. The newest is null. */
  const listPeriod = (period: DateOnly | null): void => {
    const search = { ...toDashboardSearch({ ...here, period }), page: undefined }
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...search }), resetScroll: false } as never)
  }
  return { ...here, hrefOf, listPeriod }
}

/** Whose figures: a branch's, or with `branchId` null the whole company's. */
export type DashboardScope = { companyId: string; branchId: string | null }

type MetricsResponse = Wire<typeof readMetrics, 'response'>
export type WirePeriod = MetricsResponse['periods'][number]

/** A tab's figures as they came; undefined while they are on their way. */
export type MetricsData = MetricsResponse | undefined

/** The figures of a tab, all in one call. */
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

/** A metric's figures, the newest period first, as many as there are periods. */
export const metricValues = (figures: MetricsData, metric: Metric): (number | null)[] =>
  figures?.periods.map(({ key }) => metricFigure(metric, figures.data[metric]?.[key])) ?? []

export const periodOf = (figures: MetricsData, key: DateOnly): WirePeriod | undefined =>
  figures?.periods.find((period) => period.key === key)
