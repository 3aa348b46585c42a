/**
 * Applies a changed fee deduction to the expected fees of the properties of a company or branch. A company can have 100,000
 * properties, so a job does it in batches, one transaction each; a save waits for one batch at most. The company page shows
 * the progress.
 */
import { londonDay } from '@gya/domain/common/dates.ts'
import { type SqlBool, sql } from 'kysely'
import type { Database, Db } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'
import type { AddJob } from '../../jobs/queue.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { deriveFees } from '../properties/write/derive-properties.ts'
import { lockFeeRows } from '../properties/write/properties.repository.ts'

type Scope = { companyId: string; branchId: string | null }
export type FeeUpdateJob = { companyId: string; updateId: string }

/** Properties locked by one transaction. */
const batchSize = 200

/** Enqueues the update and cancels running ones of the same properties. */
export async function startFeeUpdate(
  { db, now, newId, addJob }: { db: Db; now: string; newId(): string; addJob: AddJob },
  { companyId, branchId }: Scope,
): Promise<void> {
  await db
    .updateTable('fee_update')
    .set({ finished_on: now })
    .where('company_id', '=', companyId)
    .where('finished_on', 'is', null)
    .$if(branchId !== null, (query) => query.where('branch_id', '=', branchId))
    .execute()
  const updateId = newId()
  const { total } = await db
    .selectFrom('property_report')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('company_id', '=', companyId)
    .$if(branchId !== null, (query) => query.where('branch_id', '=', branchId ?? ''))
    .executeTakeFirstOrThrow()
  await db
    .insertInto('fee_update')
    .values({ company_id: companyId, id: updateId, branch_id: branchId, total, createdon: now })
    .execute()
  await addJob('update-fees', { companyId, updateId } satisfies FeeUpdateJob)
}

/** Progress of the running updates of a company; null if there are none. */
export async function findFeeProgress(db: Db, companyId: string): Promise<{ total: number; done: number } | null> {
  const { total, done } = await db
    .selectFrom('fee_update')
    .select((select) => [select.fn.sum<number | null>('total').as('total'), select.fn.sum<number | null>('done').as('done')])
    .where('company_id', '=', companyId)
    .where('finished_on', 'is', null)
    .executeTakeFirstOrThrow()
  return total === null || done === null ? null : { total, done }
}

export async function updateFees({ database, clock }: { database: Database; clock: Clock }, job: FeeUpdateJob): Promise<void> {
  const step = () => database.db.transaction().execute((db) => updateBatch(db, clock, job))
  while (await step()) continue
}

/** Updates the next batch. Returns whether there may be more. */
async function updateBatch(db: Db, clock: Clock, { companyId, updateId }: FeeUpdateJob): Promise<boolean> {
  const update = await db
    .selectFrom('fee_update')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', updateId)
    .where('finished_on', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!update) return false
  const propertyIds = await lockNext(db, { companyId, branchId: update.branch_id }, update.last_property)
  const now = clock.now()
  const today = londonDay(now)
  if (propertyIds.length > 0) await deriveFees({ db, companyId, today }, propertyIds)
  const last = propertyIds.at(-1)
  const progress = last
    ? { done: update.done + propertyIds.length, last_property: last }
    : { done: update.total, finished_on: now }
  await db.updateTable('fee_update').set(progress).where('company_id', '=', companyId).where('id', '=', updateId).execute()
  // The event also causes open dashboards and company pages to refetch.
  if (!last)
    await recordCompanyEvents(db, { companyId, userId: null, at: now, newId: () => clock.newId() }, [
      { kind: 'fees-updated', data: { properties: update.done } },
    ])
  return last !== undefined
}

/**
 * Locks the next properties, up to the first that a save has locked. That save may have read the old deduction. If its property is the next
 * one, this waits for it without holding other locks.
 */
async function lockNext(db: Db, { companyId, branchId }: Scope, after: string | null): Promise<string[]> {
  const rows = await db
    .selectFrom('property_report')
    .select('property_id')
    .where('company_id', '=', companyId)
    .$if(branchId !== null, (query) => query.where('branch_id', '=', branchId ?? ''))
    .where(sql<SqlBool>`(${after}::uuid is null or property_id > ${after}::uuid)`)
    .orderBy('property_id')
    .limit(batchSize)
    .execute()
  const next = rows.map(({ property_id }) => property_id)
  const free = new Set(await lockFeeRows(db, companyId, next, { skipLocked: true }))
  const upTo = next.findIndex((id) => !free.has(id))
  if (upTo !== 0) return upTo === -1 ? next : next.slice(0, upTo)
  return lockFeeRows(db, companyId, next.slice(0, 1), { skipLocked: false })
}
