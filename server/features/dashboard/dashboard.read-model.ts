import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import { defaultEndOfWeek, type EndOfWeek } from '@gya/domain/common/company-week.ts'
import { type DateOnly, daysBetween } from '@gya/domain/common/dates.ts'
import type { PageRequest } from '@gya/domain/common/paging.ts'
import type { DashboardRow, DashboardValue, ReasonCount } from '@gya/domain/features/dashboard/dashboard.contract.ts'
import {
  countsFallenSales,
  type DashboardTab,
  definitionOf,
  type Metric,
  type MetricDefinition,
  metricDays,
} from '@gya/domain/features/dashboard/metrics.ts'
import type { Period } from '@gya/domain/features/dashboard/periods.ts'
import { openStepInfo } from '@gya/domain/features/report/report-facts.ts'
import type { OpenStep } from '@gya/domain/features/timeline/most-urgent-step.ts'
import { stepDefinition, type Track } from '@gya/domain/features/timeline/step-definitions.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import {
  daysInScope,
  daysWithoutSums,
  inBranches,
  knownSince,
  type MetricScope,
  periodRows,
  stockColumnNames,
  stockColumns,
  storedSums,
} from './metric-rows.ts'
import { metricSql } from './metric-sql.ts'

/** The happenings up to the end of each period, as far back as the windows of these metrics extend. */
const happeningsInScope = (scope: MetricScope, periods: readonly Period[], metrics: readonly Metric[]) => sql`
  ${periodRows(periods)}
  cross join (values ${sql.join(daysBackByHappening(metrics, periods).map(([what, days]) => sql`(${sql.lit(what)}, ${sql.lit(days)})`))}) as a (what, days)
  cross join lateral (
    select * from property_happening h
    where h.company_id = ${scope.companyId} and ${inBranches(scope, 'h.branch_id')}
      and h.what = a.what and h.on_day between p.last - a.days and p.last
    offset 0) h`

/** The kinds of happening that these metrics count, with the number of days before a period's end that their windows cover. */
function daysBackByHappening(metrics: readonly Metric[], periods: readonly Period[]): [what: string, days: number][] {
  const daysBack = new Map<string, number>()
  for (const metric of metrics) {
    const definition = metricSql[metric]
    if (definition.from !== 'happening') continue
    const days = periods.map((period) => daysBetween(metricDays(metric, period).first, period.last))
    daysBack.set(definition.what, Math.max(...days, daysBack.get(definition.what) ?? 0))
  }
  return [...daysBack]
}

const flowColumns = (metrics: readonly Metric[]): RawBuilder<unknown> =>
  sql.join(
    metrics.flatMap((metric) => {
      const { where, amount } = metricSql[metric]
      const mean = definitionOf(metric).measure !== 'fees'
      return [
        sql`(count(*) filter (where ${where}))::int as ${sql.ref(`${metric}:count`)}`,
        ...(amount
          ? [
              mean
                ? sql`(round(avg(${amount}) filter (where ${where})))::bigint as ${sql.ref(`${metric}:amount`)}`
                : sql`(coalesce(sum(${amount}) filter (where ${where}), 0))::bigint as ${sql.ref(`${metric}:amount`)}`,
            ]
          : []),
      ]
    }),
  )

export type MetricsRow = { nth: number; stored: Record<string, number>[] } & Record<string, unknown>
type MetricValues = Partial<Record<Metric, Record<string, DashboardValue>>>

/**
 * The values of several metrics in several periods: one query, with one pass for all stocks and one for all flows. For past days the
 * branches' stored sums are read (`sum-days.ts`); the query adds up the days of branches that have none.
 */
export async function readMetricValues(
  db: Db,
  scope: MetricScope,
  metrics: readonly Metric[],
  periods: readonly Period[],
): Promise<MetricValues> {
  const { rows } = await metricsQuery(scope, metrics, periods).execute(db)
  return metricValuesOf(metrics, periods, rows)
}

/** The oldest day kept of the company; null if every period is known. */
export async function readKnownSince(db: Db, { companyId }: MetricScope, periods: readonly Period[]): Promise<DateOnly | null> {
  const oldest = periods.map(({ last }) => last).toSorted()[0]
  if (oldest === undefined) return null
  const { rows } = await sql<{ since: DateOnly | null }>`select ${knownSince(companyId, oldest)} as since`.execute(db)
  return rows[0]?.since ?? null
}

/** The values of the rows of `metricsQuery`, by the key of the period. */
export const metricValuesOf = (
  metrics: readonly Metric[],
  periods: readonly Period[],
  rows: readonly MetricsRow[],
): MetricValues =>
  Object.fromEntries(
    metrics.map((metric) => [
      metric,
      Object.fromEntries(rows.map((row) => [periods[row.nth]?.key ?? '', toDashboardValue(metric, row)])),
    ]),
  )

/** A row of `groupsQuery`: `who` is the nil id for nobody. */
export type MetricGroup = { who: string } & Record<string, unknown>

/** The values of metrics in one period by a column of days and happenings: they add up to those of `metricsQuery`. */
export function groupsQuery(
  scope: MetricScope,
  metrics: readonly Metric[],
  { period, column }: { period: Period; column: string },
): RawBuilder<MetricGroup> {
  const { stocks, flows } = byKind(metrics)
  const who = (row: string) => sql`coalesce(${sql.ref(`${row}.${column}`)}, ${sql.lit(platformCompanyId)}::uuid)`
  const part = (row: string, columns: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
    sql`(select ${who(row)} as who, ${columns} from ${from} group by 1)`
  return sql<MetricGroup>`
    select coalesce(flow.who, stock.who) as who, ${valueColumns(stocks, flows)}
    from ${part('h', flowColumns(flows), happeningsInScope(scope, [period], flows))} flow
    full join ${part('d', stockColumns(stocks), daysInScope(scope, [period]))} stock on stock.who = flow.who`
}

export const groupValue = (metric: Metric, group: MetricGroup): DashboardValue =>
  toDashboardValue(metric, { ...group, nth: 0, stored: [] })

const byKind = (metrics: readonly Metric[]) => ({
  stocks: metrics.filter((metric) => metricSql[metric].from === 'day'),
  flows: metrics.filter((metric) => metricSql[metric].from === 'happening'),
})

const valueColumns = (stocks: readonly Metric[], flows: readonly Metric[]): RawBuilder<unknown> =>
  sql.join([
    ...stocks.map((metric) => columnsOf('stock', stockColumnNames(metric))),
    ...flows.map((metric) => columnsOf('flow', [`${metric}:count`, ...(metricSql[metric].amount ? [`${metric}:amount`] : [])])),
  ])

export function metricsQuery(scope: MetricScope, metrics: readonly Metric[], periods: readonly Period[]): RawBuilder<MetricsRow> {
  const { stocks, flows } = byKind(metrics)
  const part = (name: string, columns: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
    sql`left join (select p.nth, ${columns} from ${from} group by p.nth) ${sql.ref(name)} on ${sql.ref(name)}.nth = p.nth`
  return sql<MetricsRow>`
    select p.nth, ${stocks.length > 0 ? storedSums(scope) : sql`'[]'::jsonb`} as stored, ${valueColumns(stocks, flows)}
    from ${periodRows(periods)}
    ${stocks.length > 0 ? part('stock', stockColumns(stocks), daysWithoutSums(scope, periods)) : sql``}
    ${flows.length > 0 ? part('flow', flowColumns(flows), happeningsInScope(scope, periods, flows)) : sql``}
    order by p.nth`
}

const columnsOf = (part: string, names: readonly string[]) =>
  sql.join(names.map((column) => sql`${sql.ref(part)}.${sql.ref(column)} as ${sql.ref(column)}`))

function toDashboardValue(metric: Metric, row: MetricsRow): DashboardValue {
  const { measure } = definitionOf(metric)
  if (metricSql[metric].from === 'happening')
    return {
      count: Number(row[`${metric}:count`] ?? 0),
      ...amountOf(measure, (row[`${metric}:amount`] as number | null) ?? null),
    }
  const [count = 0, sum = 0, amounts = 0] = stockColumnNames(metric).map((name) =>
    row.stored.reduce((total, stored) => total + (stored[name] ?? 0), Number(row[name] ?? 0)),
  )
  const mean = amounts === 0 ? null : Math.round(sum / amounts)
  return { count, ...amountOf(measure, measure === 'fees' ? sum : mean) }
}

function amountOf(measure: MetricDefinition['measure'], amount: number | null): Pick<DashboardValue, 'sum' | 'avg'> {
  if (measure === 'count') return {}
  return measure === 'fees' ? { sum: amount ?? 0 } : { avg: amount === null ? null : amount / 100 }
}

type Row = {
  property_id: string
  company_id: string
  branch_id: string
  branch_name: string
  line1: string
  postcode: string
  phase: DashboardRow['phase']
  on_day: DateOnly | null
  amount: number | null
  open_steps: OpenStep[]
  progressor: string | null
  reason: string | null
  restored_on: DateOnly | null
}

/** The current reason and the restoration of the fall-off to which the happening `h` belongs. */
const reasonOfHappening = ({ companyId }: MetricScope) => sql`
  left join lateral (
    select fr.name as reason, london_day(f.restored_on) as restored_on from event e
    join fall_off f on f.company_id = ${companyId} and f.id = (e.data ->> 'fallOffId')::uuid
    left join fall_off_reason fr on fr.company_id = ${companyId} and fr.id = f.reason_id
    where e.company_id = ${companyId} and e.id = h.id) fell on true`

/** Reasons of the fall-offs that a metric counts in a period: most frequent first, not classified ones last. */
export async function listFallOffReasons(db: Db, scope: MetricScope, metric: Metric, period: Period): Promise<ReasonCount[]> {
  const { rows } = await sql<ReasonCount>`
    select fell.reason as name, count(*)::int as count from ${happeningsInScope(scope, [period], [metric])} ${reasonOfHappening(scope)}
    where ${metricSql[metric].where} and ${onlyOf(scope, 'h')}
    group by fell.reason order by fell.reason is null, count(*) desc, fell.reason`.execute(db)
  return rows
}

const onlyOf = ({ only }: MetricScope, row: 'd' | 'h') => only?.(row) ?? sql<SqlBool>`true`

/** A page of the properties that a metric counts in a period, and how many there are. */
export async function listMetricRows(
  db: Db,
  scope: MetricScope,
  metric: Metric,
  period: Period,
  page: PageRequest,
  today: DateOnly,
): Promise<{ rows: DashboardRow[]; count: number }> {
  const { from, where } = countedRows(scope, metric, period)
  const total = await sql<{ count: number }>`select count(*)::int as count from ${from} where ${where}`.execute(db)
  return { rows: await readMetricRows(db, scope, metric, period, page, today), count: total.rows[0]?.count ?? 0 }
}

/** The rows that a metric counts in a period. */
function countedRows(scope: MetricScope, metric: Metric, period: Period) {
  const { from, where } = metricSql[metric]
  return {
    from: from === 'day' ? daysInScope(scope, [period]) : happeningsInScope(scope, [period], [metric]),
    where: sql<SqlBool>`${where} and ${onlyOf(scope, from === 'day' ? 'd' : 'h')}`,
  }
}

/** A page of the properties that a metric counts in a period: flows newest first, stocks by address. */
export async function readMetricRows(
  db: Db,
  scope: MetricScope,
  metric: Metric,
  period: Period,
  { itemsPerPage, currentPage }: PageRequest,
  today: DateOnly,
): Promise<DashboardRow[]> {
  const definition = metricSql[metric]
  const isFallen = countsFallenSales(metric)
  const { from, where } = countedRows(scope, metric, period)
  const onDay = definition.from === 'day' ? sql`null::date` : sql`h.on_day`
  const order = definition.from === 'day' ? sql`r.address_sort, r.property_id` : sql`h.on_day desc, r.address_sort, h.id`
  const source = sql.ref(definition.from === 'day' ? 'd' : 'h')
  const { rows } = await sql<Row>`
    select r.property_id, r.company_id, r.branch_id, b.name as branch_name, r.line1, r.postcode, r.phase, ${onDay} as on_day, r.open_steps,
      s.first_name || ' ' || s.last_name as progressor, ${isFallen ? sql`fell.reason, fell.restored_on` : sql`null as reason, null::date as restored_on`},
      round(${definition.amount ?? sql`null::bigint`})::bigint as amount
    from ${from}
    join property_report r on r.company_id = ${scope.companyId} and r.property_id = ${source}.property_id
    join branch b on b.company_id = r.company_id and b.id = r.branch_id
    left join app_user s on s.id = r.b_staff and s.deleted_on is null
    ${isFallen ? reasonOfHappening(scope) : sql``}
    where ${where}
    order by ${order} limit ${itemsPerPage} offset ${itemsPerPage * currentPage}`.execute(db)
  return rows.map((row) => toDashboardRow(row, metric, today))
}

export type MetricMove = {
  property_id: string
  branch_id: string
  line1: string
  isIn: boolean
  /** The property of a stock, the happening of a flow. */
  rowId: string
  /** Without any change of the row: only the period or its windows moved. */
  byPeriod: boolean
}

/** Properties that a metric counts in only one of two periods: those added and those removed between their ends. */
export async function metricMoves(
  db: Db,
  scope: MetricScope,
  metric: Metric,
  { period, before, limit }: { period: Period; before: Period; limit: number },
): Promise<{ moves: MetricMove[]; added: number; removed: number }> {
  const definition = metricSql[metric]
  const isStock = definition.from === 'day'
  const from = isStock ? daysInScope(scope, [period, before]) : happeningsInScope(scope, [period, before], [metric])
  const source = sql.ref(isStock ? 'd' : 'h')
  // Both periods read the same happenings: new is only one of the last day.
  const byPeriod = isStock
    ? sql<boolean>`(c.nth = 0) = exists (
        select from ${periodRows([period])}, property_day d
        where d.company_id = ${scope.companyId} and d.property_id = c.property_id and ${inBranches(scope, 'd.branch_id')}
          and d.since <= ${before.last}::date and d.until > ${before.last}::date and ${definition.where})`
    : sql<boolean>`c.nth <> 0 or c.on_day < ${period.last}::date`
  const { rows } = await sql<MetricMove & { added: number; removed: number }>`
    with counted as materialized (
      select p.nth, ${isStock ? sql`d.property_id` : sql`h.id`} as id, ${source}.property_id,
        ${isStock ? sql`null::date` : sql`h.on_day`} as on_day
      from ${from}
      where ${definition.where})
    select c.property_id, r.branch_id, r.line1, c.nth = 0 as "isIn", c.id as "rowId", ${byPeriod} as "byPeriod",
      (count(*) filter (where c.nth = 0) over ())::int as added, (count(*) filter (where c.nth <> 0) over ())::int as removed
    from counted c
    join property_report r on r.company_id = ${scope.companyId} and r.property_id = c.property_id
    where not exists (select from counted o where o.nth <> c.nth and o.id = c.id and o.property_id = c.property_id)
    order by c.nth, r.address_sort, c.id
    limit ${limit}`.execute(db)
  return { moves: rows, added: rows[0]?.added ?? 0, removed: rows[0]?.removed ?? 0 }
}

const trackOfTab: Partial<Record<DashboardTab, Track>> = { survey: 'S', legal: 'L', financial: 'F' }

/** The most urgent open step; for a metric of one track, of that track. */
function nextStepFor({ open_steps }: Row, metric: Metric, today: DateOnly): DashboardRow['nextStep'] {
  const { tab } = definitionOf(metric)
  const track = tab && trackOfTab[tab]
  const openSteps = track ? open_steps.filter(({ key }) => stepDefinition(key)?.type === track) : open_steps
  return openStepInfo({ openSteps, surveys: { done: 0, booked: 0 } }, today).nextStep
}

const toDashboardRow = (row: Row, metric: Metric, today: DateOnly): DashboardRow => {
  const percent = definitionOf(metric).measure === 'averagePercent'
  return {
    _id: row.property_id,
    company: row.company_id,
    branch: { _id: row.branch_id, name: row.branch_name },
    address: { line1: row.line1, postcode: row.postcode },
    phase: row.phase,
    on: row.on_day,
    amount: percent ? null : row.amount,
    percent: percent && row.amount !== null ? row.amount / 100 : null,
    nextStep: nextStepFor(row, metric, today),
    progressor: row.progressor,
    reason: row.reason,
    restoredOn: row.restored_on,
  }
}

export async function readEndOfWeek(db: Db, { companyId }: Pick<MetricScope, 'companyId'>): Promise<EndOfWeek> {
  const company = await db
    .selectFrom('company')
    .select(['md_day as day', 'md_time as time'])
    .where('id', '=', companyId)
    .executeTakeFirst()
  return company ?? defaultEndOfWeek
}
