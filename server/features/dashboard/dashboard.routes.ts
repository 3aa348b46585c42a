import type { DateOnly } from '@gya/domain/common/dates.ts'
import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import type { Decoded } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/errors.ts'
import {
  downloadCompanyDashboard,
  downloadDashboard,
  listCompanyMetricProperties,
  listMetricProperties,
  readCompanyMetric,
  readCompanyMetrics,
  readMetric,
  readMetrics,
} from '@gya/domain/features/dashboard/dashboard.contract.ts'
import { countsFallenSales, type DashboardView, groupsOf, type Metric } from '@gya/domain/features/dashboard/metrics.ts'
import { durationValue, periodOfKey, periodsOf } from '@gya/domain/features/dashboard/periods.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import type { SecurityEvent } from '../../http/access/security-events.ts'
import { csvDownload, registerDownload } from '../../http/route/register-download.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { listMetricRows, type MetricScope, readEndOfWeek, readMetricValues } from './dashboard.read-model.ts'
import { dashboardCsv } from './dashboard-csv.ts'

/** The dashboard of a branch, and of a whole company where `all` stands for the branch. */
export function dashboardRoutes(app: FastifyInstance): void {
  registerRoute(app, readMetric, ({ params, db, today }) => answerMetric(db, params, params.metric, today))
  registerRoute(app, readMetrics, ({ params, query, db, today }) => answerMetrics(db, params, query.metrics, today))
  registerRoute(app, listMetricProperties, ({ params, query, db, today }) =>
    answerMetricRows(db, params, { ...params, query, today }),
  )

  const all = ({ companyId }: { companyId: string }): MetricScope => ({ companyId, branchId: null })
  registerRoute(app, readCompanyMetric, ({ params, db, today }) => answerMetric(db, all(params), params.metric, today))
  registerRoute(app, readCompanyMetrics, ({ params, query, db, today }) => answerMetrics(db, all(params), query.metrics, today))
  registerRoute(app, listCompanyMetricProperties, ({ params, query, db, today }) =>
    answerMetricRows(db, all(params), { ...params, query, today }),
  )

  registerDownload(app, downloadDashboard, async ({ params, query, db, today, newId }) =>
    csvDownload(fileName, newId(), auditEvent(query.tab, params.branchId), await dashboardCsv(db, params, query.tab, today)),
  )
  registerDownload(app, downloadCompanyDashboard, async ({ params, query, db, today, newId }) =>
    csvDownload(fileName, newId(), auditEvent(query.tab, null), await dashboardCsv(db, all(params), query.tab, today)),
  )
}

const fileName = 'Dashboard.csv'

const auditEvent = (tab: DashboardView, branchId: string | null): SecurityEvent => ({
  kind: 'dashboard-downloaded',
  data: { tab, branchId, rows: groupsOf(tab).flatMap(({ metrics }) => metrics).length },
})

const commonFields = { durationValue: durationValue as typeof durationValue }

async function answerMetric(db: Db, whose: MetricScope, metric: Metric, today: DateOnly) {
  const periods = periodsOf(today, await readEndOfWeek(db, whose))
  const figures = await readMetricValues(db, whose, [metric], periods)
  return { ...commonFields, metric, periods, data: figures[metric] ?? {} }
}

async function answerMetrics(db: Db, whose: MetricScope, asked: string, today: DateOnly) {
  const periods = periodsOf(today, await readEndOfWeek(db, whose))
  const metrics = [...new Set(asked.split(','))] as Metric[]
  return { ...commonFields, periods, data: await readMetricValues(db, whose, metrics, periods) }
}

type MetricRowsQuery = {
  metric: Metric
  periodKey: DateOnly
  query: Decoded<typeof listMetricProperties, 'query'>
  today: DateOnly
}

/** Of a period that no screen shows there is nothing to list. */
async function answerMetricRows(db: Db, whose: MetricScope, { metric, periodKey, query, today }: MetricRowsQuery) {
  const period = periodOfKey(periodKey, today, await readEndOfWeek(db, whose))
  if (query.propertyType === 'saleResetProperties' && !countsFallenSales(metric))
    throw new DomainError('VALIDATION_FAILED', {
      issues: [{ path: 'propertyType', message: 'This metric does not count sales that fell off.' }],
    })
  const page = pageRequest(query)
  const { rows, count } = period ? await listMetricRows(db, whose, metric, period, page, today) : { rows: [], count: 0 }
  return { data: { [periodKey]: rows }, paging: toPaging(page, count) }
}
