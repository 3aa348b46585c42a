import { lastClosedWeek } from '@gya/domain/common/company-week.ts'
import { addDays, type DateOnly, londonInstant } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../../db/pool.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { readEndOfWeek } from '../dashboard/dashboard.read-model.ts'
import { findFirstKnownDay } from './as-at-day.ts'
import { calculateChancesOf } from './calculate-sales.ts'
import { learnCompany } from './learned-tables.repository.ts'
import { findOpenAt, keepReplayedWeek } from './sale-forecasts.repository.ts'
import { scoreLately } from './track-record.read-model.ts'

/** 52 weeks that can be scored after twelve weeks. */
const weeksReplayed = 64
const salesAtOnce = 50

export type ReplayWeeksJob = { companyId: string; today: DateOnly }

/**
 * The job `replay-weeks`: calculates the forecasts of past weeks from the folded history and marks them as replayed. One week per job,
 * newest first, each with tables learned from what was known then. `today`: the day on which the replay was started.
 */
export async function replayWeeks({ database }: { database: Database }, job: ReplayWeeksJob): Promise<void> {
  const { companyId, today } = job
  const day = await nextWeek(database.db, job)
  if (day === null) {
    await scoreAgain(database.db, companyId, today)
    return
  }
  const learned = await database.db.transaction().execute((db) => learnCompany(db, companyId, day, { replayed: true }))
  const open = learned ? await findOpenAt(database.db, companyId, day) : []
  for (let from = 0; from < open.length; from += salesAtOnce) {
    const results = await calculateChancesOf(database.db, companyId, open.slice(from, from + salesAtOnce), day)
    await keepReplayedWeek(database.db, companyId, results)
  }
  await jobAdder(database.db)('replay-weeks', job)
}

/** The newest week without stored forecasts; null if none is left or there was no earlier sale. */
async function nextWeek(db: Db, { companyId, today }: ReplayWeeksJob): Promise<DateOnly | null> {
  const endOfWeek = await readEndOfWeek(db, { companyId })
  const first = await findFirstKnownDay(db, companyId)
  if (first === null) return null
  const { last } = lastClosedWeek(londonInstant(today, '12:00'), endOfWeek)
  // The current week belongs to the job `forecast-sales`.
  for (let back = 1; back <= weeksReplayed; back++) {
    const day = addDays(last, 1 - 7 * back)
    if (day <= first) return null
    const done = await db
      .selectFrom('learned_run')
      .select('learned_on')
      .where('company_id', '=', companyId)
      .where('learned_on', '>=', day)
      .where('learned_on', '<', addDays(day, 7))
      .limit(1)
      .executeTakeFirst()
    if (!done) return day
  }
  return null
}

/** Recalculates the track record stored with the last learning. */
async function scoreAgain(db: Db, companyId: string, today: DateOnly): Promise<void> {
  const run = await db
    .selectFrom('learned_run')
    .select('learned_on')
    .where('company_id', '=', companyId)
    .where('learned_on', '<=', today)
    .orderBy('learned_on', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!run) return
  // Its weeks have just been written; without statistics the scoring exceeds the statement timeout.
  await sql`analyze sale_forecast_week`.execute(db)
  await scoreLately(db, companyId, run.learned_on)
}
