import { londonDay } from '@gya/domain/common/dates.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../../db/pool.ts'
import type { Clock } from '../../../infra/clock.ts'
import { loadProperties } from '../read/load-property.ts'
import { lockLiveProperties } from '../write/properties.repository.ts'
import { deriveCustomers } from '../write/property-effects.ts'
import { deriveActionItems } from './action-items.ts'
import { updateChecksInReport } from './report-row.ts'

type JobContext = { database: Database; clock: Clock }

/** Number of properties read at a time. */
const chunk = 500
/** Properties locked at a time. */
const propertiesPerLock = 20

/**
 * Derives the action items of properties again and, after a change of the sale's file, what report and register list by their checks: a few
 * at a time, so that a save never waits long.
 */
async function deriveInBatches(
  { database, clock }: JobContext,
  { companyId, all }: DeriveSilenceJob,
  ids: readonly string[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += propertiesPerLock)
    await database.db.transaction().execute(async (db) => {
      const today = londonDay(clock.now())
      const locked = await lockLiveProperties(db, companyId, { ids: ids.slice(from, from + propertiesPerLock) })
      const loaded = await loadProperties(db, companyId, locked, today)
      await deriveActionItems(db, companyId, loaded)
      if (!all) return
      await updateChecksInReport(db, companyId, loaded)
      await deriveCustomers(loaded, { db, today })
    })
}

/** The next properties of a company in the order of their ids. */
async function nextChunk(
  { db }: Database,
  companyId: string,
  after: string | null,
  only: RawBuilder<SqlBool>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('property as p')
    .select('p.id')
    .where('p.company_id', '=', companyId)
    .where('p.deleted_on', 'is', null)
    .$if(after !== null, (query) => query.where('p.id', '>', after ?? ''))
    .where(only)
    .orderBy('p.id')
    .limit(chunk)
    .execute()
  return rows.map(({ id }) => id)
}

/** `all`: of every property that is not withdrawn, after a change of the settings of the sale's file. */
export type DeriveSilenceJob = { companyId: string; all?: true }

/** Runs after a change of the day settings (days after which vendors and buyers are due for an update), or of the sale's file. Idempotent. */
export async function deriveSilence(context: JobContext, job: DeriveSilenceJob): Promise<void> {
  const { companyId, all } = job
  const isWanted = all
    ? sql<SqlBool>`p.active`
    : sql<SqlBool>`exists (select from action_item i
    where i.company_id = p.company_id and i.subject_id = p.id and i.kind = 'silence')`
  let last: string | null = null
  for (let ids = await nextChunk(context.database, companyId, last, isWanted); ids.length > 0; ) {
    await deriveInBatches(context, job, ids)
    last = ids.at(-1) ?? null
    ids = await nextChunk(context.database, companyId, last, isWanted)
  }
}
