import type { DateOnly } from '@gya/domain/common/dates.ts'
import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import type { BranchOrCompany } from '@gya/domain/common/scope-params.ts'
import type { Decoded } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import {
  downloadDashboard,
  listMetricProperties,
  readMetric,
  readMetrics,
} from '@gya/domain/features/dashboard/dashboard.contract.ts'
import {
  countsFallenSales,
  type DashboardView,
  groupsOf,
  type Metric,
  viewNames,
} from '@gya/domain/features/dashboard/metrics.ts'
import { durationValue, periodOfKey, periodsOf } from '@gya/domain/features/dashboard/periods.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import type { Caller } from '../../http/access/caller.ts'
import { chosenInAreas } from '../../http/access/chosen-branches.ts'
import { downloadName, findScopeName } from '../../http/route/download-name.ts'
import { csvDownload, registerDownload } from '../../http/route/register-download.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { listFallOffReasons, listMetricRows, readEndOfWeek, readKnownSince, readMetricValues } from './dashboard.read-model.ts'
import { dashboardCsv } from './dashboard-csv.ts'
import type { MetricScope } from './metric-rows.ts'

export function dashboardRoutes(app: FastifyInstance): void {
  registerRoute(app, readMetric, answerMetric)
  registerRoute(app, readMetrics, answerMetrics)
  registerRoute(app, listMetricProperties, answerMetricRows)
  registerDownload(app, downloadDashboard, answerCsv)
}

type DashboardContext<Params, Query = unknown> = {
  params: BranchOrCompany & Params
  query: Query & { areaIds?: string | undefined }
  caller: Caller
  db: Db
  today: DateOnly
}

/** "`all` = every branch in reach", of the chosen areas if any. */
const scopeOf = async ({ params, query, caller, db }: DashboardContext<unknown>): Promise<MetricScope> => {
  const { companyId, branchId } = params
  if (branchId !== null) return { companyId, branchId }
  return { companyId, branchId, branchIds: await chosenInAreas(db, caller, { companyId, areaIds: query.areaIds }) }
}

const commonFields = { durationValue: durationValue as typeof durationValue }

async function answerMetric(context: DashboardContext<{ metric: Metric }>) {
  const { params, db, today } = context
  const scope = await scopeOf(context)
  const { metric } = params
  const periods = periodsOf(today, await readEndOfWeek(db, scope))
  const values = await readMetricValues(db, scope, [metric], periods)
  return {
    ...commonFields,
    metric,
    periods,
    knownSince: await readKnownSince(db, scope, periods),
    data: values[metric] ?? {},
  }
}

async function answerMetrics(context: DashboardContext<unknown, { metrics: string }>) {
  const { query, db, today } = context
  const scope = await scopeOf(context)
  const periods = periodsOf(today, await readEndOfWeek(db, scope))
  const metrics = [...new Set(query.metrics.split(','))] as Metric[]
  const data = await readMetricValues(db, scope, metrics, periods)
  return { ...commonFields, periods, knownSince: await readKnownSince(db, scope, periods), data }
}

type RowsQuery = Decoded<typeof listMetricProperties, 'query'>

/** The list of an unknown period is empty. */
async function answerMetricRows(context: DashboardContext<{ metric: Metric; periodKey: DateOnly }, RowsQuery>) {
  const { params, query, db, today } = context
  const scope = await scopeOf(context)
  const { metric, periodKey } = params
  const period = periodOfKey(periodKey, today, await readEndOfWeek(db, scope))
  if (query.propertyType === 'saleResetProperties' && !countsFallenSales(metric))
    throw new DomainError('VALIDATION_FAILED', {
      issues: [{ path: 'propertyType', message: 'This metric does not count sales that fell off.' }],
    })
  const page = pageRequest(query)
  const { rows, count } = period ? await listMetricRows(db, scope, metric, period, page, today) : { rows: [], count: 0 }
  const reasons = period && countsFallenSales(metric) ? await listFallOffReasons(db, scope, metric, period) : []
  return { data: { [periodKey]: rows }, reasons, paging: toPaging(page, count) }
}

async function answerCsv(context: DashboardContext<unknown, { tab: DashboardView }> & { newId(): string }) {
  const { query, db, today, newId } = context
  const { tab } = query
  const scope = await scopeOf(context)
  const rows = groupsOf(tab).flatMap(({ metrics }) => metrics).length
  const auditEvent = { kind: 'dashboard-downloaded', data: { tab, branchId: scope.branchId, rows } } as const
  const name = downloadName({
    scope: await findScopeName(db, scope),
    subject: `Dashboard, ${viewNames[tab]}`,
    day: today,
    extension: 'csv',
  })
  return csvDownload(name, newId(), auditEvent, await dashboardCsv(db, scope, tab, today))
}
