import { type EndOfWeek, lastDayOfWeek } from '@gya/domain/common/company-week.ts'
import { addDays, type DateOnly } from '@gya/domain/common/dates.ts'
import type { ForecastPeriod } from '@gya/domain/features/forecast/forecast.contract.ts'
import {
  fewestSalesForRange,
  forecastPeriod,
  noSums,
  type PeriodForecast,
  type Unit,
} from '@gya/domain/features/forecast/forecast-period.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { AsAtDay } from './as-at-day.ts'
import { chanceIn, forecasts, inScope, type Stretch } from './forecast-rows.ts'
import type { ForecastScope } from './sale-forecasts.repository.ts'
import { countForecasts, sumUnchainedSales } from './unchained-sale-sums.ts'

/** The month of a day, or a later one. */
export function monthOf(day: DateOnly, ahead: number): Stretch {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const start = (months: number): DateOnly => {
    const index = year * 12 + (month - 1) + months
    return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}-01`
  }
  return { first: start(ahead), last: addDays(start(ahead + 1), -1) }
}

/** This week and the next twelve; this month and the next two. */
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

/** Chances of the requested periods. */
export type UnitRow = { property_id: string; linked: string[]; fee: number | null; chances: number[] }

const readUnits = async (
  db: Db,
  scope: ForecastScope,
  periods: readonly Stretch[],
  asked: AsAtDay,
  onlyIds: readonly string[] | null,
) =>
  (
    await sql<UnitRow>`
      select f.property_id, f.linked, f.fee, array[${sql.join(periods.map((period) => chanceIn(period, asked.day)))}] as chances
      from ${forecasts(asked)} f
      where ${inScope(scope, asked)} ${onlyIds ? sql`and f.property_id = any(${onlyIds}::uuid[])` : sql``}
      order by f.property_id`.execute(db)
  ).rows

/** Sales that are in a chain with another sale of the company, on either side of the link. */
async function listLinked(db: Db, companyId: string, asked: AsAtDay): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct unnest(f.linked || f.property_id) as id from ${forecasts(asked)} f
    where f.company_id = ${companyId} and f.on_day = ${asked.day} and f.linked <> '{}'`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Above this many open sales, single sales are added up in the database. Only sums are needed then, because the exact distribution of the
 * count is not calculated for so many.
 */
const mostSalesRead = 1000

type PeriodsAsOf = AsAtDay & { widening: number; exactUpTo?: number }

async function readForecasts(
  db: Db,
  scope: ForecastScope,
  periods: readonly Stretch[],
  { widening, exactUpTo = mostSalesRead, ...asked }: PeriodsAsOf,
) {
  const linked = await listLinked(db, scope.companyId, asked)
  const branches = await countForecasts(db, scope, asked, linked)
  const sales = branches.reduce((sum, branch) => sum + branch.sales, 0)
  const isLarge = sales > exactUpTo
  const [units, sums] = await Promise.all([
    readUnits(db, scope, periods, asked, isLarge ? linked : null),
    isLarge ? sumUnchainedSales(db, scope.companyId, branches, { ...asked, periods, linked }) : periods.map(() => noSums),
  ])
  const chains = chainsOf(units)
  return { sales, periods: sums.map((ofPeriod, index) => forecastPeriod(unitsOf(units, index, chains), widening, ofPeriod)) }
}

/** Expected exchanges and fees of periods, from the stored chances by day. */
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
    // As known on the day, without properties deleted since.
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

/** Sales of one chain within the company exchange together: the rows of each unit. */
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
