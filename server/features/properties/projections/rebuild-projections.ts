import { londonDay } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { Database, Db } from '../../../db/pool.ts'
import { runStatements } from '../../../db/query/statement.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { AddJob } from '../../../jobs/queue.ts'
import { type LoadedProperty, loadProperties, loadProperty } from '../read/load-property.ts'
import type { Viewer } from '../read/property-chain.ts'
import { lockLiveProperties, lockUnlockedProperties } from '../write/properties.repository.ts'
import { deriveActionItems } from './action-items.ts'
import { daysStatement, happeningsStatement } from './dashboard-rows.ts'
import { reportRowsStatement } from './report-row.ts'
import { saleDaysStatement } from './sale-days.ts'

export type RebuildProjectionsJob = { companyId: string; propertyIds: string[] }

/** Properties locked at a time. */
const propertiesPerLock = 10

/** Enqueues a rebuild that runs after the transaction commits. */
export async function enqueueRebuild(addJob: AddJob, job: RebuildProjectionsJob): Promise<void> {
  if (job.propertyIds.length > 0) await addJob('derive-properties', job)
}

/**
 * Rebuilds the projections of many properties after a change of shared data, such as the vendor's name. The change itself
 * locks no property, and the job locks a few at a time, so concurrent saves wait no longer than for another save. Properties
 * locked by a save are processed last and waited for, so that the projections include that save. A property that fails does not stop the
 * others; the job is retried.
 */
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
  for (let from = 0; from < propertyIds.length; from += propertiesPerLock) {
    // Those of a batch that fails are rebuilt one by one below.
    const rebuilt = await rebuild(propertyIds.slice(from, from + propertiesPerLock), lockUnlockedProperties).catch(() => [])
    for (const id of rebuilt) done.add(id)
  }
  const failures: unknown[] = []
  for (const id of propertyIds)
    if (!done.has(id)) await rebuild([id], lockLiveProperties).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/** Writes the rows that lists, report, dashboard and forecast read, of at least one property. */
function saveRows(db: Db, companyId: string, properties: readonly LoadedProperty[], today: string): Promise<void> {
  const propertyIds = properties.map(({ detail }) => detail._id)
  return runStatements(db, [
    reportRowsStatement(properties),
    daysStatement(properties, today),
    happeningsStatement({ companyId, propertyIds }),
    saleDaysStatement({ companyId, propertyIds, today }),
  ])
}

/**
 * Loads the property as `viewer` may see it and rebuilds the rows of lists, report and dashboard. The caller derives the
 * action items afterwards, when the listeners of the change have added or cancelled tasks.
 */
export async function rebuildRows(db: Db, ids: PropertyIds, today: string, viewer: Viewer): Promise<LoadedProperty> {
  const property = await loadProperty(db, ids, today, viewer)
  await saveRows(db, ids.companyId, [property], today)
  return property
}

/** The same with the action items. */
export async function rebuildProjections(
  db: Db,
  ids: PropertyIds,
  today: string,
  viewer: Viewer = null,
): Promise<LoadedProperty> {
  const property = await rebuildRows(db, ids, today, viewer)
  await deriveActionItems(db, ids.companyId, [property], { today, by: null })
  return property
}

/** Properties per query. */
const propertiesPerBatch = 50

/** The rows of lists, report and dashboard of many properties, with the same number of statements for up to 50; see `rebuildRows`. */
export async function rebuildRowsOfMany(
  db: Db,
  companyId: string,
  propertyIds: readonly string[],
  today: string,
): Promise<LoadedProperty[]> {
  const rebuilt: LoadedProperty[] = []
  for (let from = 0; from < propertyIds.length; from += propertiesPerBatch) {
    const properties = await loadProperties(db, companyId, propertyIds.slice(from, from + propertiesPerBatch), today)
    if (properties.length === 0) continue
    await saveRows(db, companyId, properties, today)
    rebuilt.push(...properties)
  }
  return rebuilt
}

/** Rebuilds the projections of many properties, and returns the properties. */
export async function rebuildProjectionsOfMany(
  db: Db,
  companyId: string,
  propertyIds: readonly string[],
  today: string,
): Promise<LoadedProperty[]> {
  const properties = await rebuildRowsOfMany(db, companyId, propertyIds, today)
  await deriveActionItems(db, companyId, properties, { today, by: null })
  return properties
}
