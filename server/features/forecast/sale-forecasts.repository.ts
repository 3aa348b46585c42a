import type { DateOnly } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { linkedProperties } from './sale-facts.read-model.ts'
import type { WorkedOut } from './work-out-forecast.ts'

/** A branch, or null for the whole company. */
export type ForecastScope = { companyId: string; branchId: string | null }

/** "Stale ones are worked out on read, at most 70": fewer, as each takes some 30 ms with what decides. */
export const mostOnRead = 30

/** Open sales that have no forecast of today and of their present version; those that have longest waited first. */
export async function findStaleSales(
  db: Db,
  { companyId, branchId }: ForecastScope,
  today: DateOnly,
  limit: number | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id
    from property p
    join property_report r on r.company_id = p.company_id and r.property_id = p.id
    left join sale_forecast f on f.company_id = p.company_id and f.property_id = p.id
    where p.company_id = ${companyId} and (${branchId}::uuid is null or p.branch_id = ${branchId}::uuid)
      and p.deleted_on is null and p.active and r.offer_accepted is not null and r.step_24 is null
      and (f.property_id is null or f.on_day <> ${today} or f.version <> p.version)
    order by f.on_day nulls first, p.id
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Removes forecasts of sales that are no longer open. */
export async function deleteEndedForecasts(db: Db, { companyId, branchId }: ForecastScope): Promise<void> {
  await sql`
    delete from sale_forecast f
    where f.company_id = ${companyId} and (${branchId}::uuid is null or f.branch_id = ${branchId}::uuid) and not exists (
      select from property p
      join property_report r on r.company_id = p.company_id and r.property_id = p.id
      where p.company_id = f.company_id and p.id = f.property_id and p.deleted_on is null and p.active
        and r.offer_accepted is not null and r.step_24 is null)`.execute(db)
}

export async function saveForecasts(db: Db, companyId: string, results: readonly WorkedOut[]): Promise<void> {
  if (results.length === 0) return
  const rows = results.map(({ sale, figures, byDay }) => ({
    company_id: companyId,
    property_id: sale.propertyId,
    sale_id: sale.saleId,
    branch_id: sale.branchId,
    progressor_id: sale.progressorId,
    on_day: figures.onDay,
    version: sale.version,
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
  }))
  await db
    .insertInto('sale_forecast')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'property_id']).doUpdateSet((set) => ({
        sale_id: set.ref('excluded.sale_id'),
        branch_id: set.ref('excluded.branch_id'),
        progressor_id: set.ref('excluded.progressor_id'),
        on_day: set.ref('excluded.on_day'),
        version: set.ref('excluded.version'),
        linked: set.ref('excluded.linked'),
        learned_on: set.ref('excluded.learned_on'),
        basis: set.ref('excluded.basis'),
        half_by: set.ref('excluded.half_by'),
        by_80: set.ref('excluded.by_80'),
        p_fall: set.ref('excluded.p_fall'),
        pace: set.ref('excluded.pace'),
        by_day: set.ref('excluded.by_day'),
        decides: set.ref('excluded.decides'),
        fee: set.ref('excluded.fee'),
      })),
    )
    .execute()
}

/** Keeps what is said today, once a company week: the track record is scored against it. */
export async function keepWeek(db: Db, companyId: string, today: DateOnly): Promise<void> {
  await sql`
    insert into sale_forecast_week (company_id, on_day, sale_id, property_id, branch_id, progressor_id, half_by, by_80, p_fall, pace, by_week, fee)
    select company_id, on_day, sale_id, property_id, branch_id, progressor_id, half_by, by_80, p_fall, pace,
      array(select by_day[1 + 7 * n] from generate_series(0, 26) n), fee
    from sale_forecast
    where company_id = ${companyId} and on_day = ${today}
    on conflict (company_id, on_day, sale_id) do nothing`.execute(db)
}
