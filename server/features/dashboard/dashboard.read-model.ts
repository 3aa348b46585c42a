import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { PageRequest } from '@gya/domain/common/paging.ts'
import type { DashboardRow, DashboardValue } from '@gya/domain/features/dashboard/dashboard.contract.ts'
import { type DashboardTab, definitionOf, type Metric, type MetricDefinition } from '@gya/domain/features/dashboard/metrics.ts'
import type { Period } from '@gya/domain/features/dashboard/periods.ts'
import { defaultEndOfWeek, type EndOfWeek } from '@gya/domain/features/dashboard/periods.ts'
import { openStepInfo } from '@gya/domain/features/report/report-row.ts'
import type { OpenStep } from '@gya/domain/features/timeline/due.ts'
import { stepDefinition, type Track } from '@gya/domain/features/timeline/steps.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { canCountInMetrics, metricSql } from './metric-sql.ts'

/** Whose figures: a branch's, or with `branchId` null the whole company's. */
export type MetricScope = { companyId: string; branchId: string | null }

/** The periods as rows `p`, with the company's week before the end of each, the end of the one ahead and the first day of the one under way. */
const periodRows = (periods: readonly Period[]) =>
  sql`(values ${sql.join(periods.map(periodRow))}) as p (nth, first, last, week_first, week_last, week_ahead, this_week)`

const periodRow = ({ first, last, week, weekAhead, weekSoFar }: Period, nth: number) =>
  sql`(${sql.lit(nth)}, ${first}::date, ${last}::date, ${week.first}::date, ${week.last}::date, ${weekAhead.last}::date, ${weekSoFar.first}::date)`

/** A branch, or every branch of the company that is there: both are looked for in the same indexes, which begin with them. */
const inBranches = ({ companyId, branchId }: MetricScope, column: string) =>
  branchId
    ? sql<SqlBool>`${sql.ref(column)} = ${branchId}`
    : sql<SqlBool>`${sql.ref(column)} = any(array(select id from branch where company_id = ${companyId} and deleted_on is null))`

/**
 * How every property that still is in the lists stood on the last day of each period, if it can count at all. Each period
 * looks for its own (offset 0): else PostgreSQL reads every day there ever was, and throws most of them away.
 */
const daysInScope = (whose: MetricScope, periods: readonly Period[]) => sql`
  ${periodRows(periods)}
  cross join lateral (
    select * from property_day d
    where d.company_id = ${whose.companyId} and ${inBranches(whose, 'd.branch_id')} and ${canCountInMetrics}
      and d.since <= p.last and d.until > p.last
      and not exists (
        select from property x where x.company_id = d.company_id and x.id = d.property_id and x.deleted_on is not null)
    offset 0) d`

/** What happened to them up to the end of each period, as far back as these metrics look. */
const happeningsInScope = (whose: MetricScope, periods: readonly Period[], metrics: readonly Metric[]) => sql`
  ${periodRows(periods)}
  cross join (values ${sql.join(happeningWindows(metrics).map(([what, days]) => sql`(${sql.lit(what)}, ${sql.lit(days)})`))}) as a (what, days)
  cross join lateral (
    select * from property_happening h
    where h.company_id = ${whose.companyId} and ${inBranches(whose, 'h.branch_id')}
      and h.what = a.what and h.on_day between least(p.first, p.last - a.days) and p.last
    offset 0) h`

/** What the flows among some metrics count, each with the days before a period's end in which any of them looks for it. */
function happeningWindows(metrics: readonly Metric[]): [what: string, days: number][] {
  const found = new Map<string, number>()
  for (const metric of metrics) {
    const one = metricSql[metric]
    if (one.from === 'happening') found.set(one.what, Math.max(one.days, found.get(one.what) ?? 0))
  }
  return [...found]
}

const aggregatesOf = (metrics: readonly Metric[]): RawBuilder<unknown> =>
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

type MetricsRow = { nth: number; known: boolean } & Record<string, number | null | boolean>

/**
 * Several metrics over several periods, the newest first, in one statement: one pass over the days for all stocks, one
 * over what happened for all flows.
 */
export async function readMetricValues(
  db: Db,
  whose: MetricScope,
  metrics: readonly Metric[],
  periods: readonly Period[],
): Promise<Partial<Record<Metric, Record<DateOnly, DashboardValue>>>> {
  const { rows } = await metricsQuery(whose, metrics, periods).execute(db)
  return Object.fromEntries(
    metrics.map((metric) => [
      metric,
      Object.fromEntries(rows.map((row) => [periods[row.nth]?.key ?? '', toDashboardValue(metric, row)])),
    ]),
  )
}

/** The statement itself, so that its plan can be looked at. */
export function metricsQuery(whose: MetricScope, metrics: readonly Metric[], periods: readonly Period[]): RawBuilder<MetricsRow> {
  const stocks = metrics.filter((metric) => metricSql[metric].from === 'day')
  const flows = metrics.filter((metric) => metricSql[metric].from === 'happening')
  const part = (name: string, named: readonly Metric[], from: () => RawBuilder<unknown>) =>
    named.length === 0
      ? sql``
      : sql`left join (select p.nth, ${aggregatesOf(named)} from ${from()} group by p.nth) ${sql.ref(name)} on ${sql.ref(name)}.nth = p.nth`
  const columns = sql.join([
    ...stocks.map((metric) => columnsOf('stock', metric)),
    ...flows.map((metric) => columnsOf('flow', metric)),
  ])
  return sql<MetricsRow>`
    select p.nth, c.days_kept_since is null or c.days_kept_since <= p.last as known, ${columns}
    from ${periodRows(periods)}
    join company c on c.id = ${whose.companyId}
    ${part('stock', stocks, () => daysInScope(whose, periods))}
    ${part('flow', flows, () => happeningsInScope(whose, periods, flows))}
    order by p.nth`
}

const columnsOf = (part: string, metric: Metric) =>
  sql.join(
    [`${metric}:count`, ...(metricSql[metric].amount ? [`${metric}:amount`] : [])].map(
      (column) => sql`${sql.ref(part)}.${sql.ref(column)} as ${sql.ref(column)}`,
    ),
  )

/** A period in which nothing was found has no row of its own. */
function toDashboardValue(metric: Metric, row: MetricsRow): DashboardValue {
  const { kind, measure } = definitionOf(metric)
  if (kind === 'stock' && !row.known) return {}
  const count = Number(row[`${metric}:count`] ?? 0)
  const amount = row[`${metric}:amount`] as number | null | undefined
  return { count, ...amountOf(measure, amount ?? null) }
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
}

/** A page of what a metric counts in a period, the newest first or by address, and how many there are. */
export async function listMetricRows(
  db: Db,
  whose: MetricScope,
  metric: Metric,
  period: Period,
  { itemsPerPage, currentPage }: PageRequest,
  today: DateOnly,
): Promise<{ rows: DashboardRow[]; count: number }> {
  const definition = metricSql[metric]
  const from = definition.from === 'day' ? daysInScope(whose, [period]) : happeningsInScope(whose, [period], [metric])
  const onDay = definition.from === 'day' ? sql`null::date` : sql`h.on_day`
  const order = definition.from === 'day' ? sql`r.address_sort, r.property_id` : sql`h.on_day desc, r.address_sort, h.id`
  const known =
    definition.from === 'day'
      ? sql`exists (select from company c where c.id = ${whose.companyId} and (c.days_kept_since is null or c.days_kept_since <= p.last))`
      : sql`true`
  const counted = await sql<{
    count: number
  }>`select count(*)::int as count from ${from} where ${definition.where} and ${known}`.execute(db)
  const found = sql.ref(definition.from === 'day' ? 'd' : 'h')
  const { rows } = await sql<Row>`
    select r.property_id, r.company_id, r.branch_id, b.name as branch_name, r.line1, r.postcode, r.phase, ${onDay} as on_day, r.open_steps,
      s.first_name || ' ' || s.last_name as progressor,
      round(${definition.amount ?? sql`null::bigint`})::bigint as amount
    from ${from}
    join property_report r on r.company_id = ${found}.company_id and r.property_id = ${found}.property_id
    join branch b on b.company_id = r.company_id and b.id = r.branch_id
    left join app_user s on s.id = r.b_staff and s.deleted_on is null
    where ${definition.where} and ${known}
    order by ${order} limit ${itemsPerPage} offset ${itemsPerPage * currentPage}`.execute(db)
  return { rows: rows.map((row) => toDashboardRow(row, metric, today)), count: counted.rows[0]?.count ?? 0 }
}

const trackOfTab: Partial<Record<DashboardTab, Track>> = { survey: 'S', legal: 'L', financial: 'F' }

/** What a property waits for: of a metric of one track, among the steps of that track. */
function nextStepFor({ open_steps, phase }: Row, metric: Metric, today: DateOnly): DashboardRow['nextStep'] {
  const track = trackOfTab[definitionOf(metric).tab]
  const openSteps = track ? open_steps.filter(({ key }) => stepDefinition(key)?.type === track) : open_steps
  return openStepInfo({ openSteps, surveys: { done: 0, booked: 0 }, active: phase !== 'withdrawn' }, today).nextStep
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
  }
}

/** When a company's week ends. */
export async function readEndOfWeek(db: Db, { companyId }: Pick<MetricScope, 'companyId'>): Promise<EndOfWeek> {
  const company = await db
    .selectFrom('company')
    .select(['md_day as day', 'md_time as time'])
    .where('id', '=', companyId)
    .executeTakeFirst()
  return company ?? defaultEndOfWeek
}
