import { londonDay } from '@gya/domain/common/dates.ts'
import { type SqlBool, sql } from 'kysely'
import type { Database, Db } from '../../../db/pool.ts'
import type { Clock } from '../../../infra/clock.ts'
import { companyItem, forEachIsolated } from '../../../jobs/for-each-isolated.ts'
import { loadProperties } from '../read/load-property.ts'
import { lockLiveProperties } from '../write/properties.repository.ts'
import { deriveActionItems } from './action-items.ts'

type JobContext = { database: Database; clock: Clock }

/** Number of properties between two updates of the progress. */
const chunk = 500
/** Properties locked at a time. */
const propertiesPerLock = 20

/** Derives the action items of properties again, a few at a time, so that a save never waits long. */
async function deriveInBatches({ database, clock }: JobContext, companyId: string, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += propertiesPerLock)
    await database.db.transaction().execute(async (db) => {
      const today = londonDay(clock.now())
      const locked = await lockLiveProperties(db, companyId, { ids: ids.slice(from, from + propertiesPerLock) })
      await deriveActionItems(db, companyId, await loadProperties(db, companyId, locked, today), { today, by: null })
    })
}

/** The next properties of a company in the order of their ids. */
async function nextChunk(
  { db }: Database,
  companyId: string,
  after: string | null,
  only = sql<SqlBool>`true`,
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

/**
 * Derives the action items of companies that have none yet. Continues after an interruption; a second process that runs at the same time
 * stops at the first chunk.
 */
export async function fillActionItems(context: JobContext): Promise<void> {
  const unfinished = await context.database.db
    .selectFrom('action_item_fill')
    .select(['company_id', 'last_property'])
    .where('finished_on', 'is', null)
    .orderBy('company_id')
    .execute()
  await forEachIsolated(context, {
    job: 'fill-action-items',
    items: unfinished,
    idOf: ({ company_id }) => companyItem(company_id),
    work: ({ company_id, last_property }) => fillCompany(context, company_id, last_property),
  })
}

async function fillCompany(context: JobContext, companyId: string, from: string | null): Promise<void> {
  const { database, clock } = context
  let last = from
  for (let ids = await nextChunk(database, companyId, last); ids.length > 0; ids = await nextChunk(database, companyId, last)) {
    await deriveInBatches(context, companyId, ids)
    const { numUpdatedRows } = await database.db
      .updateTable('action_item_fill')
      .set((set) => ({ done: set('done', '+', ids.length), last_property: ids.at(-1) ?? null }))
      .where('company_id', '=', companyId)
      .where('last_property', 'is not distinct from', last)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    last = ids.at(-1) ?? null
  }
  await database.db
    .updateTable('action_item_fill')
    .set({ finished_on: clock.now() })
    .where('company_id', '=', companyId)
    .execute()
}

export type DeriveSilenceJob = { companyId: string }

/** Runs after a change of the day settings (days after which vendors and buyers are due for an update). Idempotent. */
export async function deriveSilence(context: JobContext, { companyId }: DeriveSilenceJob): Promise<void> {
  const isSilent = sql<SqlBool>`exists (select from action_item i
    where i.company_id = p.company_id and i.subject_id = p.id and i.kind = 'silence')`
  let last: string | null = null
  for (let ids = await nextChunk(context.database, companyId, last, isSilent); ids.length > 0; ) {
    await deriveInBatches(context, companyId, ids)
    last = ids.at(-1) ?? null
    ids = await nextChunk(context.database, companyId, last, isSilent)
  }
}

/** Progress of the first derivation of a company's action items; null once it is done. */
export async function findPreparing(db: Db, companyId: string): Promise<{ done: number; total: number } | null> {
  const row = await db
    .selectFrom('action_item_fill')
    .select(['done', 'total'])
    .where('company_id', '=', companyId)
    .where('finished_on', 'is', null)
    .executeTakeFirst()
  return row ?? null
}
