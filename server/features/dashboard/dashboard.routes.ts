import type { DateOnly } from '@gya/domain/common/dates.ts'
import { pageAsked, pagingOf } from '@gya/domain/common/paging.ts'
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
import type { Db } from '../../db/connect.ts'
import { mount } from '../../http/mount.ts'
import { csvDownload, mountDownload } from '../../http/mount-download.ts'
import type { SecurityEvent } from '../../http/security-events.ts'
import { listRows, readEndOfWeek, readFigures, type Whose } from './dashboard.read-model.ts'
import { dashboardCsv } from './dashboard-csv.ts'

/** The dashboard of a branch, and of a whole company where `all` stands for the branch. */
export function dashboardRoutes(app: FastifyInstance): void {
  mount(app, readMetric, ({ params, db, today }) => oneMetric(db, params, params.metric, today))
  mount(app, readMetrics, ({ params, query, db, today }) => manyMetrics(db, params, query.metrics, today))
  mount(app, listMetricProperties, ({ params, query, db, today }) => rowsOf(db, params, { ...params, query, today }))

  const all = ({ companyId }: { companyId: string }): Whose => ({ companyId, branchId: null })
  mount(app, readCompanyMetric, ({ params, db, today }) => oneMetric(db, all(params), params.metric, today))
  mount(app, readCompanyMetrics, ({ params, query, db, today }) => manyMetrics(db, all(params), query.metrics, today))
  mount(app, listCompanyMetricProperties, ({ params, query, db, today }) => rowsOf(db, all(params), { ...params, query, today }))

  mountDownload(app, downloadDashboard, async ({ params, query, db, today, newId }) =>
    csvDownload(fileName, newId(), exported(query.tab, params.branchId), await dashboardCsv(db, params, query.tab, today)),
  )
  mountDownload(app, downloadCompanyDashboard, async ({ params, query, db, today, newId }) =>
    csvDownload(fileName, newId(), exported(query.tab, null), await dashboardCsv(db, all(params), query.tab, today)),
  )
}

const fileName = 'Dashboard.csv'

const exported = (tab: DashboardView, branchId: string | null): SecurityEvent => ({
  kind: 'dashboard-downloaded',
  data: { tab, branchId, rows: groupsOf(tab).flatMap(({ metrics }) => metrics).length },
})

const answerHead = { durationValue: durationValue as typeof durationValue }

async function oneMetric(db: Db, whose: Whose, metric: Metric, today: DateOnly) {
  const periods = periodsOf(today, await readEndOfWeek(db, whose))
  const figures = await readFigures(db, whose, [metric], periods)
  return { ...answerHead, metric, periods, data: figures[metric] ?? {} }
}

async function manyMetrics(db: Db, whose: Whose, asked: string, today: DateOnly) {
  const periods = periodsOf(today, await readEndOfWeek(db, whose))
  const metrics = [...new Set(asked.split(','))] as Metric[]
  return { ...answerHead, periods, data: await readFigures(db, whose, metrics, periods) }
}

type RowsAsked = {
  metric: Metric
  periodKey: DateOnly
  query: Decoded<typeof listMetricProperties, 'query'>
  today: DateOnly
}

/** Of a period that no screen shows there is nothing to list. */
async function rowsOf(db: Db, whose: Whose, { metric, periodKey, query, today }: RowsAsked) {
  const period = periodOfKey(periodKey, today, await readEndOfWeek(db, whose))
  if (query.propertyType === 'saleResetProperties' && !countsFallenSales(metric))
    throw new DomainError('VALIDATION_FAILED', {
      issues: [{ path: 'propertyType', message: 'This metric does not count sales that fell off.' }],
    })
  const page = pageAsked(query)
  const { rows, count } = period ? await listRows(db, whose, metric, period, page, today) : { rows: [], count: 0 }
  return { data: { [periodKey]: rows }, paging: pagingOf(page, count) }
}
