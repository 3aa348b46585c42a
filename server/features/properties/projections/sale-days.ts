import { sql } from 'kysely'
import { prepareStatement } from '../../../db/query/prepared-statement.ts'

/**
 * Stores the state of sales from `today` on, where it differs from the stored state (`sale_day`, `sale_step_day`, `sale_link_day`; decision
 * 81). Forecasts read nothing else. Must run after `reportRowsStatement`, which has the fees.
 */
export const saleDaysStatement = prepareStatement(
  'keep-sale-days',
  (db, { companyId, propertyIds, today }: { companyId: string; propertyIds: readonly string[]; today: string }) =>
    sql`select keep_sale_days(${companyId}::uuid, ${propertyIds}::uuid[], ${today}::date)`.compile(db),
)
