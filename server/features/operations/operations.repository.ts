import type { Instant } from '@gya/domain/common/dates.ts'
import type { PageRequest } from '@gya/domain/common/paging.ts'
import { failuresUntilStuck } from '@gya/domain/features/operations/stuck-work.rules.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { countRows } from '../../db/query/coalesced-count.ts'

type JobState = 'failed' | 'running' | 'waiting'
type JobRow = {
  id: number
  task_identifier: string
  state: JobState
  attempts: number
  max_attempts: number
  created_at: Instant
  run_at: Instant
  last_error: string | null
}

/** The queue's jobs without their payload. Finished jobs are deleted. */
const jobsWithState = sql`(
  select id, task_identifier, attempts, max_attempts, created_at, run_at, last_error,
    case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed' else 'waiting' end as state
  from graphile_worker.jobs) j`

export async function countJobs(db: Db): Promise<Record<JobState, number>> {
  const { rows } = await sql<{ state: JobState; count: number }>`
    select state, count(*)::int as count from ${jobsWithState} group by state`.execute(db)
  return { failed: 0, running: 0, waiting: 0, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}

export async function listJobRows(db: Db, { itemsPerPage, currentPage }: PageRequest, state: JobState | undefined) {
  const condition = state ? sql<SqlBool>`state = ${state}` : sql<SqlBool>`true`
  const { rows } = await sql<JobRow>`
    select * from ${jobsWithState} where ${condition} order by state, run_at, id
    limit ${itemsPerPage} offset ${itemsPerPage * currentPage}`.execute(db)
  const all = await sql<{ count: number }>`select count(*)::int as count from ${jobsWithState} where ${condition}`.execute(db)
  return { rows, count: all.rows[0]?.count ?? 0 }
}

/** Runs a job now with its attempts reset; returns false if it is missing or running. */
export async function rescheduleJob(db: Db, jobId: string): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker.reschedule_jobs(array[${jobId}::bigint], run_at := now(), attempts := 0)`.execute(db)
  return rows.length > 0
}

/** Items of jobs that are no longer tried, oldest first. */
export async function listStuckWork(db: Db, most: number) {
  const rows = await db
    .selectFrom('job_failure as f')
    .leftJoin('company as c', 'c.id', 'f.company_id')
    .select(['f.job', 'f.key', 'c.name as company', 'f.first_failed as since', 'f.failures as attempts', 'f.error as lastError'])
    .where('f.failures', '>=', failuresUntilStuck)
    .orderBy('f.first_failed')
    .orderBy('f.job')
    .orderBy('f.key')
    .limit(most)
    .execute()
  return rows
}

/** Lets the next run of the job try the item, with all tries; returns false if there is no such item. */
export async function releaseStuckWork(db: Db, { job, key }: { job: string; key: string }, now: Instant): Promise<boolean> {
  const released = await db
    .updateTable('job_failure')
    .set({ failures: 0, next_try: now, running_since: null })
    .where('job', '=', job)
    .where('key', '=', key)
    .executeTakeFirst()
  return released.numUpdatedRows > 0n
}

const unsent = (db: Db, states: readonly ('failed' | 'queued')[]) => db.selectFrom('mail as m').where('m.state', 'in', states)

export async function countUnsentMail(db: Db): Promise<{ failed: number; queued: number }> {
  const rows = await unsent(db, ['failed', 'queued'])
    .select((select) => ['m.state', select.fn.countAll<number>().as('count')])
    .groupBy('m.state')
    .execute()
  return { failed: 0, queued: 0, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}

/**
 * A failed message loses the files that were made for it alone, but not documents. Messages from users that concern no property always have
 * a file; if it is missing, the report's PDF failed.
 */
const attachmentGone = sql<boolean>`(m.sent_by is not null and m.property_id is null and not exists (select from mail_attachment a where a.mail_id = m.id)
  or exists (select from mail_attachment a where a.mail_id = m.id and not exists (select from document d where d.file = a.file)))`

export async function listUnsentMailRows(db: Db, page: PageRequest, state: 'failed' | 'queued' | undefined) {
  const filtered = unsent(db, state ? [state] : ['failed', 'queued'])
  const rows = await filtered
    .leftJoin('company as c', 'c.id', 'm.company_id')
    .select(['m.id', 'm.state', 'm.recipients', 'm.cc', 'm.bcc', 'm.delivered', 'm.attempts', 'm.createdon', 'm.last_error'])
    .select(['c.name as company_name', attachmentGone.as('attachment_gone')])
    .orderBy('m.createdon', 'desc')
    .orderBy('m.id', 'desc')
    .limit(page.itemsPerPage)
    .offset(page.itemsPerPage * page.currentPage)
    .execute()
  return { rows, count: await countRows(filtered) }
}

export const lockUnsentMail = (db: Db, mailId: string) =>
  db
    .selectFrom('mail as m')
    .select(['m.id', 'm.state', 'm.attempts', attachmentGone.as('attachment_gone')])
    .where('m.id', '=', mailId)
    .forUpdate()
    .executeTakeFirst()

/** Also retries recipients that the server had rejected permanently. */
export const requeueMail = (db: Db, mailId: string) =>
  db.updateTable('mail').set({ state: 'queued', attempts: 0, refused: '{}', last_error: null }).where('id', '=', mailId).execute()

export async function findSchemaVersion(db: Db): Promise<string> {
  const newest = await db.selectFrom('schema_migration').select('name').orderBy('name', 'desc').limit(1).executeTakeFirst()
  return newest?.name.replace(/\.sql$/, '') ?? ''
}
