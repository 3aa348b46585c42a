import { addDays, type DateOnly, londonInstant } from '@gya/domain/common/dates.ts'
import { lastClosedWeek } from '@gya/domain/features/dashboard/periods.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../../db/pool.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { readEndOfWeek } from '../dashboard/dashboard.read-model.ts'
import { learnCompany } from './learned-tables.repository.ts'
import { findOpenAt, keepReplayedWeek } from './sale-forecasts.repository.ts'
import { scoreLately } from './track-record.read-model.ts'
import { workOutChancesOf } from './work-out-sales.ts'

/** 52 weeks that can be scored twelve weeks later. */
const weeksReplayed = 64
const salesAtOnce = 50

export type ReplayWeeksJob = { companyId: string; today: DateOnly }

/**
 * The job `replay-weeks`: "for weeks before this version, the replay of section 5 on folded facts, marked replayed". One week a job, the
 * newest first, each with what could be learned by then; `today` is the day on which the weeks were asked for.
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
    const results = await workOutChancesOf(database.db, companyId, open.slice(from, from + salesAtOnce), day)
    await keepReplayedWeek(database.db, companyId, results)
  }
  await jobAdder(database.db)('replay-weeks', job)
}

/** The day after a company week, for which nothing is kept; null: none is left, or there was no sale before. */
async function nextWeek(db: Db, { companyId, today }: ReplayWeeksJob): Promise<DateOnly | null> {
  const endOfWeek = await readEndOfWeek(db, { companyId })
  const first = await db
    .selectFrom('sale')
    .select('known_on')
    .where('company_id', '=', companyId)
    .orderBy('known_on')
    .limit(1)
    .executeTakeFirst()
  if (!first) return null
  const { last } = lastClosedWeek(londonInstant(today, '12:00'), endOfWeek)
  // The present week is learned and kept by the job `forecast-sales`.
  for (let back = 1; back <= weeksReplayed; back++) {
    const day = addDays(last, 1 - 7 * back)
    if (day <= first.known_on) return null
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

/** The track record that was kept with the last learning. */
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
  // All its weeks were written a moment ago: without statistics the scores take longer than a statement may.
  await sql`analyze sale_forecast_week`.execute(db)
  await scoreLately(db, companyId, run.learned_on)
}
