import { jobSchedules } from '@gya/domain/features/operations/job-schedules.ts'
import type pg from 'pg'

/** `last_error` of a job whose process ended while it ran. */
const interrupted = 'The process ended while this job ran.'
const interruptedTwice = 'The process ended twice while this job ran.'

/** Jobs that read what users have uploaded or written, at once and not item by item. */
const longJobs = Object.entries(jobSchedules).flatMap(([name, { place }]) => (place === 'long' ? [name] : []))

/** Marks what a job that was given up worked on as failed. */
export type OnFailed = (name: string, payload: Record<string, unknown>) => Promise<void>

export type FailedJob = { name: string; payload: Record<string, unknown> }

/**
 * Releases the jobs of workers whose process has ended, in the current transaction, so that they run again.
 * - A job that was replaced while it ran, by a newer one with its key, is deleted: Graphile Worker would show it as failed.
 * - A long job that has ended its process twice is failed, so that it does not end the process again. One interruption does not count as
 *   an attempt. Returns the failed ones.
 */
export async function releaseInterruptedJobs(
  client: Pick<pg.ClientBase, 'query'>,
  workerIds: readonly string[],
): Promise<FailedJob[]> {
  // Graphile Worker marks a replaced job so, and changes `updated_at` of no other job that runs.
  await client.query(
    `delete from graphile_worker._private_jobs
     where locked_by = any($1) and key is null and attempts >= max_attempts and updated_at > locked_at`,
    [workerIds],
  )
  const { rows } = await client.query<FailedJob & { failed: boolean }>(
    `update graphile_worker._private_jobs j set
       attempts = case when j.last_error = $3 then j.max_attempts else greatest(j.attempts - 1, 0) end,
       last_error = case when j.last_error = $3 then $4 else $3 end
     from graphile_worker._private_tasks t
     where t.id = j.task_id and j.locked_by = any($1) and t.identifier = any($2)
     returning t.identifier as name, j.payload, j.attempts >= j.max_attempts as failed`,
    [workerIds, longJobs, interrupted, interruptedTwice],
  )
  await client.query('select graphile_worker.force_unlock_workers($1)', [workerIds])
  return rows.filter(({ failed }) => failed)
}

type RunningJob = { id: string; key: string | null; attempts: number; max_attempts: number }

/** Deletes a job that has failed and was replaced while it ran: Graphile Worker has removed its key and would show it as failed. */
export async function deleteReplacedJob(pool: pg.Pool, { id, key, attempts, max_attempts }: RunningJob): Promise<void> {
  if (key === null || attempts >= max_attempts) return
  await pool.query('delete from graphile_worker._private_jobs where id = $1 and key is null and attempts >= max_attempts', [id])
}
