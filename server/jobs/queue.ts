import type { Instant } from '@gya/domain/common/dates.ts'
import { maxJobAttempts } from '@gya/domain/features/operations/job-retries.ts'
import { isJobName, type JobName, jobSchedules } from '@gya/domain/features/operations/job-schedules.ts'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { Statement } from '../db/query/statement.ts'

/**
 * Enqueues a job in the current transaction: it runs only if the transaction commits, and not before `runAt`. A job of the same
 * `key` that has not begun is replaced.
 */
export type AddJob = (name: JobName, payload: Record<string, unknown>, runAt?: Instant, key?: string) => Promise<void>

export const jobAdder =
  (db: Db) =>
  async (name: string, payload: Record<string, unknown>, runAt?: Instant, key?: string): Promise<void> => {
    await db.executeQuery(jobStatement(db, name, payload, runAt, key))
  }

/** The company of a long job, as a flag: companies share the places of long jobs. */
const flagsOf = (name: string, { companyId }: { companyId?: unknown }): string[] | null =>
  isJobName(name) && jobSchedules[name].place === 'long' && typeof companyId === 'string' ? [companyId] : null

const jobStatement = (
  db: Db,
  name: string,
  payload: Record<string, unknown>,
  runAt: Instant | null = null,
  key: string | null = null,
): Statement =>
  sql`select graphile_worker.add_job(${name}, payload := ${JSON.stringify(payload)}::json, run_at := ${runAt}::timestamptz,
    max_attempts := ${maxJobAttempts}, job_key := ${key}, flags := ${flagsOf(name, payload)}::text[])`.compile(db)

/** Enqueues several jobs of one name in one statement, in the current transaction. */
export async function addJobs(
  db: Db,
  name: JobName,
  jobs: readonly { payload: object; runAt: Instant | undefined }[],
): Promise<void> {
  const given = jobs.map(({ payload, runAt = null }) => ({ payload, runAt, flags: flagsOf(name, payload) }))
  await sql`
    select graphile_worker.add_job(${name}, payload := j.payload, run_at := j."runAt", max_attempts := ${maxJobAttempts}, flags := j.flags)
    from json_to_recordset(${JSON.stringify(given)}::json) j (payload json, "runAt" timestamptz, flags text[])`.execute(db)
}

/** The function of a job; `payload` is what `addJob` was given. */
export type Task = (payload: Record<string, unknown>) => Promise<void>
