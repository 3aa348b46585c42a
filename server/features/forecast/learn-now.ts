import { londonDay } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { refreshCompany } from './forecast-sales.ts'
import { learnCompany, lockLearning } from './learned-tables.repository.ts'
import { markForecastsDue } from './sale-forecasts.repository.ts'
import { countSalesToLearnFrom } from './sales-to-learn-from.read-model.ts'
import { scoreLately } from './track-record.read-model.ts'

export type LearnNowJob = { companyId: string }

/** Learns as soon as the transaction commits; a learning that has not begun is replaced. */
export const addLearning = (db: Db, companyId: string): Promise<void> =>
  jobAdder(db)('learn-now', { companyId } satisfies LearnNowJob, undefined, `learn ${companyId}`)

/**
 * The job `learn-now`: learns from the sales that an import or its undo has changed, without waiting for the end of the company's week, and
 * calculates the forecasts again. The sales that it has read are stored as progress.
 */
export async function learnNow(
  { database: { db }, clock }: { database: Database; clock: Clock },
  { companyId }: LearnNowJob,
): Promise<void> {
  const today = londonDay(clock.now())
  const sales = await countSalesToLearnFrom(db, companyId, today)
  try {
    await saveProgress(db, companyId, { sales_read: 0, sales })
    await db.transaction().execute(async (transaction) => {
      await lockLearning(transaction, companyId)
      await learnCompany(transaction, companyId, today, {
        onRead: (read) => saveProgress(db, companyId, { sales_read: Math.min(read, sales), sales }),
      })
      await scoreLately(transaction, companyId, today)
      await markForecastsDue(transaction, companyId)
    })
  } finally {
    await db.deleteFrom('learning_progress').where('company_id', '=', companyId).execute()
  }
  await refreshCompany(db, companyId, today)
}

const saveProgress = async (db: Db, companyId: string, progress: { sales_read: number; sales: number }): Promise<void> => {
  await db
    .insertInto('learning_progress')
    .values({ company_id: companyId, ...progress })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(progress))
    .execute()
}

/** The progress of a running learning; null: none is running. */
export async function findLearningProgress(db: Db, companyId: string): Promise<{ read: number; sales: number } | null> {
  const { rows } = await sql<{ read: number; sales: number }>`
    select sales_read as read, sales from learning_progress where company_id = ${companyId}`.execute(db)
  return rows[0] ?? null
}
