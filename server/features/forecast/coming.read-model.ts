import { addDays, type DateOnly, daysBetween } from '@gya/domain/common/dates.ts'
import { type PageRequest } from '@gya/domain/common/paging.ts'
import { type EndOfWeek, lastDayOfWeek } from '@gya/domain/features/dashboard/periods.ts'
import { fewestSalesForRange, forecastPeriod, type Unit } from '@gya/domain/features/forecast/expected-fees.ts'
import { oneIn } from '@gya/domain/features/forecast/falling-through.ts'
import type { ForecastPeriod, ForecastRow, forecastSorts } from '@gya/domain/features/forecast/forecast.contract.ts'
import type { DecidesView } from '@gya/domain/features/forecast/forecast.model.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { ForecastScope } from './sale-forecasts.repository.ts'

type Stretch = { first: DateOnly; last: DateOnly }

/** "This one and 12 weeks or 3 months ahead." */
export function periodsAhead(today: DateOnly, endOfWeek: EndOfWeek): { months: Stretch[]; weeks: Stretch[] } {
  const monthOf = (ahead: number): Stretch => {
    const [year = 0, month = 0] = today.split('-').map(Number)
    const start = (months: number): DateOnly => {
      const index = year * 12 + (month - 1) + months
      return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}-01`
    }
    return { first: start(ahead), last: addDays(start(ahead + 1), -1) }
  }
  const firstWeekEnds = lastDayOfWeek(today, endOfWeek)
  return {
    months: [0, 1, 2].map(monthOf),
    weeks: Array.from({ length: 13 }, (_, ahead) => {
      const last = addDays(firstWeekEnds, 7 * ahead)
      return { first: addDays(last, -6), last }
    }),
  }
}

type UnitRow = { property_id: string; linked: string[]; fee: number | null; chances: number[] }

/** Expected exchanges and fees of periods: one statement over the chances by day. */
export async function readPeriods(
  db: Db,
  { companyId, branchId }: ForecastScope,
  periods: readonly Stretch[],
  today: DateOnly,
): Promise<{ sales: number; periods: ForecastPeriod[] }> {
  const [open, exchanged] = await Promise.all([
    sql<UnitRow>`
      select f.property_id, f.linked, f.fee, array(
        select coalesce(f.by_day[p.last_day + 1], f.by_day[cardinality(f.by_day)]) - case when p.first_day > 0 then f.by_day[p.first_day] else 0 end
        from unnest(${periods.map(({ first }) => daysBetween(today, first))}::int[],
          ${periods.map(({ last }) => daysBetween(today, last))}::int[]) with ordinality as p (first_day, last_day, nth)
        order by p.nth) as chances
      from sale_forecast f
      where f.company_id = ${companyId} and (${branchId}::uuid is null or f.branch_id = ${branchId}::uuid) and f.on_day = ${today}
      order by f.property_id`.execute(db),
    sql<{ nth: number; count: number; fees: number }>`
      select p.nth::int, count(*)::int as count, coalesce(sum(r.expected_fee), 0)::int as fees
      from unnest(${periods.map(({ first }) => first)}::date[], ${periods.map(({ last }) => last)}::date[])
        with ordinality as p (first, last, nth)
      join property_report r on r.company_id = ${companyId} and (${branchId}::uuid is null or r.branch_id = ${branchId}::uuid)
        and r.step_24 between p.first and least(p.last, ${today})
      group by p.nth`.execute(db),
  ])
  return {
    sales: open.rows.length,
    periods: periods.map((period, index) => {
      const units = unitsOf(open.rows, index)
      const { count, fees, countRange, feeRange } = forecastPeriod(units)
      const came = exchanged.rows.find(({ nth }) => nth === index + 1) ?? { count: 0, fees: 0 }
      const enough = open.rows.length >= fewestSalesForRange
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

/** "Sales of one chain within the company are one unit (they exchange together)." */
function unitsOf(rows: readonly UnitRow[], period: number): Unit[] {
  const chainOf = new Map(rows.map(({ property_id }) => [property_id, property_id]))
  const root = (id: string): string => {
    const parent = chainOf.get(id) ?? id
    return parent === id ? id : root(parent)
  }
  for (const { property_id, linked } of rows)
    for (const other of linked) if (chainOf.has(other)) chainOf.set(root(other), root(property_id))
  const units = new Map<string, { chances: number[]; fee: number }>()
  for (const { property_id, fee, chances } of rows) {
    const id = root(property_id)
    const unit = units.get(id) ?? { chances: [], fee: 0 }
    unit.chances.push(Math.max(0, chances[period] ?? 0))
    units.set(id, { chances: unit.chances, fee: unit.fee + (fee ?? 0) })
  }
  return [...units.values()].map(({ chances, fee }) => ({
    chance: chances.reduce((sum, chance) => sum + chance, 0) / chances.length,
    sales: chances.length,
    fee,
  }))
}

type SaleRow = {
  property_id: string
  branch_id: string
  branch_name: string
  line1: string
  progressor: string | null
  half_by: DateOnly | null
  by_80: DateOnly | null
  expected_exchange: DateOnly | null
  p_fall: number
  pace: number
  decides: DecidesView
  fee: number | null
}

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
    today,
    sort,
    descending,
    page,
  }: { today: DateOnly; sort: (typeof forecastSorts)[number]; descending: boolean; page: PageRequest },
): Promise<{ rows: ForecastRow[]; count: number }> {
  const direction = descending ? sql`desc nulls last` : sql`asc nulls last`
  const inScope = sql`f.company_id = ${companyId} and (${branchId}::uuid is null or f.branch_id = ${branchId}::uuid) and f.on_day = ${today}`
  const [{ rows }, total] = await Promise.all([
    sql<SaleRow>`
      select f.property_id, f.branch_id, b.name as branch_name, r.line1, u.first_name || ' ' || u.last_name as progressor,
        f.half_by, f.by_80, r.expected_exchange, f.p_fall, f.pace, f.decides, f.fee
      from sale_forecast f
      join property_report r on r.company_id = f.company_id and r.property_id = f.property_id
      join branch b on b.company_id = f.company_id and b.id = f.branch_id
      left join app_user u on u.id = f.progressor_id
      where ${inScope}
      order by ${orders[sort]} ${direction}, f.property_id
      limit ${page.itemsPerPage} offset ${page.currentPage * page.itemsPerPage}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count from sale_forecast f where ${inScope}`.execute(db),
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
      typed: row.expected_exchange,
      fallsThrough: row.p_fall,
      fallsThroughWords: oneIn(row.p_fall),
      pace: row.pace,
      decides: row.decides,
      fee: row.fee,
    })),
  }
}
