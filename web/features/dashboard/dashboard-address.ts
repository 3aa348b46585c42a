import type { DateOnly } from '@gya/domain/common/dates.ts'
import { isDateOnly } from '@gya/domain/common/dates.ts'
import { type DashboardView, dashboardViews, type Metric, metricsOfView } from '@gya/domain/features/dashboard/metrics.ts'

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
