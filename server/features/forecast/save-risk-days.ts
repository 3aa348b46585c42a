import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { CalculatedForecast } from './calculate-forecast.ts'

/**
 * Stores the periods in which reasons of sales held; their factors are learned from these days. A reason that is found again on the day on
 * which it ended has held throughout. Decision 70.
 */
export async function saveRiskDays(db: Db, companyId: string, results: readonly CalculatedForecast[]): Promise<void> {
  const held = results.flatMap(({ sale, figures }) =>
    figures.risks.map(({ risk }) => ({ sale_id: sale.saleId, property_id: sale.propertyId, risk, today: figures.onDay })),
  )
  const worked = results.map(({ sale, figures }) => ({ sale_id: sale.saleId, today: figures.onDay }))
  const heldRows = sql`jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as h (sale_id uuid, property_id uuid, risk text, today date)`
  await sql`
    update sale_risk_day d set until = w.today
    from jsonb_to_recordset(${JSON.stringify(worked)}::jsonb) as w (sale_id uuid, today date)
    where d.company_id = ${companyId} and d.sale_id = w.sale_id and d.until is null and d.since <= w.today
      and not exists (select from ${heldRows} where h.sale_id = d.sale_id and h.risk = d.risk)`.execute(db)
  if (held.length === 0) return
  await sql`
    update sale_risk_day d set until = null
    from ${heldRows}
    where d.company_id = ${companyId} and d.sale_id = h.sale_id and d.risk = h.risk and d.until = h.today`.execute(db)
  await sql`
    insert into sale_risk_day (company_id, sale_id, risk, since, property_id)
    select ${companyId}, h.sale_id, h.risk, h.today, h.property_id from ${heldRows}
    on conflict do nothing`.execute(db)
}
