import { sql } from 'kysely'
import { prepareStatement } from '../../../db/query/prepared-statement.ts'

/**
 * Keeps how the sales of properties stand from `today` on, where it differs from what is kept (`sale_day`, `sale_step_day`,
 * `sale_link_day`; decision 81). Forecasts read nothing else. Must run after `reportRowsStatement`, which has the fees.
 */
export const saleDaysStatement = prepareStatement(
  'keep-sale-days',
  (db, { companyId, propertyIds, today }: { companyId: string; propertyIds: readonly string[]; today: string }) =>
    sql`select keep_sale_days(${companyId}::uuid, ${propertyIds}::uuid[], ${today}::date)`.compile(db),
)
