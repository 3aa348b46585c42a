import { randomInt } from 'node:crypto'
import type { Instant } from '@gya/domain/common/dates.ts'
import type { JobName } from '@gya/domain/features/operations/job-schedules.ts'
import { failureDays, failuresUntilStuck, nextTryAfter } from '@gya/domain/features/operations/stuck-work.rules.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../db/pool.ts'
import type { Clock } from '../infra/clock.ts'
import { requestContext } from '../infra/telemetry/request-context.ts'
import { errorSummary, errorType } from './error-summary.ts'

export type LoopContext = { database: Pick<Database, 'db'>; clock: Clock }

/** `key` consists of ids, because it is stored and logged. */
export type ItemId = { companyId: string | null; key: string }

type Loop<T> = {
  job: JobName
  items: Iterable<T> | AsyncIterable<T>
  idOf: (item: T) => ItemId
  work: (item: T) => Promise<void>
  /** Ends the run after this many failures in a row, of a service that all items need. */
  failuresInARow?: number
}

/** `waiting`: failed before, and not tried in this run. */
type Outcome = { done: number; failed: number; waiting: number }

/**
 * Runs `work` for each item; it has transactions of its own. A failure is logged and stored in `job_failure`, and the next items go on.
 * The item is tried again by a later run: after 1, 2, 4 … minutes, at most 24 hours, until it has failed ten times. Success deletes the
 * row. A retry is stored as a failure before it starts, so that a crash counts as one.
 */
export async function forEachIsolated<T>(
  { database: { db }, clock }: LoopContext,
  { job, items, idOf, work, failuresInARow = Number.POSITIVE_INFINITY }: Loop<T>,
): Promise<Outcome> {
  const failures = await findFailures(db, job)
  const outcome: Outcome = { done: 0, failed: 0, waiting: 0 }
  let inARow = 0
  for await (const item of items) {
    const id = idOf(item)
    const before = failures.get(id.key)
    if (before && !(await startRetry(db, { job, ...id, ...before }, clock.now()))) {
      outcome.waiting += 1
      continue
    }
    try {
      await work(item)
    } catch (error) {
      outcome.failed += 1
      inARow += 1
      requestContext()?.log?.(`Failed item ${id.key} (${job}) · ${errorSummary(error)}`)
      await storeFailure(db, { job, ...id, isRetry: before !== undefined, error: errorType(error) }, clock.now())
      if (inARow >= failuresInARow) throw error
      continue
    }
    outcome.done += 1
    inARow = 0
    if (before) await db.deleteFrom('job_failure').where('job', '=', job).where('key', '=', id.key).execute()
  }
  return outcome
}

/** `forEachIsolated` for the companies that are not deleted, starting at a random one. */
export async function forEachCompany(
  context: LoopContext,
  job: JobName,
  work: (companyId: string) => Promise<void>,
): Promise<void> {
  const companies = await context.database.db
    .selectFrom('company')
    .select('id')
    .where('deleted_on', 'is', null)
    .orderBy('id')
    .execute()
  const first = companies.length > 0 ? randomInt(companies.length) : 0
  const items = [...companies.slice(first), ...companies.slice(0, first)].map(({ id }) => id)
  await forEachIsolated(context, { job, items, idOf: companyItem, work })
}

/** `forEachIsolated` for independent parts of a job, by name. */
export async function forEachPart(context: LoopContext, job: JobName, parts: Readonly<Record<string, () => Promise<unknown>>>) {
  await forEachIsolated(context, {
    job,
    items: Object.entries(parts),
    idOf: ([key]) => ({ companyId: null, key }),
    work: async ([, work]) => void (await work()),
  })
}

export const companyItem = (companyId: string): ItemId => ({ companyId, key: companyId })

/** Reads rows in windows, each after the last row of the one before, so that rows that fail do not hide the others. */
export async function* inWindows<T>(size: number, read: (after: T | null) => Promise<readonly T[]>): AsyncGenerator<T> {
  for (let last: T | null = null; ; ) {
    const rows: readonly T[] = await read(last)
    yield* rows
    last = rows.at(-1) ?? null
    if (rows.length < size || last === null) return
  }
}

type Known = { failures: number; nextTry: Instant }

async function findFailures(db: Db, job: JobName): Promise<Map<string, Known>> {
  const rows = await db.selectFrom('job_failure').select(['key', 'failures', 'next_try']).where('job', '=', job).execute()
  return new Map(rows.map(({ key, failures, next_try }) => [key, { failures, nextTry: next_try }]))
}

/** False if it is not due, is stuck, or another process tries it. */
async function startRetry(db: Db, { job, key, failures, nextTry }: { job: JobName; key: string } & Known, now: Instant) {
  if (failures >= failuresUntilStuck || Date.parse(nextTry) > Date.parse(now)) return false
  const started = await db
    .updateTable('job_failure')
    .set({
      failures: failures + 1,
      next_try: nextTryAfter(failures + 1, now),
      running_since: now,
      last_failed: now,
      error: 'Interrupted',
    })
    .where('job', '=', job)
    .where('key', '=', key)
    .where('failures', '=', failures)
    .where('next_try', '<=', now)
    .executeTakeFirst()
  return started.numUpdatedRows > 0n
}

type Failure = ItemId & { job: JobName; isRetry: boolean; error: string }

/** A retry was counted when it started. */
async function storeFailure(db: Db, { job, companyId, key, isRetry, error }: Failure, now: Instant): Promise<void> {
  if (isRetry)
    await db
      .updateTable('job_failure')
      .set({ running_since: null, error })
      .where('job', '=', job)
      .where('key', '=', key)
      .execute()
  else
    await sql`
      insert into job_failure (job, key, company_id, failures, next_try, error, first_failed, last_failed)
      values (${job}, ${key}, ${companyId}, 1, ${nextTryAfter(1, now)}, ${error}, ${now}, ${now})
      on conflict (job, key) do nothing`.execute(db)
}

/** Failures of deleted companies, and those that have not recurred for 90 days. */
export async function deleteOldFailures(db: Db, now: Instant): Promise<void> {
  await sql`
    delete from job_failure f
    where f.last_failed < ${now}::timestamptz - make_interval(days => ${failureDays})
      or f.company_id in (select c.id from company c where c.deleted_on is not null)`.execute(db)
}
