/**
 * The job that rebuilds the derived rows of many properties after a change of what they share, such as their vendor's name.
 * The change itself locks none of them, and the job locks a few at a time: saves beside it wait for nothing that takes
 * longer than a save.
 */
import { londonDay } from '@gya/domain/common/dates.ts'
import type { Database } from '../../../db/pool.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { AddJob } from '../../../jobs/queue.ts'
import { rebuildProjectionsOfMany } from '../write/change-property.ts'
import { lockLiveProperties, lockUnlockedProperties } from '../write/properties.repository.ts'

export type RebuildProjectionsJob = { companyId: string; propertyIds: string[] }

/** Properties that are locked at once. */
const batch = 10

/** Has the derived rows of these properties rebuilt once the transaction has committed. */
export async function enqueueRebuild(addJob: AddJob, job: RebuildProjectionsJob): Promise<void> {
  if (job.propertyIds.length > 0) await addJob('derive-properties', job)
}

/** Properties that a save has locked come last and are waited for, so that the row is not derived from what it replaces. */
export async function runRebuildJob(
  { database, clock }: { database: Database; clock: Clock },
  { companyId, propertyIds }: RebuildProjectionsJob,
): Promise<void> {
  const rebuild = (ids: readonly string[], lock: typeof lockLiveProperties) =>
    database.db.transaction().execute(async (db) => {
      const locked = await lock(db, companyId, { ids })
      await rebuildProjectionsOfMany(db, companyId, locked, londonDay(clock.now()))
      return locked
    })
  const done = new Set<string>()
  for (let from = 0; from < propertyIds.length; from += batch)
    for (const id of await rebuild(propertyIds.slice(from, from + batch), lockUnlockedProperties)) done.add(id)
  for (const id of propertyIds) if (!done.has(id)) await rebuild([id], lockLiveProperties)
}
