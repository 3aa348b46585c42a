import { type JobName, jobSchedules } from '@gya/domain/features/operations/job-schedules.ts'
import { endedWhileRunning } from '@gya/domain/features/operations/operations.rules.ts'
import type pg from 'pg'

/** Jobs that continue where they were interrupted. The other long ones start again. */
const resumable: readonly JobName[] = [
  'run-import',
  'undo-import',
  'invite-vendors',
  'restore-archive',
  'give-up-restore',
  'update-fees',
  'derive-properties',
  'derive-silence',
  'derive-checks',
  'forecast-as-at',
  'replay-weeks',
]

/** How often the process may end while a long job runs, until the job is failed. */
const maxInterruptions = { resumable: 6, other: 2 }

/** Without the reading of e-mails, whose parsing has a thread of its own and cannot end the process: no e-mail is given up for a restart. */
const longJobs = Object.entries(jobSchedules).flatMap(([name, { place }]) =>
  place === 'long' && name !== 'read-mail' ? [name] : [],
)

/** Marks what a job that was given up worked on as failed. */
export type OnFailed = (name: string, payload: Record<string, unknown>) => Promise<void>

export type FailedJob = { name: string; payload: Record<string, unknown> }

/**
 * Releases the jobs of workers whose process has ended, in the current transaction, so that they run again.
 * - A job that was replaced while it ran, by a newer one with its key, is deleted: Graphile Worker would show it as failed.
 * - A job with a single attempt, that runs every minute, has it again: it would be shown as failed until the next minute.
 * - A long job that has ended its process twice, or six times if it continues where it was, is failed, so that it does not end the process
 *   again. Other interruptions of long jobs do not count as attempts. Returns the failed ones.
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
  await client.query('update graphile_worker._private_jobs set attempts = 0 where locked_by = any($1) and max_attempts = 1', [
    workerIds,
  ])
  const { rows } = await client.query<FailedJob & { failed: boolean }>(
    `with interrupted as (
       select j.id, t.identifier as name, case when t.identifier = any($3) then $4::int else $5::int end as most,
         1 + coalesce(substring(j.last_error from '^' || $6 || ' (\\d+)')::int, 0) as times
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where j.locked_by = any($1) and t.identifier = any($2))
     update graphile_worker._private_jobs j set
       attempts = case when i.times >= i.most then j.max_attempts else greatest(j.attempts - 1, 0) end,
       last_error = $6 || ' ' || i.times
     from interrupted i where j.id = i.id
     returning i.name, j.payload, i.times >= i.most as failed`,
    [workerIds, longJobs, resumable, maxInterruptions.resumable, maxInterruptions.other, endedWhileRunning],
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
