import { type DateOnly, londonDay } from '@gya/domain/common/dates.ts'
import type { Database, Db } from '../../../db/pool.ts'
import { runStatements } from '../../../db/query/statement.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { AddJob } from '../../../jobs/queue.ts'
import { deriveActionItems } from '../projections/action-items.ts'
import { daysStatement, happeningsStatement, updateDashboardFees } from '../projections/dashboard-rows.ts'
import { reportRowsStatement, updateExpectedFees } from '../projections/report-row.ts'
import { saleDaysStatement } from '../projections/sale-days.ts'
import { type LoadedProperty, loadProperties } from '../read/load-property.ts'
import type { Viewer } from '../read/property-chain.ts'
import { deleteRows } from './delete-rows.ts'
import { lockLiveProperties, lockUnlockedProperties } from './properties.repository.ts'
import { deriveCustomers } from './property-effects.ts'

export type DerivePropertiesJob = { companyId: string; propertyIds: string[] }

/** Enqueues a derivation that runs after the transaction commits. */
export async function enqueueDerivation(addJob: AddJob, job: DerivePropertiesJob): Promise<void> {
  if (job.propertyIds.length > 0) await addJob('derive-properties', job)
}

/** Properties locked at a time. */
const propertiesPerLock = 10

/**
 * Derives many properties after a change of shared data, such as the vendor's name. The change itself locks no property, and the job
 * locks a few at a time, so concurrent saves wait no longer than for another save. Properties locked by a save are processed last and
 * waited for, so that the rows include that save. A property that fails does not stop the others; the job is retried.
 */
export async function runDeriveJob(
  { database, clock }: { database: Database; clock: Clock },
  { companyId, propertyIds }: DerivePropertiesJob,
): Promise<void> {
  const derive = (ids: readonly string[], lock: typeof lockLiveProperties) =>
    database.db.transaction().execute(async (db) => {
      const locked = await lock(db, companyId, { ids })
      await deriveProperties({ db, companyId, today: londonDay(clock.now()) }, locked)
      return locked
    })
  const done = new Set<string>()
  for (let from = 0; from < propertyIds.length; from += propertiesPerLock) {
    // Those of a batch that fails are derived one by one below.
    const derived = await derive(propertyIds.slice(from, from + propertiesPerLock), lockUnlockedProperties).catch(() => [])
    for (const id of derived) done.add(id)
  }
  const failures: unknown[] = []
  for (const id of propertyIds)
    if (!done.has(id)) await derive([id], lockLiveProperties).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

type Place = { db: Db; companyId: string; today: DateOnly; viewer?: Viewer }

/** Properties per statement. */
const propertiesPerBatch = 50

/** Loads properties in batches, without missing ones. */
export async function loadInBatches(
  { db, companyId, today, viewer = null }: Place,
  propertyIds: readonly string[],
): Promise<Map<string, LoadedProperty>> {
  const loaded: LoadedProperty[] = []
  for (let from = 0; from < propertyIds.length; from += propertiesPerBatch)
    loaded.push(...(await loadProperties(db, companyId, propertyIds.slice(from, from + propertiesPerBatch), today, viewer)))
  return new Map(loaded.map((property) => [property.detail._id, property]))
}

/**
 * Loads properties and writes the rows that lists, report, dashboard and forecast read; deletes those of deleted properties, which are not
 * returned. The caller derives the action items afterwards, when the effects of the change have added or cancelled tasks.
 */
export async function deriveRows(place: Place, propertyIds: readonly string[]): Promise<Map<string, LoadedProperty>> {
  const { db, companyId, today } = place
  const loaded = await loadInBatches(place, propertyIds)
  const properties = [...loaded.values()]
  for (let from = 0; from < properties.length; from += propertiesPerBatch) {
    const batch = properties.slice(from, from + propertiesPerBatch)
    const ids = batch.map(({ detail }) => detail._id)
    await runStatements(db, [
      reportRowsStatement(batch),
      daysStatement(batch, today),
      happeningsStatement({ companyId, propertyIds: ids }),
      saleDaysStatement({ companyId, propertyIds: ids, today }),
    ])
  }
  const gone = propertyIds.filter((id) => !loaded.has(id))
  if (gone.length > 0) await deleteDerivedRows(place, gone)
  return loaded
}

/** After the deletion of properties: takes them out of lists, reports, forecast and Today. Their snoozes are kept for a restore. */
export async function deleteDerivedRows({ db, companyId, today }: Place, propertyIds: readonly string[]): Promise<void> {
  await deleteRows(db, companyId, propertyIds)
  await db.executeQuery(saleDaysStatement({ companyId, propertyIds, today }))
}

/** Derives the rows, action items and customers of properties, after a change that is not recorded in them. */
export async function deriveProperties(place: Place, propertyIds: readonly string[]): Promise<void> {
  const properties = [...(await deriveRows(place, propertyIds)).values()]
  await deriveActionItems(place.db, place.companyId, properties)
  await deriveCustomers(properties, place)
}

/** Derives the expected fees of properties, after a change of the deduction of their branch or company. */
export async function deriveFees({ db, companyId, today }: Place, propertyIds: readonly string[]): Promise<void> {
  await updateExpectedFees(db, { companyId, propertyIds })
  await updateDashboardFees(db, { companyId, propertyIds }, today)
  await deriveSaleDays({ db, companyId, today }, propertyIds)
}

/** Stores the state of sales from today on, which forecasts read. */
export const deriveSaleDays = ({ db, companyId, today }: Place, propertyIds: readonly string[]) =>
  db.executeQuery(saleDaysStatement({ companyId, propertyIds, today }))
