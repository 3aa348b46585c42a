import { addDays, type DateOnly, daysBetween } from '@gya/domain/common/dates.ts'
import { type PageRequest } from '@gya/domain/common/paging.ts'
import { type EndOfWeek, lastDayOfWeek } from '@gya/domain/features/dashboard/periods.ts'
import { oneIn } from '@gya/domain/features/forecast/falling-through.ts'
import type { ForecastPeriod, ForecastRow, forecastSorts } from '@gya/domain/features/forecast/forecast.contract.ts'
import type { DecidesView } from '@gya/domain/features/forecast/forecast.model.ts'
import {
  fewestSalesForRange,
  forecastPeriod,
  noSums,
  type PeriodForecast,
  type PeriodSums,
  type Unit,
} from '@gya/domain/features/forecast/forecast-period.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { AskedDay } from './asked-day.ts'
import type { ForecastScope } from './sale-forecasts.repository.ts'
import { daysAhead } from './work-out-forecast.ts'

export type Stretch = { first: DateOnly; last: DateOnly }

/** The month of a day, or one some months later. */
export function monthOf(day: DateOnly, ahead: number): Stretch {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const start = (months: number): DateOnly => {
    const index = year * 12 + (month - 1) + months
    return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}-01`
  }
  return { first: start(ahead), last: addDays(start(ahead + 1), -1) }
}

/** "This one and 12 weeks or 3 months ahead." */
export function periodsAhead(today: DateOnly, endOfWeek: EndOfWeek): { months: Stretch[]; weeks: Stretch[] } {
  const firstWeekEnds = lastDayOfWeek(today, endOfWeek)
  return {
    months: [0, 1, 2].map((ahead) => monthOf(today, ahead)),
    weeks: Array.from({ length: 13 }, (_, ahead) => {
      const last = addDays(firstWeekEnds, 7 * ahead)
      return { first: addDays(last, -6), last }
    }),
  }
}

/** The kept forecasts `f` of the day: those of today, or those that were worked out again as at a past day. */
export const forecasts = ({ isPast }: AskedDay) => sql.table(isPast ? 'sale_forecast_as_at' : 'sale_forecast')

/** The scope of rows `f`: with a branch the condition names it, so that its index is used. */
export const inScope = ({ companyId, branchId }: ForecastScope, { day }: AskedDay) =>
  branchId === null
    ? sql`f.company_id = ${companyId} and f.on_day = ${day}`
    : sql`f.company_id = ${companyId} and f.branch_id = ${branchId}::uuid and f.on_day = ${day}`

/** Chances of each period that is asked for. */
export type UnitRow = { property_id: string; linked: string[]; fee: number | null; chances: number[] }

/** Chance of an exchange by the end of a day from today; before today 0, after the last day that is kept as on the last. */
const chanceBy = (day: number) => (day < 0 ? sql`0` : sql`f.by_day[${sql.lit(Math.min(day + 1, daysAhead))}]`)
export const chanceIn = ({ first, last }: Stretch, today: DateOnly) =>
  sql`${chanceBy(daysBetween(today, last))} - ${chanceBy(daysBetween(today, first) - 1)}`

/** Sales of one chain within the company, and how often another names them. */
const isLinked = (companyId: string, asked: AskedDay) => sql`(f.linked <> '{}' or f.property_id in (
  select unnest(o.linked) from ${forecasts(asked)} o where o.company_id = ${companyId} and o.on_day = ${asked.day} and o.linked <> '{}'))`

const readUnits = async (db: Db, scope: ForecastScope, periods: readonly Stretch[], asked: AskedDay, linkedOnly: boolean) =>
  (
    await sql<UnitRow>`
      select f.property_id, f.linked, f.fee, array[${sql.join(periods.map((period) => chanceIn(period, asked.day)))}] as chances
      from ${forecasts(asked)} f
      where ${inScope(scope, asked)} ${linkedOnly ? sql`and ${isLinked(scope.companyId, asked)}` : sql``}
      order by f.property_id`.execute(db)
  ).rows

type SumRow = { sales: number; fees: number; [sum: string]: number }

/** What single sales add up to: exchanges and fees of each period, and the squares of their spreads. */
async function sumSingles(db: Db, scope: ForecastScope, periods: readonly Stretch[], asked: AskedDay): Promise<PeriodSums[]> {
  const ofPeriods = periods.map((_, index) => {
    const chance = sql.ref(`c.p${index}`)
    return sql`count(*) filter (where ${chance} > 0)::int as ${sql.ref(`n${index}`)},
      coalesce(sum(${chance}), 0)::float8 as ${sql.ref(`count${index}`)}, coalesce(sum(${chance} * c.fee), 0)::float8 as ${sql.ref(`fees${index}`)},
      coalesce(sum(${chance} * (1 - ${chance})), 0)::float8 as ${sql.ref(`spread${index}`)},
      coalesce(sum(${chance} * (1 - ${chance}) * c.fee * c.fee), 0)::float8 as ${sql.ref(`feespread${index}`)}`
  })
  const { rows } = await sql<SumRow>`
    select count(*)::int as sales, coalesce(sum(c.fee), 0)::float8 as fees, ${sql.join(ofPeriods)}
    from (
      select coalesce(f.fee, 0)::float8 as fee, ${sql.join(
        periods.map((period, index) => sql`(${chanceIn(period, asked.day)})::float8 as ${sql.ref(`p${index}`)}`),
      )}
      from ${forecasts(asked)} f
      where ${inScope(scope, asked)} and not ${isLinked(scope.companyId, asked)}
      offset 0) c`.execute(db)
  const [row] = rows
  return periods.map((_, index) => ({
    units: row?.[`n${index}`] ?? 0,
    sales: row?.sales ?? 0,
    feesInAll: row?.fees ?? 0,
    count: row?.[`count${index}`] ?? 0,
    fees: row?.[`fees${index}`] ?? 0,
    countSpread: row?.[`spread${index}`] ?? 0,
    feeSpread: row?.[`feespread${index}`] ?? 0,
  }))
}

/**
 * Above this many open sales, single ones are added up by the database: only sums are needed then, as their number is far above
 * that of the exact distribution.
 */
const mostSalesRead = 1000

type PeriodsAsOf = AskedDay & { widening: number; exactUpTo?: number }

async function readForecasts(
  db: Db,
  scope: ForecastScope,
  periods: readonly Stretch[],
  { widening, exactUpTo = mostSalesRead, ...asked }: PeriodsAsOf,
) {
  const { rows } = await sql<{
    sales: number
  }>`select count(*)::int as sales from ${forecasts(asked)} f where ${inScope(scope, asked)}`.execute(db)
  const sales = rows[0]?.sales ?? 0
  const isLarge = sales > exactUpTo
  const units = await readUnits(db, scope, periods, asked, isLarge)
  const chains = chainsOf(units)
  const sums = isLarge ? await sumSingles(db, scope, periods, asked) : periods.map(() => noSums)
  return { sales, periods: sums.map((ofPeriod, index) => forecastPeriod(unitsOf(units, index, chains), widening, ofPeriod)) }
}

/** Expected exchanges and fees of periods: statements over the chances by day. */
export async function readPeriods(
  db: Db,
  scope: ForecastScope,
  periods: readonly Stretch[],
  asOf: PeriodsAsOf,
): Promise<{ sales: number; periods: ForecastPeriod[] }> {
  const { companyId, branchId } = scope
  const { day, isPast } = asOf
  const firstDay = periods.reduce((earliest, { first }) => (first < earliest ? first : earliest), day)
  const [open, exchanged] = await Promise.all([
    readForecasts(db, scope, periods, asOf),
    // As they were known on the day; of properties that were deleted since, none.
    sql<{ nth: number; count: number; fees: number }>`
      select p.nth::int, count(*)::int as count, coalesce(sum(d.expected_fee), 0)::int as fees
      from sale_day d
      join unnest(${periods.map(({ first }) => first)}::date[], ${periods.map(({ last }) => last)}::date[])
        with ordinality as p (first, last, nth) on d.exchanged_on between p.first and p.last
      ${isPast ? sql`join sale s on s.company_id = d.company_id and s.id = d.sale_id and s.outcome <> 'deleted'` : sql``}
      where d.company_id = ${companyId} and (${branchId}::uuid is null or d.branch_id = ${branchId}::uuid)
        and d.exchanged_on between ${firstDay}::date and ${day}::date and d.outcome = 'exchanged'
        and d.since <= ${day} and d.until > ${day}
      group by p.nth`.execute(db),
  ])
  return {
    sales: open.sales,
    periods: periods.map((period, index) => {
      const { count, fees, countRange, feeRange } = open.periods[index] as PeriodForecast
      const came = exchanged.rows.find(({ nth }) => nth === index + 1) ?? { count: 0, fees: 0 }
      const enough = open.sales >= fewestSalesForRange
      const withCame = ({ low, high }: { low: number; high: number }, more: number) => ({ low: low + more, high: high + more })
      return {
        ...period,
        count: count + came.count,
        fees: fees + came.fees,
        countRange: enough ? withCame(countRange, came.count) : null,
        feeRange: enough ? withCame(feeRange, came.fees) : null,
        exchanged: came.count,
        exchangedFees: came.fees,
      }
    }),
  }
}

/** "Sales of one chain within the company are one unit (they exchange together)": the rows of each unit. */
export function chainsOf(rows: readonly Pick<UnitRow, 'property_id' | 'linked'>[]): number[][] {
  const indexOf = new Map(rows.map(({ property_id }, index) => [property_id, index]))
  const parents = rows.map((_, index) => index)
  const root = (index: number): number => {
    const parent = parents[index] as number
    return parent === index ? index : root(parent)
  }
  rows.forEach(({ linked }, index) => {
    for (const id of linked) {
      const other = indexOf.get(id)
      if (other !== undefined) parents[root(other)] = root(index)
    }
  })
  const chains = new Map<number, number[]>()
  rows.forEach((_, index) => {
    const id = root(index)
    const chain = chains.get(id)
    if (chain) chain.push(index)
    else chains.set(id, [index])
  })
  return [...chains.values()]
}

export function unitsOf(rows: readonly UnitRow[], period: number, chains: readonly number[][] = chainsOf(rows)): Unit[] {
  return chains.map((indexes) => {
    let [chance, fee] = [0, 0]
    for (const index of indexes) {
      const row = rows[index] as UnitRow
      chance += Math.max(0, row.chances[period] ?? 0)
      fee += row.fee ?? 0
    }
    return { chance: chance / indexes.length, sales: indexes.length, fee }
  })
}

type SaleRow = {
  property_id: string
  branch_id: string
  branch_name: string
  line1: string
  progressor: string | null
  half_by: DateOnly | null
  by_80: DateOnly | null
  typed: DateOnly | null
  p_fall: number
  pace: number
  decides: DecidesView
  fee: number | null
  risks: ForecastRow['risks']
}

/**
 * At risk: "p_fall in the top tenth of the company’s open sales or offer-expiry". Sales of equal chance at the border of the
 * tenth are in it together. Decision 70.
 */
const isAtRisk = ({ companyId }: ForecastScope, asked: AskedDay) => sql<boolean>`(f.offer_expires or f.p_fall >= (
  select f.p_fall from ${forecasts(asked)} f
  where f.company_id = ${companyId} and f.on_day = ${asked.day}
  order by f.p_fall desc
  limit 1 offset (
    select greatest(0, ceil(count(*) / 10.0)::int - 1) from ${forecasts(asked)} f
    where f.company_id = ${companyId} and f.on_day = ${asked.day})))`

const orders = {
  halfBy: sql`f.half_by`,
  fallsThrough: sql`f.p_fall * coalesce(f.fee, 0)`,
  fee: sql`coalesce(f.fee, 0)`,
  address: sql`r.address_sort`,
} as const satisfies Record<(typeof forecastSorts)[number], unknown>

export async function listForecastRows(
  db: Db,
  { companyId, branchId }: ForecastScope,
  {
    asked,
    sort,
    descending,
    page,
    atRisk,
  }: { asked: AskedDay; sort: (typeof forecastSorts)[number]; descending: boolean; page: PageRequest; atRisk: boolean },
): Promise<{ rows: ForecastRow[]; count: number }> {
  const direction = descending ? sql`desc nulls last` : sql`asc nulls last`
  const scope = { companyId, branchId }
  const shown = sql`${inScope(scope, asked)} ${atRisk ? sql`and ${isAtRisk(scope, asked)}` : sql``}`
  const orderBy = sql`order by ${orders[sort]} ${direction}, f.property_id`
  // The page is found before it is joined: of a company, thousands of sales stand behind it.
  const [{ rows }, total] = await Promise.all([
    sql<SaleRow>`
      select f.property_id, f.branch_id, b.name as branch_name, r.line1, u.first_name || ' ' || u.last_name as progressor,
        f.half_by, f.by_80, f.typed, f.p_fall, f.pace, f.decides, f.fee, f.risks
      from (
        select f.* from ${forecasts(asked)} f
        ${sort === 'address' ? sql`join property_report r on r.company_id = f.company_id and r.property_id = f.property_id` : sql``}
        where ${shown}
        ${orderBy}
        limit ${page.itemsPerPage} offset ${page.currentPage * page.itemsPerPage}) f
      join property_report r on r.company_id = f.company_id and r.property_id = f.property_id
      join branch b on b.company_id = f.company_id and b.id = f.branch_id
      left join app_user u on u.id = f.progressor_id
      ${orderBy}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count from ${forecasts(asked)} f where ${shown}`.execute(db),
  ])
  return {
    count: total.rows[0]?.count ?? 0,
    rows: rows.map((row) => ({
      _id: row.property_id,
      branch: { _id: row.branch_id, name: row.branch_name },
      line1: row.line1,
      progressor: row.progressor,
      halfBy: row.half_by,
      by80: row.by_80,
      typed: row.typed,
      fallsThrough: row.p_fall,
      fallsThroughWords: oneIn(row.p_fall),
      pace: row.pace,
      decides: row.decides,
      fee: row.fee,
      risks: row.risks.map(({ risk, words, tone }) => ({ risk, words, tone })),
    })),
  }
}
