import { isDeepStrictEqual } from 'node:util'
import { lastClosedWeek } from '@gya/domain/common/company-week.ts'
import { addDays, addYears, type DateOnly, londonDay } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'
import { forEachCompany } from '../../jobs/for-each-isolated.ts'
import type { AddJob } from '../../jobs/queue.ts'
import { readEndOfWeek } from '../dashboard/dashboard.read-model.ts'
import { deriveSaleDays } from '../properties/write/derive-properties.ts'
import { lockUnlockedProperties } from '../properties/write/properties.repository.ts'
import type { AsAtDay } from './as-at-day.ts'
import { calculateSales } from './calculate-sales.ts'
import { findForecastSettings } from './forecast-settings.read-model.ts'
import { learnCompany, lockLearning } from './learned-tables.repository.ts'
import {
  deleteEndedForecasts,
  type ForecastScope,
  findMissingAsAt,
  findStaleSales,
  keepWeek,
  markForecastsDue,
  mostAsAtOnRead,
  mostOnRead,
  saveForecasts,
  savePastForecasts,
} from './sale-forecasts.repository.ts'
import { scoreLately } from './track-record.read-model.ts'

const salesAtOnce = 50
/** Weekly forecasts are deleted after three years. */
const yearsKept = 3
/** Forecasts of past days are cached for some days and calculated again on demand. */
const daysAsAtKept = 2

/**
 * The job `forecast-sales`. For each company it learns once a company week, calculates the forecasts of the new day and of changed sales,
 * and stores forecasts once a week.
 */
export async function forecastSales(context: { database: Database; clock: Clock }): Promise<void> {
  const { database, clock } = context
  const now = clock.now()
  const today = londonDay(now)
  await forEachCompany(context, 'forecast-sales', async (companyId) => {
    const { last } = lastClosedWeek(now, await readEndOfWeek(database.db, { companyId }))
    await database.db.transaction().execute((db) => learnIfDue(db, companyId, { today, weekEnded: last }))
    await refreshCompany(database.db, companyId, today)
    if (!(await hasKept(database.db, companyId, last))) await keepWeek(database.db, companyId, today)
  })
  await database.db.deleteFrom('sale_forecast_week').where('on_day', '<', addYears(today, -yearsKept)).execute()
  await database.db.deleteFrom('sale_forecast_as_at').where('made_on', '<', addDays(today, -daysAsAtKept)).execute()
}

async function learnIfDue(
  db: Db,
  companyId: string,
  { today, weekEnded }: { today: DateOnly; weekEnded: DateOnly },
): Promise<void> {
  await lockLearning(db, companyId)
  const learned = await db
    .selectFrom('learned_run')
    .select(['learned_on', 'closed'])
    .where('company_id', '=', companyId)
    .where('learned_on', '>', weekEnded)
    .orderBy('learned_on', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { closedDays } = await findForecastSettings(db, companyId)
  if (learned && isDeepStrictEqual(learned.closed, closedDays)) return
  await learnCompany(db, companyId, today)
  await scoreLately(db, companyId, today)
  // Changed closed days change all dates. Last, because this locks every open sale until the commit.
  if (learned) await markForecastsDue(db, companyId)
}

const hasKept = async (db: Db, companyId: string, weekEnded: DateOnly): Promise<boolean> =>
  (await db
    .selectFrom('sale_forecast_week')
    .select('on_day')
    .where('company_id', '=', companyId)
    .where('on_day', '>', weekEnded)
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Recalculates stale forecasts, some sales per transaction. Once a day the history of each sale is updated first, because e-mails that
 * jobs send do not change the property.
 */
export async function refreshCompany(db: Database['db'], companyId: string, today: DateOnly): Promise<void> {
  await deleteEndedForecasts(db, companyId)
  await keepDays(db, companyId, today)
  for (let before = ''; ; ) {
    const stale = await findStaleSales(db, { companyId, branchId: null }, today, salesAtOnce)
    // Otherwise a sale whose forecast cannot be calculated would be selected again.
    if (stale.length === 0 || stale.join() === before) return
    before = stale.join()
    await saveForecasts(db, companyId, await calculateSales(db, companyId, stale, today))
  }
}

/** Sold properties without a forecast of today. */
async function keepDays(db: Database['db'], companyId: string, today: DateOnly): Promise<void> {
  for (let last: string | null = null; ; ) {
    const { rows } = await sql<{ id: string }>`
      select r.property_id as id from property_report r
      where r.company_id = ${companyId} and r.phase = 'sold' and (${last}::uuid is null or r.property_id > ${last}::uuid)
        and not exists (select from sale_forecast f
          where f.company_id = r.company_id and f.property_id = r.property_id and f.on_day = ${today})
      order by r.property_id
      limit ${salesAtOnce}`.execute(db)
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return
    await db.transaction().execute(async (transaction) => {
      // Skips sales that a save has locked: the save updates them.
      const propertyIds = await lockUnlockedProperties(transaction, companyId, { ids })
      await deriveSaleDays({ db: transaction, companyId, today }, propertyIds)
    })
    last = ids.at(-1) ?? null
  }
}

type ReadContext = { db: Db; addJob: AddJob; today: DateOnly }

/**
 * For a request: calculates stale forecasts in its scope, or missing ones for a past day, up to a limit. Returns how many remain for the
 * next read or a job.
 */
export async function refreshOnRead({ db, addJob, today }: ReadContext, scope: ForecastScope, asked: AsAtDay): Promise<number> {
  const { companyId } = scope
  const [ids, most] = asked.isPast
    ? [await findMissingAsAt(db, scope, asked.day, null), mostAsAtOnRead]
    : [await findStaleSales(db, scope, today, null), mostOnRead]
  if (ids.length === 0) return 0
  const results = await calculateSales(db, companyId, ids.slice(0, most), asked.day)
  if (!asked.isPast) await saveForecasts(db, companyId, results)
  else {
    await savePastForecasts(db, companyId, results, today)
    const job: ForecastAsAtJob = { ...scope, day: asked.day }
    if (ids.length > most) await addJob('forecast-as-at', job, undefined, `forecast ${Object.values(job).join(' ')}`)
  }
  return Math.max(0, ids.length - most)
}

export type ForecastAsAtJob = ForecastScope & { day: DateOnly }

/** The job `forecast-as-at`: the remaining forecasts of a past day that was requested. */
export async function forecastAsAt(
  { database: { db }, clock }: { database: Database; clock: Clock },
  { day, ...scope }: ForecastAsAtJob,
): Promise<void> {
  for (let before = ''; ; ) {
    const ids = await findMissingAsAt(db, scope, day, salesAtOnce)
    if (ids.length === 0 || ids.join() === before) return
    before = ids.join()
    await savePastForecasts(db, scope.companyId, await calculateSales(db, scope.companyId, ids, day), londonDay(clock.now()))
  }
}
