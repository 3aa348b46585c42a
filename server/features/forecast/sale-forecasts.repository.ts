import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { BranchOrCompany } from '@gya/domain/common/scope-params.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { CalculatedForecast, SaleChances } from './calculate-forecast.ts'
import { linkedProperties } from './sale-facts.read-model.ts'
import { saveRiskDays } from './save-risk-days.ts'

export type ForecastScope = BranchOrCompany

/** Limit of forecasts recalculated on read; each takes some 30 ms. */
export const mostOnRead = 30
export const mostAsAtOnRead = 70

/**
 * Open sales without a forecast of today that is based on their current facts and those of the sales in their chain; longest waiting first.
 * Each part reads an index of stale rows, because usually there are few.
 */
export async function findStaleSales(
  db: Db,
  { companyId, branchId }: ForecastScope,
  today: DateOnly,
  limit: number | null,
): Promise<string[]> {
  const lastLearned = sql`coalesce((select max(learned_on) from learned_run where company_id = ${companyId} and learned_on <= ${today}), '-infinity')`
  const age = sql`(f.on_day, coalesce(f.learned_on, '-infinity'))`
  const { rows } = await sql<{ id: string }>`
    select stale.property_id as id
    from (
      select property_id, null::date as on_day from sale where company_id = ${companyId} and outcome = 'open' and forecast_due
      union all
      select f.property_id, f.on_day from sale_forecast f where f.company_id = ${companyId} and ${age} < (${today}::date, ${lastLearned})
      union all
      select f.property_id, f.on_day from sale_forecast f where f.company_id = ${companyId} and ${age} > (${today}::date, ${lastLearned})
      union all
      select f.property_id, f.on_day from sale_forecast f
      where f.company_id = ${companyId} and f.linked <> '{}' and f.linked_revisions <> array(
        select coalesce(o.revision, 0) from unnest(f.linked) with ordinality as l (id, nth)
        left join sale o on o.company_id = f.company_id and o.property_id = l.id and o.outcome = 'open'
        order by l.nth)
    ) stale
    join property_report r on r.company_id = ${companyId} and r.property_id = stale.property_id and r.phase = 'sold'
    join sale s on s.company_id = ${companyId} and s.property_id = stale.property_id and s.outcome = 'open'
    where ${branchId}::uuid is null or r.branch_id = ${branchId}::uuid
    group by stale.property_id
    order by min(stale.on_day) nulls first, stale.property_id
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Marks the forecasts of all open sales of a company as due. Skips sales that are being changed: the change marks them. */
export async function markForecastsDue(db: Db, companyId: string): Promise<void> {
  await sql`
    update sale set forecast_due = true
    where (company_id, id) in (
      select company_id, id from sale
      where company_id = ${companyId} and outcome = 'open' and not forecast_due
      for no key update skip locked)`.execute(db)
}

/** Clears the mark of forecasts whose sale has not changed since, and is not being changed. */
async function clearForecastsDue(db: Db, companyId: string, results: readonly CalculatedForecast[]): Promise<void> {
  const sales = results.map(({ sale }) => sale)
  await sql`
    update sale set forecast_due = false
    where (company_id, id) in (
      select s.company_id, s.id
      from sale s
      join unnest(${sales.map(({ saleId }) => saleId)}::uuid[], ${sales.map(({ revision }) => revision)}::bigint[])
        as done (id, revision) on s.id = done.id and s.revision = done.revision
      where s.company_id = ${companyId} and s.forecast_due
      for no key update of s skip locked)`.execute(db)
}

/** Deletes forecasts of sales that are no longer open and that `endForecasts` has missed. */
export async function deleteEndedForecasts(db: Db, companyId: string): Promise<void> {
  await sql`
    delete from sale_forecast f
    where f.company_id = ${companyId} and not exists (select from property_report r
      where r.company_id = f.company_id and r.property_id = f.property_id and r.phase = 'sold')`.execute(db)
}

/** The columns of a stored forecast, of today or of a past day. */
const toRow = (companyId: string, { sale, figures, byDay, riskFactor }: CalculatedForecast) => ({
  company_id: companyId,
  property_id: sale.propertyId,
  sale_id: sale.saleId,
  branch_id: sale.branchId,
  progressor_id: sale.progressorId,
  on_day: figures.onDay,
  linked: linkedProperties([sale]),
  learned_on: figures.learnedOn,
  basis: figures.basis,
  half_by: figures.halfBy,
  by_80: figures.by80,
  p_fall: figures.fallsThrough,
  pace: figures.pace,
  by_day: [...byDay],
  decides: JSON.stringify(figures.decides),
  fee: sale.fee,
  typed: sale.typed,
  risks: JSON.stringify(figures.risks),
  risk_factor: riskFactor,
  offer_expires: figures.risks.some(({ risk }) => risk === 'offer-expiry'),
})

/** Stores the forecasts of today, unless another process has stored one based on later facts. */
export async function saveForecasts(db: Db, companyId: string, results: readonly CalculatedForecast[]): Promise<void> {
  const rows = results.map((result) => ({
    ...toRow(companyId, result),
    revision: result.sale.revision,
    linked_revisions: [...result.linkedRevisions],
  }))
  const [first] = rows
  if (!first) return
  const columns = (Object.keys(first) as (keyof typeof first)[]).filter((name) => name !== 'company_id' && name !== 'property_id')
  await db
    .insertInto('sale_forecast')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'property_id'])
        .doUpdateSet((set) => Object.fromEntries(columns.map((name) => [name, set.ref(`excluded.${name}`)])))
        .whereRef('excluded.revision', '>=', 'sale_forecast.revision'),
    )
    .execute()
  await saveRiskDays(db, companyId, results)
  await clearForecastsDue(db, companyId, results)
}

/** Caches forecasts of a past day for some days; calculating them again gives the same result. */
export async function savePastForecasts(
  db: Db,
  companyId: string,
  results: readonly CalculatedForecast[],
  today: DateOnly,
): Promise<void> {
  if (results.length === 0) return
  await db
    .insertInto('sale_forecast_as_at')
    .values(results.map((result) => ({ ...toRow(companyId, result), made_on: today })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Sales that were open on a past day and have no cached forecast of it. */
export async function findMissingAsAt(
  db: Db,
  { companyId, branchId }: ForecastScope,
  day: DateOnly,
  limit: number | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.property_id as id
    from sale_day d
    join sale s on s.company_id = d.company_id and s.id = d.sale_id and s.outcome <> 'deleted'
    left join sale_forecast_as_at f on f.company_id = d.company_id and f.on_day = ${day} and f.property_id = s.property_id
    where d.company_id = ${companyId} and (${branchId}::uuid is null or d.branch_id = ${branchId}::uuid)
      and d.since <= ${day} and d.until > ${day} and d.outcome = 'open' and f.property_id is null
    order by s.property_id
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Properties whose sale was open on a day, without those that were deleted since. */
export async function findOpenAt(db: Db, companyId: string, day: DateOnly): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.property_id as id
    from sale s
    join sale_day d on d.company_id = s.company_id and d.sale_id = s.id and d.since <= ${day} and d.until > ${day} and d.outcome = 'open'
    where s.company_id = ${companyId} and s.outcome <> 'deleted' and s.known_on <= ${day}
    order by s.property_id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Stores the forecasts of a past week. */
export async function keepReplayedWeek(db: Db, companyId: string, results: readonly SaleChances[]): Promise<void> {
  if (results.length === 0) return
  const rows = results.map(({ sale, today, days, forecast, byDay }) => ({
    company_id: companyId,
    on_day: today,
    sale_id: sale.saleId,
    property_id: sale.propertyId,
    branch_id: sale.branchId,
    progressor_id: sale.progressorId,
    half_by: days.halfBy,
    by_80: days.by80,
    p_fall: forecast.fallsThrough,
    pace: forecast.pace.mean,
    by_week: Array.from({ length: weeksKept + 1 }, (_, week) => byDay[7 * week] ?? 0),
    fee: sale.fee,
    typed: sale.typed,
    linked: linkedProperties([sale]),
    replayed: true,
  }))
  await db
    .insertInto('sale_forecast_week')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Number of weekly chances stored, besides that of the day of the forecast. */
const weeksKept = 26

/** Stores the forecasts of today once a company week, for the track record. */
export async function keepWeek(db: Db, companyId: string, today: DateOnly): Promise<void> {
  await sql`
    insert into sale_forecast_week (company_id, on_day, sale_id, property_id, branch_id, progressor_id, half_by, by_80, p_fall, pace, by_week,
      fee, typed, linked)
    select f.company_id, f.on_day, f.sale_id, f.property_id, f.branch_id, f.progressor_id, f.half_by, f.by_80, f.p_fall, f.pace,
      array(select f.by_day[1 + 7 * n] from generate_series(0, ${weeksKept}::int) n), f.fee, f.typed, f.linked
    from sale_forecast f
    where f.company_id = ${companyId} and f.on_day = ${today}
    on conflict (company_id, on_day, sale_id) do nothing`.execute(db)
}
