import type { Readable } from 'node:stream'
import type { DateOnly } from '@gya/domain/common/dates.ts'
import { toPounds } from '@gya/domain/common/money.ts'
import { dashboardExportColumns } from '@gya/domain/features/dashboard/dashboard-export.ts'
import { type DashboardView, groupsOf, metricsOfView } from '@gya/domain/features/dashboard/metrics.ts'
import { periodsOf } from '@gya/domain/features/dashboard/periods.ts'
import type { Db } from '../../db/pool.ts'
import { csvRows, csvStream } from '../../infra/csv.ts'
import { readEndOfWeek, readKnownSince, readMetricValues } from './dashboard.read-model.ts'
import type { MetricScope } from './metric-rows.ts'

/** A tab of the dashboard as CSV, with the values of its tiles. */
export async function dashboardCsv(db: Db, scope: MetricScope, tab: DashboardView, today: DateOnly): Promise<() => Readable> {
  const periods = periodsOf(today, await readEndOfWeek(db, scope))
  const values = await readMetricValues(db, scope, metricsOfView(tab), periods)
  const name = await findScopeName(db, scope)
  const lines = groupsOf(tab).flatMap(({ title, metrics }) =>
    metrics.map((metric) => ({
      whose: name,
      group: title,
      metric,
      values: Object.fromEntries(
        Object.entries(values[metric] ?? {}).map(([period, { count, sum, avg }]) => [
          period,
          { count, avg, sum: sum === undefined ? undefined : toPounds(sum) },
        ]),
      ),
    })),
  )
  const columns = dashboardExportColumns(periods, await readKnownSince(db, scope, periods))
  return () =>
    csvStream(
      columns.map(({ head }) => head),
      csvRows(singleBatch(lines), (line) => columns.map(({ cell }) => cell(line))),
    )
}

async function* singleBatch<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows
}

const branchesText = (count: number): string => `${count} ${count === 1 ? 'branch' : 'branches'}`

async function findScopeName(db: Db, { companyId, branchId, branchIds }: MetricScope): Promise<string> {
  if (branchId === null) return branchIds ? branchesText(branchIds.length) : 'Whole company'
  const { name } = await db
    .selectFrom('branch')
    .select('name')
    .where('company_id', '=', companyId)
    .where('id', '=', branchId)
    .executeTakeFirstOrThrow()
  return name
}
