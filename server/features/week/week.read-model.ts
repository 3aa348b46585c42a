import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import { addDays, type DateOnly } from '@gya/domain/common/dates.ts'
import { toPounds } from '@gya/domain/common/money.ts'
import { metricNumber } from '@gya/domain/features/dashboard/metric-values.ts'
import { definitionOf, type Metric } from '@gya/domain/features/dashboard/metrics.ts'
import { type DateRange, type Period, periodEnding } from '@gya/domain/features/dashboard/periods.ts'
import { describeFallOff } from '@gya/domain/features/fall-offs/fall-off-reasons.ts'
import type { OpenStep } from '@gya/domain/features/timeline/most-urgent-step.ts'
import { countsFees, noTargetOf, paceOf, perMonthAt, targetOfMore, targetToDate } from '@gya/domain/features/week/targets.ts'
import { waitsFor } from '@gya/domain/features/week/waits-for.ts'
import type { Aimed, Week, WeekList, WeekListRow, WeekPersonRow, WeekRow } from '@gya/domain/features/week/week.model.ts'
import { nobodyRow, paceMetricOf, peopleMetrics, type WeekBy, weekMetrics } from '@gya/domain/features/week/week.model.ts'
import {
  comparedPeriods,
  isSoFar,
  kindOfPeriod,
  lookAheadTo,
  maxOwnDays,
  periodSoFar,
  type WeekPeriodKind,
  type WeekSettings,
} from '@gya/domain/features/week/week-periods.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import {
  groupsQuery,
  groupValue,
  type MetricGroup,
  type MetricsRow,
  metricsQuery,
  metricValuesOf,
  readMetricRows,
} from '../dashboard/dashboard.read-model.ts'
import { inBranches, knownSince, type MetricScope } from '../dashboard/metric-rows.ts'
import type { StoredTarget } from './targets.repository.ts'

/** The most rows of a list; its count and fees are of all. */
const mostRows = 50

type AskedWeek = {
  companyId: string
  /** Null: all of the company. */
  branchIds: string[] | null
  areaIds?: string | undefined
  first?: DateOnly | undefined
  last?: DateOnly | undefined
  /** In place of both, by the settings of the company. */
  rangeOf?: (settings: WeekSettings) => DateRange
  as?: WeekPeriodKind | undefined
  by?: WeekBy | undefined
  today: DateOnly
}

export type WeekFrame = {
  scope: MetricScope
  name: string
  company: string
  settings: WeekSettings
  kind: WeekPeriodKind
  by: WeekBy
  periods: DateRange[]
  /** The same with their company weeks, keyed by their number. */
  counted: Period[]
  branches: { id: string; name: string }[]
  targets: PageTarget[]
}

/** With its owner, if that is a person, whose branches are `reached` by them and perhaps not all on the page. */
type PageTarget = StoredTarget & { name: string | null; left: boolean; reached: number | null; whole: boolean | null }

const hasLeft = sql`(u.deleted_on is not null or u.deactivated_on is not null)`

/** Everything that is known before the figures are read: the company's settings, names and targets, and the periods. */
export async function readWeekFrame(db: Db, asked: AskedWeek): Promise<WeekFrame> {
  const { companyId, branchIds, today } = asked
  const row = await readSettings(db, asked)
  const settings = { endOfWeek: { day: row.md_day, time: row.md_time }, yearStarts: row.year_starts }
  const { first, last } = periodSoFar(asked.as && asked.as !== 'own' ? asked.as : 'week', today, settings)
  const range = asked.rangeOf?.(settings) ?? { first: asked.first ?? first, last: asked.last ?? last }
  const kind = kindOfPeriod(range, settings, asked.as)
  const periods = comparedPeriods(kind, range, settings)
  const [one, ...more] = row.branches
  const isOne = branchIds?.length === 1 && one !== undefined && more.length === 0 && asked.areaIds === undefined
  return {
    scope: isOne ? { companyId, branchId: one.id } : { companyId, branchId: null, branchIds },
    name: isOne ? one.name : (row.area ?? (branchIds === null ? row.company : `${row.branches.length} branches`)),
    company: row.company,
    settings,
    kind,
    by: asked.by ?? 'branch',
    periods,
    counted: periods.map((period, nth) => ({ ...periodEnding(period.last, 1, settings.endOfWeek), ...period, key: String(nth) })),
    branches: row.branches,
    targets: row.targets,
  }
}

type Settings = {
  company: string
  area: string | null
  md_day: number
  md_time: string
  year_starts: number
  branches: { id: string; name: string }[]
  targets: PageTarget[]
}

/**
 * Targets: of each owner the one in force when the period begins, and those that begin in it. Those of people count where the page has
 * all of their branches, and are named where it has some. Areas name the page where it has all of theirs.
 */
async function readSettings(db: Db, { companyId, branchIds, areaIds, first, last, today }: AskedWeek): Promise<Settings> {
  const before = first ?? addDays(today, -maxOwnDays)
  const inScope = (column: string) => (branchIds === null ? sql`true` : sql`${sql.ref(column)} = any(${branchIds}::uuid[])`)
  const area =
    areaIds === undefined
      ? sql`null`
      : sql`(select string_agg(a.name, ', ' order by a.name) from area a
          where a.company_id = ${companyId} and a.id = any(${areaIds.split(',')}::uuid[])
          having not bool_or(exists (
            select from branch b where b.company_id = ${companyId} and b.area_id = a.id and b.deleted_on is null and not ${inScope('b.id')})))`
  const { rows } = await sql<Settings>`
    select c.name as company, ${area} as area, c.md_day, c.md_time, c.year_starts,
      coalesce((
        select json_agg(json_build_object('id', b.id, 'name', b.name) order by lower(b.name), b.id) from branch b
        where b.company_id = ${companyId} and b.deleted_on is null and ${inScope('b.id')}), '[]') as branches,
      coalesce((
        select json_agg(json_build_object('branchId', t.branch_id, 'userId', t.user_id, 'metric', t.metric,
          'fromMonth', t.from_month, 'perMonth', t.per_month,
          'name', u.first_name || ' ' || u.last_name, 'left', coalesce(${hasLeft}, false),
          'reached', reach.count, 'whole', reach.whole)) from target t
        left join app_user u on u.id = t.user_id
        left join lateral (
          select count(*)::int as count, bool_and(${inScope('b.id')}) as whole, bool_or(${inScope('b.id')}) as part
          from branch_reach r join branch b on b.id = r.branch_id and b.deleted_on is null
          where r.company_id = ${companyId} and b.company_id = ${companyId} and r.user_id = t.user_id) reach on t.user_id is not null
        where t.company_id = ${companyId} and t.from_month <= ${last ?? today}::date
          and t.from_month >= coalesce((
            select max(x.from_month) from target x
            where x.company_id = ${companyId} and x.branch_id is not distinct from t.branch_id
              and x.user_id is not distinct from t.user_id and x.metric = t.metric and x.from_month <= ${before}::date), ${before}::date)
          and case when t.user_id is null
          then exists (
            select from branch b where b.company_id = ${companyId} and b.id = t.branch_id and b.deleted_on is null and ${inScope('b.id')})
          else reach.part end), '[]') as targets
    from company c where c.id = ${companyId}`.execute(db)
  if (!rows[0]) throw new Error('There is no company.')
  return rows[0]
}

/** Counts, or pounds; stocks before the oldest day that is known are not known. */
const toFigure = (metric: Metric, value: Parameters<typeof metricNumber>[1]): number | null => {
  const figure = metricNumber(metric, value)
  return figure !== null && countsFees(metric) ? toPounds(figure) : figure
}

const columnOf: Record<WeekBy, string> = { branch: 'branch_id', negotiator: 'negotiator_id', progressor: 'progressor_id' }

/** `d` or `h` counts for this person, or for nobody. */
export const isOf = (by: WeekBy, id: string | null) => (row: 'd' | 'h') =>
  sql<boolean>`${sql.ref(`${row}.${columnOf[by]}`)} is not distinct from ${id}::uuid`

type Figures = {
  values: MetricsRow[]
  people: (MetricGroup & { name: string | null; left: boolean })[]
  nobody: number
  knownSince: DateOnly | null
}

const withFallen: readonly Metric[] = [...weekMetrics, 'feesFallOff']

/** One statement: the values of the three periods, those of branches or people, and how many sales belong to nobody. */
async function readFigures(db: Db, { scope, counted, by }: WeekFrame): Promise<Figures> {
  const { companyId } = scope
  const oldest = counted.map(({ last }) => last).toSorted()[0]
  const [period] = counted
  if (!period || oldest === undefined) throw new Error('There is no period.')
  const { rows } = await sql<Figures>`
    select (select json_agg(v) from (${metricsQuery(scope, withFallen, counted)}) v) as values,
      coalesce((select json_agg(g) from (
        select x.*, u.first_name || ' ' || u.last_name as name,
          coalesce(${hasLeft}, false) as left
        from (${groupsQuery(scope, peopleMetrics, { period, column: columnOf[by] })}) x
        left join app_user u on u.id = x.who) g), '[]') as people,
      (select count(*)::int from property_report r
        where r.company_id = ${companyId} and ${inBranches(scope, 'r.branch_id')} and r.phase in ('sold', 'exchanged')
          and ${isThere} and not exists (
            select from app_user u join branch_reach w on w.user_id = u.id
            where u.id = r.b_staff and w.company_id = ${companyId} and w.branch_id = r.branch_id
              and u.type not in ('READER', 'VENDOR') and u.deleted_on is null and u.deactivated_on is null)) as nobody,
      ${knownSince(companyId, oldest)} as "knownSince"`.execute(db)
  if (!rows[0]) throw new Error('There are no figures.')
  return rows[0]
}

const isThere = sql<boolean>`not exists (
  select from property x where x.company_id = r.company_id and x.id = r.property_id and x.deleted_on is not null)`

export async function readWeekOf(db: Db, frame: WeekFrame, today: DateOnly): Promise<Week> {
  const { scope, periods, counted, settings, kind, by, targets } = frame
  const [now = { first: today, last: today }] = periods
  const figures = await readFigures(db, frame)
  const values = metricValuesOf(withFallen, counted, figures.values)
  const isKnown = (metric: Metric, last: DateOnly): boolean =>
    figures.knownSince === null || definitionOf(metric).kind === 'flow' || last >= figures.knownSince
  const aimed = (metric: Metric, value: number | null, of: (target: PageTarget) => boolean): Aimed => {
    const target = sumOfTargets(metric, targets.filter(of), now, today)
    return { target, pace: paceOf(metric, value, target), note: null }
  }
  const rows = weekMetrics.map((metric): WeekRow => {
    const each = counted.map(({ key, last }) => (isKnown(metric, last) ? toFigure(metric, values[metric]?.[key]) : null))
    const without = frame.branches.filter(({ id }) => aimed(metric, null, ({ branchId }) => branchId === id).target === null)
    const all = aimed(metric, each[0] ?? null, ({ branchId }) => branchId !== null)
    if (all.target === null || without.length === 0) return { metric, values: each, ...all }
    return { metric, values: each, ...all, pace: null, note: noTargetOf(without.map(({ name }) => name)) }
  })
  const aheadTo = lookAheadTo(now.last, today, settings)
  return {
    name: frame.name,
    company: frame.company,
    kind,
    soFar: isSoFar(kind, now, settings, today),
    by,
    today,
    periods,
    ...settings,
    rows,
    people: peopleOf(frame, figures.people, {
      isKnown: (metric) => isKnown(metric, now.last),
      aim: (metric, value, id) => {
        const own = aimed(metric, value, (target) => (by === 'branch' ? target.branchId : target.userId) === id)
        const part = targets.find(({ userId, whole }) => userId === id && whole === false)
        if (!part || own.target === null) return own
        return { target: null, pace: null, note: targetOfMore(part.reached ?? 0) }
      },
    }),
    lists: {
      exchanges: await listExchanges(db, scope, aheadTo, today),
      fallen: await listFallen(db, scope, counted[0], values, today),
      moves: await listMoves(db, scope, aheadTo, today),
    },
    aheadTo,
    nobody: figures.nobody,
    knownSince: figures.knownSince,
  }
}

/** Of several branches the sum. Amounts in pounds. */
function sumOfTargets(metric: Metric, targets: readonly StoredTarget[], period: DateRange, today: DateOnly): number | null {
  const given = Map.groupBy(
    targets.filter((target) => target.metric === metric),
    ({ branchId, userId }) => branchId ?? userId,
  )
  // Added up before rounding: the months of all branches as one.
  const months = [...new Set([...given.values()].flat().map(({ fromMonth }) => fromMonth))]
  const added = months.map((fromMonth) => ({
    fromMonth,
    perMonth: [...given.values()].reduce((sum, of) => sum + perMonthAt(of, fromMonth), 0) / (countsFees(metric) ? 100 : 1),
  }))
  return targetToDate(metric, added, period, today)
}

type Aims = {
  isKnown: (metric: Metric) => boolean
  aim: (metric: Metric, value: number | null, id: string) => Aimed
}

/** "Rows by name, never by figure; people who left keep theirs; Nobody last". */
function peopleOf({ by, branches, targets }: WeekFrame, groups: Figures['people'], { isKnown, aim }: Aims): WeekPersonRow[] {
  const paced = paceMetricOf(by)
  const byWho = new Map(groups.map((group) => [group.who, group]))
  const toRow = (id: string, name: string, left = false): WeekPersonRow => {
    const group = byWho.get(id)
    const values = peopleMetrics.map((metric) =>
      !isKnown(metric) ? null : group ? toFigure(metric, groupValue(metric, group)) : 0,
    )
    const _id = id === platformCompanyId ? nobodyRow : id
    return { _id, name, left, values, ...aim(paced, values[peopleMetrics.indexOf(paced)] ?? 0, id) }
  }
  if (by === 'branch') return branches.map(({ id, name }) => toRow(id, name))
  const owners = targets.map(({ userId, name, left }) => ({ who: userId ?? platformCompanyId, name, left }))
  const named = [...new Map([...owners, ...groups].map((person) => [person.who, person])).values()]
    .filter(({ who, name }) => who !== platformCompanyId && name !== null)
    .map(({ who, name, left }) => toRow(who, name ?? '', left))
    .filter(({ values, target }) => target !== null || values.some(Boolean))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB') || (a._id < b._id ? -1 : 1))
  const nobody = [toRow(platformCompanyId, 'Nobody')].filter(({ values }) => values.some(Boolean))
  return [...named, ...nobody]
}

type SaleRow = {
  property_id: string
  branch_id: string
  line1: string
  on: DateOnly
  fee: number | null
  open_steps: OpenStep[]
  mortgage_offer_expires: DateOnly | null
  count: number
  fees: number
  passed: number
}

/** Sales with a day up to the end of the look ahead, the earliest first. */
async function listSales(
  db: Db,
  scope: MetricScope,
  { phase, day, until, today }: { phase: 'sold' | 'exchanged'; day: RawBuilder<unknown>; until: DateOnly; today: DateOnly },
  describe: (row: SaleRow) => Pick<WeekListRow, 'words' | 'tone'>,
): Promise<WeekList> {
  const { rows } = await sql<SaleRow>`
    select r.property_id, r.branch_id, r.line1, ${day} as on, r.expected_fee as fee, r.open_steps, r.mortgage_offer_expires,
      (count(*) over ())::int as count, (coalesce(sum(r.expected_fee) over (), 0))::bigint as fees,
      (count(*) filter (where ${day} < ${today}::date) over ())::int as passed
    from property_report r
    where r.company_id = ${scope.companyId} and ${inBranches(scope, 'r.branch_id')} and r.phase = ${sql.lit(phase)}
      and ${day} <= ${until}::date and ${isThere}
    order by ${day}, r.address_sort, r.property_id limit ${mostRows}`.execute(db)
  return {
    count: rows[0]?.count ?? 0,
    fees: toPounds(rows[0]?.fees ?? 0),
    passed: rows[0]?.passed ?? 0,
    rows: rows.map((row) => ({
      _id: row.property_id,
      branch: row.branch_id,
      line1: row.line1,
      on: row.on,
      fee: row.fee === null ? null : toPounds(row.fee),
      ...describe(row),
    })),
  }
}

/** "sold, typed expected exchange up to the end of the next company week, passed ones first, with what each waits for". */
const listExchanges = (db: Db, scope: MetricScope, until: DateOnly, today: DateOnly): Promise<WeekList> =>
  listSales(
    db,
    scope,
    { phase: 'sold', day: sql`r.expected_exchange`, until, today },
    ({ on, open_steps, mortgage_offer_expires }) =>
      waitsFor({ on, openSteps: open_steps, mortgageOfferExpires: mortgage_offer_expires }, today),
  )

const listMoves = (db: Db, scope: MetricScope, until: DateOnly, today: DateOnly): Promise<WeekList> =>
  listSales(db, scope, { phase: 'exchanged', day: sql`r.completion_date`, until, today }, ({ on }) => ({
    words: '',
    tone: on < today ? 'late' : null,
  }))

/** "Fallen off in the period with reasons". */
async function listFallen(
  db: Db,
  scope: MetricScope,
  period: Period | undefined,
  values: ReturnType<typeof metricValuesOf>,
  today: DateOnly,
): Promise<WeekList> {
  const metric = 'feesFallOff'
  const { count = 0, sum = 0 } = (period && values[metric]?.[period.key]) ?? {}
  const rows = period ? await readMetricRows(db, scope, metric, period, { itemsPerPage: mostRows, currentPage: 0 }, today) : []
  return {
    count,
    fees: toPounds(sum),
    passed: count,
    rows: rows.map(({ _id, branch, address, on, amount, ...fallOff }) => ({
      _id,
      branch: branch._id,
      line1: address.line1,
      on,
      fee: amount === null ? null : toPounds(amount),
      words: describeFallOff(fallOff),
      tone: null,
    })),
  }
}
