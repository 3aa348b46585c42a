import { defaultClosedDays } from '@gya/domain/features/forecast/counted-days.ts'
import type { ForecastSettings } from '@gya/domain/features/forecast/forecast-settings.contract.ts'
import type { Db } from '../../db/pool.ts'

export const forecastSettingsRow = (db: Db, companyId: string) =>
  db.selectFrom('forecast_settings').selectAll().where('company_id', '=', companyId)

const defaults = (): ForecastSettings => ({ closedDays: [...defaultClosedDays], compareStaff: false, version: 1 })

/** The settings of a company; the defaults if it never changed them. */
export async function findForecastSettings(db: Db, companyId: string): Promise<ForecastSettings> {
  const row = await forecastSettingsRow(db, companyId).executeTakeFirst()
  if (!row) return defaults()
  const days = await db
    .selectFrom('closed_day')
    .select(['from_md as from', 'to_md as to'])
    .where('company_id', '=', companyId)
    .orderBy('from_md')
    .orderBy('to_md')
    .execute()
  return { closedDays: days, compareStaff: row.compare_staff, version: row.version }
}
