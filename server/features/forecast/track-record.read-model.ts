import { addDays, type DateOnly, daysBetween } from '@gya/domain/common/dates.ts'
import type { Decoded } from '@gya/domain/endpoint.ts'
import type { readTrackRecord } from '@gya/domain/features/forecast/forecast.contract.ts'
import { fewestSalesForRange, forecastPeriod } from '@gya/domain/features/forecast/forecast-period.ts'
import {
  calibrationInWords,
  calibrationOf,
  chanceByDay,
  daysOutInWords,
  fewestScoredWeeks,
  type GroupSums,
  type ScoredHorizon,
  scoredHorizons,
  spreadOf,
  tooFewToScore,
  wideningOf,
} from '@gya/domain/features/forecast/score.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { monthOf, type UnitRow, unitsOf } from './coming.read-model.ts'
import { method } from './learned-tables.repository.ts'
import type { ForecastScope } from './sale-forecasts.repository.ts'

/**
 * Weekly forecasts up to `last` with their outcome as known on a day, without deleted properties. The outcome is looked up once per sale,
 * because a sale is in some twenty weeks. [forecast §9](docs/design/forecast.md#9).
 */
export const kept = ({ companyId, branchId }: ForecastScope, { last, asAt }: { last: DateOnly; asAt: DateOnly }) => {
  const weeks = sql`w.company_id = ${companyId} and (${branchId}::uuid is null or w.branch_id = ${branchId}::uuid) and w.on_day <= ${last}`
  return sql`(
    select w.company_id, w.on_day, w.replayed, w.sale_id, w.property_id, w.linked, w.fee, w.by_week, w.half_by, w.by_80, w.typed,
      s.accepted_on, s.held, s.exchanged_on
    from sale_forecast_week w
    join (
      select k.sale_id, d.agreed_on as accepted_on, d.agreed_on is not null as held, d.exchanged_on
      from (select distinct w.company_id, w.sale_id, w.property_id from sale_forecast_week w where ${weeks}) k
      join lateral (
        select from property_report r
        join property p on p.company_id = r.company_id and p.id = r.property_id
        where r.company_id = k.company_id and r.property_id = k.property_id and p.deleted_on is null and not p.is_sample
        limit 1) r on true
      left join lateral (
        select d.agreed_on, d.exchanged_on from sale_day d
        where d.company_id = k.company_id and d.sale_id = k.sale_id and d.since <= ${asAt} and d.until > ${asAt}
          and d.outcome in ('open', 'exchanged', 'withdrawn')
        limit 1) d on true
    ) s on s.sale_id = w.sale_id
    where ${weeks})`
}

type TrackRecord = Decoded<typeof readTrackRecord, 'response'>
type Asked = { weeks: ScoredHorizon; today: DateOnly }

/** For a branch, calculated on read; for the company, as scored with the last learning. */
export async function readTrackRecordOf(db: Db, scope: ForecastScope, asked: Asked): Promise<TrackRecord> {
  return (scope.branchId === null ? await findKeptRecord(db, scope.companyId, asked) : null) ?? scoreWeeks(db, scope, asked)
}

async function findKeptRecord(db: Db, companyId: string, { weeks, today }: Asked): Promise<TrackRecord | null> {
  const { rows } = await sql<{ record: TrackRecord | null }>`
    select track_record -> ${String(weeks)} as record from learned_run
    where company_id = ${companyId} and learned_on <= ${today}
    order by learned_on desc
    limit 1`.execute(db)
  const record = rows[0]?.record
  if (!record) return null
  // Rows of earlier versions do not have it.
  return record.enough ? { ...record, replayed: record.replayed ?? 0 } : record
}

async function scoreWeeks(db: Db, scope: ForecastScope, { weeks, today }: Asked): Promise<TrackRecord> {
  const last = addDays(today, -7 * weeks)
  const scored = { last, asAt: today }
  const counts = await countScored(db, scope, scored)
  const first = await firstKept(db, scope)
  const refused = tooFewToScore(counts, first === null ? null : addDays(first, 7 * (fewestScoredWeeks - 1 + weeks)))
  if (refused) return refused
  const groups = calibrationOf(await groupByChance(db, scope, { weeks, ...scored }))
  return {
    enough: true as const,
    weeks: counts.weeks,
    replayed: counts.replayed,
    first: counts.first ?? last,
    last: counts.last ?? last,
    exchanges: counts.exchanges,
    calibration: { words: calibrationInWords(groups, weeks), groups },
    by80: await countBy80(db, scope, { from: null, today }),
    daysOut: await measureDaysOut(db, scope, scored),
    months: await scoreMonths(db, scope, today),
  }
}

type Scored = { last: DateOnly; asAt: DateOnly }

async function countScored(db: Db, scope: ForecastScope, scored: Scored) {
  const { rows } = await sql<{
    weeks: number
    replayed: number
    exchanges: number
    first: DateOnly | null
    last: DateOnly | null
  }>`
    select count(distinct k.on_day)::int as weeks, count(distinct k.on_day) filter (where k.replayed)::int as replayed, min(k.on_day) as first, max(k.on_day) as last,
      count(distinct k.sale_id) filter (where k.exchanged_on is not null)::int as exchanges
    from ${kept(scope, scored)} k`.execute(db)
  return rows[0] ?? { weeks: 0, replayed: 0, exchanges: 0, first: null, last: null }
}

async function firstKept(db: Db, { companyId, branchId }: ForecastScope): Promise<DateOnly | null> {
  const { rows } = await sql<{ first: DateOnly | null }>`
    select min(on_day) as first from sale_forecast_week
    where company_id = ${companyId} and (${branchId}::uuid is null or branch_id = ${branchId}::uuid)`.execute(db)
  return rows[0]?.first ?? null
}

/** Falls and open sales count as not exchanged. */
export async function groupByChance(db: Db, scope: ForecastScope, { weeks, ...scored }: { weeks: ScoredHorizon } & Scored) {
  const { rows } = await sql<GroupSums>`
    select least(9, floor(10 * k.by_week[${weeks + 1}::int]))::int as "group", sum(k.by_week[${weeks + 1}::int])::float8 as said,
      count(*) filter (where k.exchanged_on <= k.on_day + ${7 * weeks}::int)::int as came, count(*)::int as count
    from ${kept(scope, scored)} k
    group by 1`.execute(db)
  return rows
}

/** A forecast is due once its 8-in-10 date has passed. Sales that fell off are left out: when they would have exchanged is unknown. */
async function countBy80(db: Db, scope: ForecastScope, { from, today }: { from: DateOnly | null; today: DateOnly }) {
  const { rows } = await sql<{ due: number; came: number }>`
    select count(*)::int as due, count(*) filter (where k.exchanged_on <= k.by_80)::int as came
    from ${kept(scope, { last: today, asAt: today })} k
    where k.held and k.by_80 < ${today} and (${from}::date is null or k.on_day >= ${from})`.execute(db)
  return rows[0] ?? { due: 0, came: 0 }
}

type DaysOutRow = {
  ours: number | null
  median: number | null
  forecasts: number
  ours_typed: number | null
  typed: number | null
  typed_forecasts: number
}

/**
 * Mean |half_by − exchange| of sales that exchanged, compared on the same sales with (a) the agreement plus the company's median of the
 * last 12 months, at least 14 days ahead, and (b) the expected exchange as typed on that day, where there was one.
 */
async function measureDaysOut(db: Db, scope: ForecastScope, scored: Scored) {
  const { rows } = await sql<DaysOutRow>`
    with forecasts as (
      select k.on_day, k.exchanged_on, k.typed, k.accepted_on,
        abs(coalesce(k.half_by, k.on_day + 365) - k.exchanged_on) as ours
      from ${kept(scope, scored)} k
      where k.exchanged_on is not null),
    medians as (
      select d.on_day, percentile_disc(0.5) within group (order by r.step_24 - o.accepted_on) as days
      from (select distinct on_day from forecasts) d
      join property_report r on r.company_id = ${scope.companyId} and r.step_24 between d.on_day - 365 and d.on_day - 1
      join offer o on o.company_id = r.company_id and o.property_id = r.property_id and o.state = 'A'
      group by d.on_day)
    select avg(f.ours) filter (where m.days is not null)::float8 as ours, count(m.days)::int as forecasts,
      avg(abs(greatest(f.accepted_on + m.days, f.on_day + 14) - f.exchanged_on))::float8 as median,
      avg(f.ours) filter (where f.typed is not null)::float8 as ours_typed, count(f.typed)::int as typed_forecasts,
      avg(abs(f.typed - f.exchanged_on))::float8 as typed
    from forecasts f
    left join medians m on m.on_day = f.on_day`.execute(db)
  const [row] = rows
  const compared = (ours: number | null | undefined, other: number | null | undefined, forecasts: number, simpler: string) => {
    if (ours == null || other == null) return null
    const out = { ours, other, forecasts }
    return { ...out, words: daysOutInWords(out, simpler) }
  }
  return {
    median: compared(row?.ours, row?.median, row?.forecasts ?? 0, 'the company’s median'),
    typed: compared(row?.ours_typed, row?.typed, row?.typed_forecasts ?? 0, 'the date as typed'),
  }
}

const monthsScored = 12

type KeptRow = { on_day: DateOnly; property_id: string; linked: string[]; by_week: number[]; exchanged_on: DateOnly | null }

/** Ranges of finished months, by the last weekly forecast within seven days before the month. */
async function scoreMonths(db: Db, scope: ForecastScope, today: DateOnly) {
  const months = Array.from({ length: monthsScored }, (_, back) => monthOf(today, back - monthsScored))
  const scored = []
  for (const { first, last } of months) {
    const { rows } = await sql<KeptRow & { widening: number }>`
      select k.on_day, k.property_id, k.linked, k.by_week, k.exchanged_on,
        coalesce((select l.widening from learned_run l where l.company_id = ${scope.companyId} and l.learned_on <= k.on_day
          order by l.learned_on desc limit 1), 1) as widening
      from ${kept(scope, { last: first, asAt: today })} k
      where k.on_day = (select max(on_day) from sale_forecast_week
        where company_id = ${scope.companyId} and on_day between ${addDays(first, -6)} and ${first})`.execute(db)
    const keptOn = rows[0]?.on_day
    if (keptOn === undefined) continue
    // The forecast for the days of the month.
    const [from, until] = [daysBetween(keptOn, first) - 1, daysBetween(keptOn, last)]
    const units = unitsOf(
      rows.map(
        ({ property_id, linked, by_week }): UnitRow => ({
          property_id,
          linked,
          fee: null,
          chances: [chanceByDay(by_week, until) - (from < 0 ? 0 : chanceByDay(by_week, from))],
        }),
      ),
      0,
    )
    const { count, countRange } = forecastPeriod(units, rows[0]?.widening)
    const came = rows.filter(({ exchanged_on }) => exchanged_on !== null && exchanged_on >= first && exchanged_on <= last).length
    scored.push({ first, keptOn, said: count, range: rows.length < fewestSalesForRange ? null : countRange, came })
  }
  return scored
}

const weeksLately = 52
const wideningHorizon = 4

/**
 * Accuracy of the company's forecasts of the last 52 weeks, stored with the learned tables: `widening` from the counts of four weeks, the
 * 8-in-10 dates, and the track record. [forecast §8](docs/design/forecast.md#8) and [forecast §9](docs/design/forecast.md#9).
 */
export async function scoreLately(db: Db, companyId: string, today: DateOnly): Promise<void> {
  const scope = { companyId, branchId: null }
  const last = addDays(today, -7 * wideningHorizon)
  // Weeks of an earlier method say nothing about the ranges of this one: its errors would widen them for a year.
  const { rows: days } = await sql<{ on_day: DateOnly }>`
    select on_day from (select distinct on_day from sale_forecast_week where company_id = ${companyId} and on_day <= ${last}) w
    where coalesce((
      select r.method from learned_run r
      where r.company_id = ${companyId} and r.learned_on <= w.on_day
      order by r.learned_on desc
      limit 1), ${method}) = ${method}
    order by on_day desc
    limit ${weeksLately}`.execute(db)
  const counts = []
  for (const { on_day } of days) {
    const { rows } = await sql<UnitRow & { came: boolean }>`
      select k.property_id, k.linked, null as fee, array[k.by_week[${wideningHorizon + 1}::int]] as chances,
        coalesce(k.exchanged_on <= k.on_day + ${7 * wideningHorizon}::int, false) as came
      from ${kept(scope, { last: on_day, asAt: today })} k
      where k.on_day = ${on_day}`.execute(db)
    const units = unitsOf(rows, 0)
    const said = units.reduce((sum, { chance, sales }) => sum + chance * sales, 0)
    counts.push({ said, spread: spreadOf(units), came: rows.filter(({ came }) => came).length })
  }
  const by80 = await countBy80(db, scope, { from: addDays(today, -7 * weeksLately), today })
  const records: [string, TrackRecord][] = []
  for (const weeks of scoredHorizons) records.push([String(weeks), await scoreWeeks(db, scope, { weeks, today })])
  await db
    .updateTable('learned_run')
    .set({
      widening: wideningOf(counts),
      due_by_80: by80.due,
      came_by_80: by80.came,
      track_record: JSON.stringify(Object.fromEntries(records)),
    })
    .where('company_id', '=', companyId)
    .where('learned_on', '=', today)
    .execute()
}

/** As at the last day of learning. */
export async function readLately(
  db: Db,
  companyId: string,
  today: DateOnly,
): Promise<{ widening: number; due: number; came: number }> {
  const run = await db
    .selectFrom('learned_run')
    .select(['widening', 'due_by_80 as due', 'came_by_80 as came'])
    .where('company_id', '=', companyId)
    .where('learned_on', '<=', today)
    .orderBy('learned_on', 'desc')
    .limit(1)
    .executeTakeFirst()
  return run ?? { widening: 1, due: 0, came: 0 }
}
