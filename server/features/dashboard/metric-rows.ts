import { createHash } from 'node:crypto'
import { type DateOnly, daysBetween } from '@gya/domain/common/dates.ts'
import { type Metric, type MetricWindow, metricKeys, metricWindows } from '@gya/domain/features/dashboard/metrics.ts'
import type { Period } from '@gya/domain/features/dashboard/periods.ts'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { canCountInMetrics } from '../properties/projections/dashboard-rows.ts'
import { metricSql, windowColumns } from './metric-sql.ts'

/** A branch; with `branchId` null, several branches or the whole company. */
export type MetricScope = {
  companyId: string
  branchId: string | null
  branchIds?: readonly string[] | null
  /** Further limits the listed rows: `d` of stocks, `h` of flows. */
  only?: (row: 'd' | 'h') => RawBuilder<SqlBool>
}

const { period: periodWindow, ...otherWindows } = metricWindows
const otherWindowKeys = Object.keys(otherWindows) as Exclude<MetricWindow, 'period'>[]
const periodColumns = ['nth', 'first', 'last', ...otherWindowKeys.flatMap(windowColumns), 'definition']

/** The periods as rows `p`, with the first and last day of each metric window, and the definition that the sums must have. */
export const periodRows = (periods: readonly Period[]) =>
  sql`(values ${sql.join(periods.map(periodRow))}) as p (${sql.join(periodColumns.map((name) => sql.id(name)))})`

const periodRow = (period: Period, nth: number) => {
  const ranges = [periodWindow(period), ...otherWindowKeys.map((window) => otherWindows[window](period))]
  return sql`(${sql.lit(nth)}, ${sql.join(ranges.flatMap(({ first, last }) => [sql`${first}::date`, sql`${last}::date`]))}, ${stockDefinition(period)}::text)`
}

/** The conditions use the same indexes, which start with company and branch. */
export const inBranches = ({ companyId, branchId, branchIds = null }: MetricScope, column: string) => {
  if (branchId) return sql<SqlBool>`${sql.ref(column)} = ${branchId}`
  const some = branchIds === null ? sql`` : sql`and id = any(${branchIds}::uuid[])`
  return sql<SqlBool>`${sql.ref(column)} = any(array(
    select id from branch where company_id = ${companyId} and deleted_on is null ${some}))`
}

/**
 * The state of every property that is not deleted on the last day of each period. `offset 0` makes PostgreSQL look up the rows
 * of each period by index; without it, it scans the whole history.
 */
const daysOf = (periods: RawBuilder<unknown>, { companyId }: MetricScope, branches: RawBuilder<SqlBool>) => sql`
  ${periods}
  cross join lateral (
    select * from property_day d
    where d.company_id = ${companyId} and ${branches} and ${canCountInMetrics}
      and d.since <= p.last and d.until > p.last
      and not exists (
        select from property x where x.company_id = d.company_id and x.id = d.property_id and x.deleted_on is not null)
    offset 0) d`

export const daysInScope = (scope: MetricScope, periods: readonly Period[]) =>
  daysOf(periodRows(periods), scope, inBranches(scope, 'd.branch_id'))

/** The oldest day kept of the company, as an expression; null if a period that ends on `oldest` is known. */
export const knownSince = (companyId: string, oldest: DateOnly) => sql<DateOnly | null>`
  case when not exists (select from property_day where company_id = ${companyId} and since <= ${oldest}::date)
    then (select min(since) from property_day where company_id = ${companyId}) end`

const sumsOfPeriod = ({ companyId }: MetricScope, branch: RawBuilder<unknown>) =>
  sql`property_day_sum s where s.company_id = ${companyId} and s.day = p.last and s.definition = p.definition and s.branch_id = ${branch}`

/** The same, without branches that have sums for the day. */
export const daysWithoutSums = (scope: MetricScope, periods: readonly Period[]) =>
  daysOf(
    sql`(
      select p.*, array(
        select b.id from branch b where b.company_id = ${scope.companyId} and ${isBranch(scope)}
          and not exists (select from ${sumsOfPeriod(scope, sql`b.id`)})) as branches
      from ${periodRows(periods)}) p`,
    scope,
    sql<SqlBool>`d.branch_id = any(p.branches)`,
  )

/** The sums of the branches in scope for the day of `p`, as a JSON array. */
export const storedSums = (scope: MetricScope) => sql`(
  select coalesce(jsonb_agg(x.sums), '[]') from branch b
  cross join lateral (select s.sums from ${sumsOfPeriod(scope, sql`b.id`)}) x
  where b.company_id = ${scope.companyId} and ${isBranch(scope)})`

const isBranch = ({ branchId, branchIds = null }: MetricScope) => {
  if (branchId) return sql<SqlBool>`b.id = ${branchId}`
  const some = branchIds === null ? sql`` : sql`and b.id = any(${branchIds}::uuid[])`
  return sql<SqlBool>`b.deleted_on is null ${some}`
}

export const stocks: readonly Metric[] = metricKeys.filter((metric) => metricSql[metric].from === 'day')

/** Columns that can be added up over branches: the count and, for metrics with an amount, its sum and the number of rows that have one. */
export const stockColumns = (metrics: readonly Metric[]): RawBuilder<unknown> =>
  sql.join(
    metrics.flatMap((metric) => {
      const { where, amount } = metricSql[metric]
      return [
        sql`(count(*) filter (where ${where}))::int as ${sql.ref(`${metric}:count`)}`,
        ...(amount
          ? [
              sql`(coalesce(sum(${amount}) filter (where ${where}), 0))::bigint as ${sql.ref(`${metric}:sum`)}`,
              sql`(count(${amount}) filter (where ${where}))::int as ${sql.ref(`${metric}:amounts`)}`,
            ]
          : []),
      ]
    }),
  )

export const stockColumnNames = (metric: Metric): string[] =>
  (metricSql[metric].amount ? ['count', 'sum', 'amounts'] : ['count']).map((name) => `${metric}:${name}`)

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)
const stockSql = hash(sql`select ${stockColumns(stocks)}, ${canCountInMetrics}`.compile(compiler).sql)

/** Identifies the SQL of the stocks and the windows of a period: sums with another definition are not read. */
export function stockDefinition(period: Period): string {
  const windows = otherWindowKeys.flatMap((window) => {
    const { first, last } = otherWindows[window](period)
    return [daysBetween(period.last, first), daysBetween(period.last, last)]
  })
  return `${stockSql}/${windows.join()}`
}
