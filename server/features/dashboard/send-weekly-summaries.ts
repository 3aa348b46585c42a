import { addDays, type DateOnly, type Instant } from '@gya/domain/common/dates.ts'
import { toPounds } from '@gya/domain/common/money.ts'
import type { Metric } from '@gya/domain/features/dashboard/metrics.ts'
import { type CompanyWeek, type EndOfWeek, periodEnding } from '@gya/domain/features/dashboard/periods.ts'
import { summaryMetrics, weekToReport } from '@gya/domain/features/dashboard/weekly-summary.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../../db/pool.ts'
import { queueMail } from '../../emails/outbox.ts'
import { type SummaryMetrics, weeklySummaryEmail } from '../../emails/weekly-summary.ts'
import type { Clock } from '../../infra/clock.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { type MetricScope, readMetricValues } from './dashboard.read-model.ts'

export type SummaryCompany = { id: string; name: string; createdon: Instant; endOfWeek: EndOfWeek; reported: DateOnly[] }

/** Two weeks back are enough to tell whether a week was told: `weekToTell`. */
const lastSummaryDays = sql<DateOnly[]>`array(
  select w.last_day from weekly_summary w where w.company_id = c.id order by w.last_day desc limit 2)`

const summaryCompanies = (db: Db) =>
  db
    .selectFrom('company as c')
    .select(['c.id', 'c.name', 'c.createdon', 'c.md_day', 'c.md_time', lastSummaryDays.as('reported')])
    .where('c.deleted_on', 'is', null)

type SummaryCompanyRow = { id: string; name: string; createdon: Instant; md_day: number; md_time: string; reported: DateOnly[] }
const toSummaryCompany = ({ md_day, md_time, ...company }: SummaryCompanyRow): SummaryCompany => ({
  ...company,
  endOfWeek: { day: md_day, time: md_time },
})

/** Every company, with when its week ends and which weeks it was told last. */
export const listSummaryCompanies = async (db: Db): Promise<SummaryCompany[]> =>
  (await summaryCompanies(db).execute()).map(toSummaryCompany)

/** The same of one, held on to until the transaction ends; null where it is gone or somebody else is at it. */
export async function lockSummaryCompany(db: Db, companyId: string): Promise<SummaryCompany | null> {
  const free = await db
    .selectFrom('company')
    .select('id')
    .where('id', '=', companyId)
    .where('deleted_on', 'is', null)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  // Read by a statement of its own, after the lock: it sees what the holder before us wrote.
  const row = free && (await summaryCompanies(db).where('c.id', '=', companyId).executeTakeFirst())
  return row ? toSummaryCompany(row) : null
}

type NewWeeklySummary = { companyId: string; week: CompanyWeek; now: Instant; recipients: number }

/** Notes that a week is told; false where it was noted before, by another process. */
export async function insertWeeklySummary(db: Db, { companyId, week, now, recipients }: NewWeeklySummary): Promise<boolean> {
  const row = { company_id: companyId, last_day: week.last, closed_on: week.closes, createdon: now, recipients }
  const inserted = await db
    .insertInto('weekly_summary')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('last_day')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The company's administrators who can sign in and did not switch the summary off. */
export const listSummaryRecipients = (db: Db, companyId: string) =>
  db
    .selectFrom('app_user')
    .select(['id', 'first_name', 'email'])
    .where('company_id', '=', companyId)
    .where('type', '=', 'COMPANY_ADMIN')
    .where('deleted_on', 'is', null)
    .where('deactivated_on', 'is', null)
    .where('activated', '=', true)
    .where('weekly_summary', '=', true)
    .orderBy('id')
    .execute()

export const listBranchNames = (db: Db, companyId: string) =>
  db
    .selectFrom('branch')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('deleted_on', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()

type JobContext = { database: Database; clock: Clock; publicUrl: string }

/**
 * Every company whose week has closed and was not told yet is told it. Companies are told each in a transaction of its own;
 * where one cannot be, the others are, and this rejects at the end: the next run, a minute later, tries again.
 */
export async function sendWeeklySummaries(telling: JobContext): Promise<void> {
  const { database, clock } = telling
  const due = (await listSummaryCompanies(database.db)).filter((company) => weekToReport(clock.now(), company))
  const failures: unknown[] = []
  for (const { id } of due) await sendWeeklySummary(telling, id).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/** The week, the note that it was told and its messages are one transaction: after a crash there is all of it, or nothing. */
async function sendWeeklySummary({ database, clock, publicUrl }: JobContext, companyId: string): Promise<void> {
  await database.db.transaction().execute(async (db) => {
    const company = await lockSummaryCompany(db, companyId)
    const now = clock.now()
    const week = company && weekToReport(now, company)
    if (!week) return
    const readers = await listSummaryRecipients(db, companyId)
    if (!(await insertWeeklySummary(db, { companyId, week, now, recipients: readers.length })) || readers.length === 0) return
    const figures = await readWeekMetrics(db, companyId, { week, endOfWeek: company.endOfWeek })
    const writing = { db, now, newId: () => clock.newId(), addJob: jobAdder(db) }
    for (const reader of readers) {
      const mail = weeklySummaryEmail({ ...figures, companyName: company.name, firstName: reader.first_name, week, publicUrl })
      await queueMail(writing, { to: [reader.email], companyId, ...mail })
    }
  })
}

type Week = { week: CompanyWeek; endOfWeek: EndOfWeek }

/** The company's figures and those of each branch; a branch at a time, for it is once a week and nobody waits. */
async function readWeekMetrics(db: Db, companyId: string, week: Week) {
  const branches: { id: string; name: string; figures: SummaryMetrics }[] = []
  for (const { id, name } of await listBranchNames(db, companyId))
    branches.push({ id, name, figures: await readScopeMetrics(db, { companyId, branchId: id }, week) })
  return { company: await readScopeMetrics(db, { companyId, branchId: null }, week), branches }
}

/** Of the week and of the one before it, in pounds. */
async function readScopeMetrics(db: Db, whose: MetricScope, { week, endOfWeek }: Week): Promise<SummaryMetrics> {
  const periods = [0, 7].map((days) => periodEnding(addDays(week.last, -days), 7, endOfWeek))
  const found = await readMetricValues(db, whose, summaryMetrics, periods)
  const value = (metric: Metric, key: DateOnly) => {
    const { count, sum } = found[metric]?.[key] ?? {}
    return { count, sum: sum === undefined ? undefined : toPounds(sum) }
  }
  return Object.fromEntries(summaryMetrics.map((metric) => [metric, periods.map(({ key }) => value(metric, key))]))
}
