/**
 * The job that rebuilds the projections of many properties after a change of shared data, such as the vendor's name. The
 * change itself locks no property, and the job locks a few at a time, so concurrent saves wait no longer than for another
 * save.
 */
import { londonDay } from '@gya/domain/common/dates.ts'
import type { Database } from '../../../db/pool.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { AddJob } from '../../../jobs/queue.ts'
import { rebuildProjectionsOfMany } from '../write/change-property.ts'
import { lockLiveProperties, lockUnlockedProperties } from '../write/properties.repository.ts'

export type RebuildProjectionsJob = { companyId: string; propertyIds: string[] }

/** Properties locked at a time. */
const batch = 10

/** Enqueues a rebuild that runs after the transaction commits. */
export async function enqueueRebuild(addJob: AddJob, job: RebuildProjectionsJob): Promise<void> {
  if (job.propertyIds.length > 0) await addJob('derive-properties', job)
}

/** Properties locked by a save are processed last and waited for, so that the projections include that save. */
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
