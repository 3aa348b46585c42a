import type { Instant } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'
import { collisionCodes } from '../../db/connection-errors.ts'
import type { Database, Db } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'
import type { AddJob } from '../../jobs/queue.ts'
import type { CheckImportJob } from './check-import.ts'
import type { FileIds, ImportIds } from './import-ids.ts'
import { countImportRows } from './import-rows.repository.ts'
import type { InviteVendorsJob } from './invite-vendors.ts'
import type { RunImportJob } from './run-import.ts'
import type { UndoImportJob } from './undo-import.ts'

type ImportJob =
  | { name: 'read-import'; payload: FileIds }
  | { name: 'check-import'; payload: CheckImportJob }
  | { name: 'run-import'; payload: RunImportJob }
  | { name: 'undo-import'; payload: UndoImportJob }
  | { name: 'invite-vendors'; payload: InviteVendorsJob }

/** Enqueues a job of an import. Replaces a job that waits for its next attempt. */
export const addImportJob = (addJob: AddJob, { name, payload }: ImportJob): Promise<void> =>
  addJob(name, payload, undefined, `${name}:${'fileId' in payload ? payload.fileId : payload.importId}`)

const jobNames: readonly string[] = [
  'read-import',
  'check-import',
  'run-import',
  'undo-import',
  'invite-vendors',
] satisfies ImportJob['name'][]

/** Whether a job of the import runs or waits. */
export async function hasImportJob(db: Db, { companyId, importId }: ImportIds): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = any(${jobNames}) and (j.attempts < j.max_attempts or j.locked_at is not null)
      and j.payload ->> 'companyId' = ${companyId} and j.payload ->> 'importId' = ${importId} limit 1`.execute(db)
  return rows.length > 0
}

/** Stores a failure of imports whose job is lost, so that the screen offers to try again. */
export async function storeLostJobs(db: Db, now: Instant): Promise<void> {
  const { rows } = await sql<ImportIds>`
    select company_id as "companyId", id as "importId" from import
    where (state in ('reading', 'checking', 'running', 'undoing') or inviting_since is not null) and job_failed_on is null`.execute(
    db,
  )
  for (const ids of rows) if (!(await hasImportJob(db, ids))) await storeFailedOn(db, ids, now)
}

/** Runs a job of an import and stores when it failed, so that the screen can show it. The queue retries it. */
export async function storeJobFailure(
  { database: { db }, clock }: { database: Database; clock: Clock },
  ids: ImportIds,
  work: () => Promise<void>,
): Promise<void> {
  const { companyId, importId } = ids
  await sql`
    update import set job_failed_on = null
    where company_id = ${companyId} and id = ${importId} and job_failed_on is not null`.execute(db)
  try {
    await work()
  } catch (error) {
    // The failure may be that of the database.
    await storeFailedOn(db, ids, clock.now()).catch(() => {})
    throw error
  }
}

/** Stores when a job of an import failed, with the counts of what it has done so far. */
export async function storeFailedOn(db: Db, ids: ImportIds, failedOn: Instant): Promise<void> {
  const counts = JSON.stringify(await countImportRows(db, ids))
  await sql`
    update import set job_failed_on = ${failedOn}, version = version + 1,
      counts = case when state in ('running', 'undoing') then ${counts}::jsonb else counts end
    where company_id = ${ids.companyId} and id = ${ids.importId}`.execute(db)
}

const mostTries = 5

/** Runs a transaction, again if it collides with another one. */
export async function retryCollisions<T>({ db }: Database, work: (db: Db) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (tries >= mostTries || !collisionCodes.includes((error as { code?: string }).code ?? '')) throw error
    }
}

/** Whether the database refuses a value or a reference, so that a retry would give the same result. Classes 22 and 23 of SQLSTATE. */
export const isRefusedByDatabase = (error: unknown): boolean => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^2[23]/.test(code)
}
