import { type EndOfWeek, lastDayOfWeek } from '@gya/domain/common/company-week.ts'
import { addDays, addYears, type DateOnly } from '@gya/domain/common/dates.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { AsAtDay } from './as-at-day.ts'
import { monthOf } from './coming.read-model.ts'
import type { Stretch } from './forecast-rows.ts'
import type { ForecastScope } from './sale-forecasts.repository.ts'

/** Actual exchanges of past periods with the forecasts stored before them. [forecast §8](docs/design/forecast.md#8). */

const weeksShown = 8
const weeksBefore = 4
const notAgreedWeeks = 8

type Sql = RawBuilder<unknown>
type Period = Stretch & { saidOn: DateOnly | null }
type SaidRow = { nth: number; said: number; fees: number }
type CameRow = { nth: number; came: number; fees: number; since: number }

const inScope = ({ companyId, branchId }: ForecastScope, alias: 'r' | 'w' | 'd') =>
  sql`${sql.ref(`${alias}.company_id`)} = ${companyId} and (${branchId}::uuid is null or ${sql.ref(`${alias}.branch_id`)} = ${branchId}::uuid)`

/** The periods as rows `p` with their number, from 1. */
const rowsOf = (periods: readonly Period[]) =>
  sql`unnest(${periods.map(({ first }) => first)}::date[], ${periods.map(({ last }) => last)}::date[], ${periods.map(({ saidOn }) => saidOn)}::date[])
    with ordinality p (first, last, said_on, nth)`

/** The days of the last weekly forecasts within seven days before each day, inclusive; null if there is none. */
async function keptUpTo(db: Db, { companyId }: ForecastScope, days: readonly DateOnly[]): Promise<(DateOnly | null)[]> {
  const { rows } = await sql<{ on_day: DateOnly | null }>`
    select (select max(w.on_day) from sale_forecast_week w
      where w.company_id = ${companyId} and w.on_day between p.day - 6 and p.day) as on_day
    from unnest(${[...days]}::date[]) with ordinality p (day, nth) order by p.nth`.execute(db)
  return rows.map(({ on_day }) => on_day)
}

/** The stored chance by the end of a day, interpolated between whole weeks; 0 before the day of the forecast. */
const keptChance = (days: Sql) => {
  const at = (week: Sql) => sql`w.by_week[least(${week}, 26) + 1]`
  const [from, to] = [at(sql`${days} / 7`), at(sql`${days} / 7 + 1`)]
  return sql`case when ${days} < 0 then 0::real else ${from} + (${days} % 7 / 7::float8)::real * (${to} - ${from}) end`
}

/** Exchanges `e` from one day to another: for a past day, those known on it, without properties deleted since. */
const exchangesIn = (scope: ForecastScope, { first, last }: Record<keyof Stretch, Sql>, { day, isPast }: AsAtDay) =>
  isPast
    ? sql`(
        select d.exchanged_on, d.agreed_on, d.expected_fee
        from sale_day d
        join sale s on s.company_id = d.company_id and s.id = d.sale_id and s.outcome <> 'deleted'
        where ${inScope(scope, 'd')} and d.exchanged_on between ${first} and ${last} and d.outcome = 'exchanged'
          and d.since <= ${day}::date and d.until > ${day}::date) e`
    : sql`(
        select r.step_24 as exchanged_on, o.accepted_on as agreed_on, r.expected_fee
        from property_report r
        left join offer o on o.company_id = r.company_id and o.property_id = r.property_id and o.state = 'A'
        where ${inScope(scope, 'r')} and r.step_24 between ${first} and ${last}) e`

/** In two statements for all periods, not two for each. */
async function readPeriods(db: Db, scope: ForecastScope, periods: readonly Period[], asked: AsAtDay) {
  const came = await sql<CameRow>`
    select p.nth::int, count(e.exchanged_on)::int as came, coalesce(sum(e.expected_fee), 0)::int as fees,
      (count(*) filter (where e.agreed_on > p.said_on))::int as since
    from ${rowsOf(periods)}
    left join lateral ${exchangesIn(scope, { first: sql`p.first`, last: sql`p.last` }, asked)} on true
    group by p.nth`.execute(db)
  const said = await sql<SaidRow>`
    select p.nth::int, sum(c.chance)::float8 as said, coalesce(round(sum(c.chance * w.fee)), 0)::int as fees
    from ${rowsOf(periods)}
    join sale_forecast_week w on ${inScope(scope, 'w')} and w.on_day = p.said_on
    cross join lateral (select ${keptChance(sql`(p.last - p.said_on)`)} - ${keptChance(sql`(p.first - p.said_on - 1)`)} as chance) c
    group by p.nth`.execute(db)
  const [cameOf, saidOf] = [new Map(came.rows.map((row) => [row.nth, row])), new Map(said.rows.map((row) => [row.nth, row]))]
  return periods.map(({ first, last, saidOn }, index) => {
    const row = cameOf.get(index + 1)
    const period = { first, last, came: row?.came ?? 0, cameFees: row?.fees ?? 0 }
    if (saidOn === null) return { ...period, agreedSince: null, said: null, saidFees: null, saidOn }
    const forecast = saidOf.get(index + 1)
    return { ...period, agreedSince: row?.since ?? 0, said: forecast?.said ?? 0, saidFees: forecast?.fees ?? 0, saidOn }
  })
}

export async function readPastOf(db: Db, scope: ForecastScope, { asked, endOfWeek }: { asked: AsAtDay; endOfWeek: EndOfWeek }) {
  const { day } = asked
  const thisWeekEnds = lastDayOfWeek(day, endOfWeek)
  const weeks = Array.from({ length: weeksShown }, (_, index) => {
    const last = addDays(thisWeekEnds, -7 * (weeksShown - index))
    return { first: addDays(last, -6), last, saidBy: addDays(last, -7 * weeksBefore) }
  })
  const { first, last } = monthOf(day, -1)
  const stretches = [{ first, last, saidBy: first }, ...weeks]
  const kept = await keptUpTo(
    db,
    scope,
    stretches.map(({ saidBy }) => saidBy),
  )
  const periods = stretches.map((stretch, index): Period => ({ ...stretch, saidOn: kept[index] ?? null }))
  const [ofMonth, ...ofWeeks] = await readPeriods(db, scope, periods, asked)
  const year = { first: sql`${addDays(addYears(day, -1), 1)}::date`, last: sql`${day}::date` }
  const { rows } = await sql<{ count: number; of: number }>`
    select (count(*) filter (where e.agreed_on > e.exchanged_on - ${7 * notAgreedWeeks}::int))::int as count, count(*)::int as of
    from ${exchangesIn(scope, year, asked)}
    where e.agreed_on is not null`.execute(db)
  return { month: ofMonth as (typeof ofWeeks)[number], weeks: ofWeeks, notYetAgreed: rows[0] ?? { count: 0, of: 0 } }
}
