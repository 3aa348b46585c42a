import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { readCompanyMetrics, readMetrics } from '@gya/domain/features/dashboard/dashboard.contract.ts'
import type { Metric } from '@gya/domain/features/dashboard/metrics.ts'
import { metricFigure } from '@gya/domain/features/dashboard/stat.ts'
import { useCall } from '../../platform/use-call.ts'

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
