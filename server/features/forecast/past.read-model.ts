import { type EndOfWeek, lastDayOfWeek } from '@gya/domain/common/company-week.ts'
import { addDays, addYears, type DateOnly, daysBetween } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { AsAtDay } from './as-at-day.ts'
import { monthOf } from './coming.read-model.ts'
import type { Stretch } from './forecast-rows.ts'
import type { ForecastScope } from './sale-forecasts.repository.ts'

/** Actual exchanges of past periods with the forecasts stored before them. Forecast design, section 8. */

const weeksShown = 8
const weeksBefore = 4
const notAgreedWeeks = 8

type SaidRow = { said: number; fees: number; said_on: DateOnly | null }
type CameRow = { came: number; fees: number; since: number }
type PeriodAsked = { asked: AsAtDay; saidOn: DateOnly | null }

/** The stored chance by the end of a day, interpolated between whole weeks; 0 before the day of the forecast. */
const keptChance = (days: number) => {
  if (days < 0) return sql`0::real`
  const week = Math.floor(days / 7)
  const [from, to] = [sql`w.by_week[${sql.lit(Math.min(week, 26) + 1)}]`, sql`w.by_week[${sql.lit(Math.min(week + 1, 26) + 1)}]`]
  return sql`(${from} + ${sql.lit((days % 7) / 7)}::real * (${to} - ${from}))`
}

/** The day of the last weekly forecast within seven days up to a day; null if there is none. */
async function keptUpTo(db: Db, { companyId }: ForecastScope, day: DateOnly): Promise<DateOnly | null> {
  const { rows } = await sql<{ on_day: DateOnly | null }>`
    select max(on_day) as on_day from sale_forecast_week
    where company_id = ${companyId} and on_day between ${addDays(day, -6)}::date and ${day}::date`.execute(db)
  return rows[0]?.on_day ?? null
}

const inScope = ({ companyId, branchId }: ForecastScope, alias: 'r' | 'w' | 'd') =>
  sql`${sql.ref(`${alias}.company_id`)} = ${companyId} and (${branchId}::uuid is null or ${sql.ref(`${alias}.branch_id`)} = ${branchId}::uuid)`

/** Exchanges `e` of a period: for a past day, those known on it, without properties deleted since. */
const exchangesIn = (scope: ForecastScope, { first, last }: Stretch, { day, isPast }: AsAtDay) =>
  isPast
    ? sql`(
        select d.exchanged_on, d.agreed_on, d.expected_fee
        from sale_day d
        join sale s on s.company_id = d.company_id and s.id = d.sale_id and s.outcome <> 'deleted'
        where ${inScope(scope, 'd')} and d.exchanged_on between ${first}::date and ${last}::date and d.outcome = 'exchanged'
          and d.since <= ${day}::date and d.until > ${day}::date) e`
    : sql`(
        select r.step_24 as exchanged_on, o.accepted_on as agreed_on, r.expected_fee
        from property_report r
        left join offer o on o.company_id = r.company_id and o.property_id = r.property_id and o.state = 'A'
        where ${inScope(scope, 'r')} and r.step_24 between ${first}::date and ${last}::date) e`

async function readPeriod(db: Db, scope: ForecastScope, { asked, saidOn, ...stretch }: Stretch & PeriodAsked) {
  const { first, last } = stretch
  const came = await sql<CameRow>`
    select count(*)::int as came, coalesce(sum(e.expected_fee), 0)::int as fees,
      (count(*) filter (where e.agreed_on > ${saidOn}::date))::int as since
    from ${exchangesIn(scope, stretch, asked)}`.execute(db)
  const [row] = came.rows
  const period = { first, last, came: row?.came ?? 0, cameFees: row?.fees ?? 0 }
  if (saidOn === null) return { ...period, agreedSince: null, said: null, saidFees: null, saidOn }
  const chance = sql`(${keptChance(daysBetween(saidOn, last))} - ${keptChance(daysBetween(saidOn, first) - 1)})`
  const said = await sql<SaidRow>`
    select coalesce(sum(${chance}), 0)::float8 as said, coalesce(round(sum(${chance} * w.fee)), 0)::int as fees
    from sale_forecast_week w
    where ${inScope(scope, 'w')} and w.on_day = ${saidOn}`.execute(db)
  return {
    ...period,
    agreedSince: row?.since ?? 0,
    said: said.rows[0]?.said ?? 0,
    saidFees: said.rows[0]?.fees ?? 0,
    saidOn,
  }
}

export async function readPastOf(db: Db, scope: ForecastScope, { asked, endOfWeek }: { asked: AsAtDay; endOfWeek: EndOfWeek }) {
  const { day } = asked
  const month = monthOf(day, -1)
  const thisWeekEnds = lastDayOfWeek(day, endOfWeek)
  const weeks = []
  for (let ago = weeksShown; ago > 0; ago--) {
    const last = addDays(thisWeekEnds, -7 * ago)
    const week = { first: addDays(last, -6), last }
    const saidOn = await keptUpTo(db, scope, addDays(last, -7 * weeksBefore))
    weeks.push(await readPeriod(db, scope, { ...week, asked, saidOn }))
  }
  const { rows } = await sql<{ count: number; of: number }>`
    select (count(*) filter (where e.agreed_on > e.exchanged_on - ${7 * notAgreedWeeks}::int))::int as count, count(*)::int as of
    from ${exchangesIn(scope, { first: addDays(addYears(day, -1), 1), last: day }, asked)}
    where e.agreed_on is not null`.execute(db)
  return {
    month: await readPeriod(db, scope, { ...month, asked, saidOn: await keptUpTo(db, scope, month.first) }),
    weeks,
    notYetAgreed: rows[0] ?? { count: 0, of: 0 },
  }
}
