import type { Instant } from '@gya/domain/common/dates.ts'
import { type ClosedRange, defaultClosedDays } from '@gya/domain/features/forecast/counted-days.ts'
import type { ForecastSettings } from '@gya/domain/features/forecast/forecast-settings.contract.ts'
import type { Db } from '../../db/pool.ts'
import { forecastSettingsRow } from './forecast-settings.read-model.ts'

/** Locks the settings, created with the defaults if the company never changed them. */
export async function lockForecastSettings(db: Db, companyId: string, { now, newId }: { now: Instant; newId: () => string }) {
  const created = await db
    .insertInto('forecast_settings')
    .values({ company_id: companyId, compare_staff: false, createdon: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('company_id')
    .executeTakeFirst()
  if (created) await insertClosedDays(db, companyId, defaultClosedDays, newId)
  return forecastSettingsRow(db, companyId).forUpdate().executeTakeFirstOrThrow()
}

const insertClosedDays = async (db: Db, companyId: string, days: readonly ClosedRange[], newId: () => string): Promise<void> => {
  if (days.length === 0) return
  const rows = days.map(({ from, to }) => ({ company_id: companyId, id: newId(), from_md: from, to_md: to }))
  await db.insertInto('closed_day').values(rows).execute()
}

export async function replaceForecastSettings(
  db: Db,
  companyId: string,
  { closedDays, compareStaff }: Omit<ForecastSettings, 'version'>,
  { now, userId, newId }: { now: Instant; userId: string; newId: () => string },
): Promise<void> {
  await db.deleteFrom('closed_day').where('company_id', '=', companyId).execute()
  await insertClosedDays(db, companyId, closedDays, newId)
  await db
    .updateTable('forecast_settings')
    .set((set) => ({ compare_staff: compareStaff, version: set('version', '+', 1), updatedon: now, updated_by: userId }))
    .where('company_id', '=', companyId)
    .execute()
}
