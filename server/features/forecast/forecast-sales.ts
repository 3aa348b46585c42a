import { addYears, type DateOnly, londonDay } from '@gya/domain/common/dates.ts'
import { lastClosedWeek } from '@gya/domain/features/dashboard/periods.ts'
import type { Database, Db } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'
import { learnCompany } from './learned-tables.repository.ts'
import {
  deleteEndedForecasts,
  type ForecastScope,
  findStaleSales,
  keepWeek,
  mostOnRead,
  saveForecasts,
} from './sale-forecasts.repository.ts'
import { workOutSales } from './work-out-sales.ts'

const salesAtOnce = 50
/** "`sale_forecast_week` older than three years is dropped by the nightly job." */
const yearsKept = 3

/**
 * The job `forecast-sales`: for each company learns once a company week, works out the forecasts of the new day and of sales
 * that changed, and keeps what was said once a week.
 */
export async function forecastSales({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const now = clock.now()
  const today = londonDay(now)
  const companies = await database.db
    .selectFrom('company')
    .select(['id', 'md_day as day', 'md_time as time'])
    .where('deleted_on', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id: companyId, ...endOfWeek } of companies) {
    const { last } = lastClosedWeek(now, endOfWeek)
    await database.db.transaction().execute((db) => learnIfDue(db, companyId, { today, weekEnded: last }))
    await refreshCompany(database.db, companyId, today)
    if (!(await hasKept(database.db, companyId, last))) await keepWeek(database.db, companyId, today)
  }
  await database.db.deleteFrom('sale_forecast_week').where('on_day', '<', addYears(today, -yearsKept)).execute()
}

async function learnIfDue(
  db: Db,
  companyId: string,
  { today, weekEnded }: { today: DateOnly; weekEnded: DateOnly },
): Promise<void> {
  const learned = await db
    .selectFrom('learned_run')
    .select('learned_on')
    .where('company_id', '=', companyId)
    .where('learned_on', '>', weekEnded)
    .limit(1)
    .executeTakeFirst()
  if (!learned) await learnCompany(db, companyId, today)
}

const hasKept = async (db: Db, companyId: string, weekEnded: DateOnly): Promise<boolean> =>
  (await db
    .selectFrom('sale_forecast_week')
    .select('on_day')
    .where('company_id', '=', companyId)
    .where('on_day', '>', weekEnded)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Works out what is stale, some sales a transaction. */
async function refreshCompany(db: Database['db'], companyId: string, today: DateOnly): Promise<void> {
  await deleteEndedForecasts(db, { companyId, branchId: null })
  for (let before = ''; ; ) {
    const stale = await findStaleSales(db, { companyId, branchId: null }, today, salesAtOnce)
    // A sale whose forecast cannot be worked out would be found again.
    if (stale.length === 0 || stale.join() === before) return
    before = stale.join()
    await saveForecasts(db, companyId, await workOutSales(db, companyId, stale, today))
  }
}

/**
 * For a page: works out what is stale in its scope, at most `mostOnRead` sales. Answers how many are left; the next read, or
 * the job, goes on with them.
 */
export async function refreshOnRead(db: Db, scope: ForecastScope, today: DateOnly): Promise<number> {
  const stale = await findStaleSales(db, scope, today, null)
  await deleteEndedForecasts(db, scope)
  await saveForecasts(db, scope.companyId, await workOutSales(db, scope.companyId, stale.slice(0, mostOnRead), today))
  return Math.max(0, stale.length - mostOnRead)
}
