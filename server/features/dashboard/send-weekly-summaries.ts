import type { CompanyWeek, EndOfWeek } from '@gya/domain/common/company-week.ts'
import { addDays, type DateOnly, type Instant } from '@gya/domain/common/dates.ts'
import { toPounds } from '@gya/domain/common/money.ts'
import type { Metric } from '@gya/domain/features/dashboard/metrics.ts'
import { periodEnding } from '@gya/domain/features/dashboard/periods.ts'
import { summaryMetrics, weekToReport } from '@gya/domain/features/dashboard/weekly-summary.ts'
import { overridesText } from '@gya/domain/features/gates/weekly-override-count.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../../db/pool.ts'
import { queueMail } from '../../emails/outbox.ts'
import { type SummaryMetrics, weeklySummaryEmail } from '../../emails/weekly-summary.ts'
import type { Clock } from '../../infra/clock.ts'
import { companyItem, forEachIsolated } from '../../jobs/for-each-isolated.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { countOverrides } from '../gates/gates.repository.ts'
import { readMetricValues } from './dashboard.read-model.ts'
import type { MetricScope } from './metric-rows.ts'

type JobContext = { database: Database; clock: Clock; publicUrl: string }

/**
 * Sends the summary to every company whose week has closed, once per week. Each company has its own transaction.
 */
export async function sendWeeklySummaries(context: JobContext): Promise<void> {
  const { database, clock } = context
  await forEachIsolated(context, {
    job: 'weekly-summaries',
    items: await listSummaryCompanies(database.db),
    idOf: ({ id }) => companyItem(id),
    work: async (company) => {
      if (weekToReport(clock.now(), company)) await sendWeeklySummary(context, company.id)
    },
  })
}

/** The row of `weekly_summary` and the e-mails are written in one transaction, so that a crash leaves all or none. */
async function sendWeeklySummary({ database, clock, publicUrl }: JobContext, companyId: string): Promise<void> {
  await database.db.transaction().execute(async (db) => {
    const company = await lockSummaryCompany(db, companyId)
    const now = clock.now()
    const week = company && weekToReport(now, company)
    if (!week) return
    const recipients = await listSummaryRecipients(db, companyId)
    if (!(await insertWeeklySummary(db, { companyId, week, now, recipients: recipients.length })) || recipients.length === 0)
      return
    const metrics = await readWeekMetrics(db, companyId, { week, endOfWeek: company.endOfWeek })
    const overrides = overridesText(await countOverrides(db, companyId, week.closes))
    const outbox = { db, now, newId: () => clock.newId(), addJob: jobAdder(db) }
    for (const recipient of recipients) {
      const who = { companyName: company.name, firstName: recipient.first_name }
      const mail = weeklySummaryEmail({ ...metrics, ...who, week, overrides, publicUrl })
      await queueMail(outbox, { to: [recipient.email], companyId, ...mail })
    }
  })
}

type Week = { week: CompanyWeek; endOfWeek: EndOfWeek }

/** Branches are read one after the other, because the job runs once a week and nobody waits for it. */
async function readWeekMetrics(db: Db, companyId: string, week: Week) {
  const branches: { id: string; name: string; metrics: SummaryMetrics }[] = []
  for (const { id, name } of await listBranchNames(db, companyId))
    branches.push({ id, name, metrics: await readScopeMetrics(db, { companyId, branchId: id }, week) })
  return { company: await readScopeMetrics(db, { companyId, branchId: null }, week), branches }
}

/** The metrics of the week and of the week before, in pounds. */
async function readScopeMetrics(db: Db, scope: MetricScope, { week, endOfWeek }: Week): Promise<SummaryMetrics> {
  const periods = [0, 7].map((days) => periodEnding(addDays(week.last, -days), 7, endOfWeek))
  const values = await readMetricValues(db, scope, summaryMetrics, periods)
  const value = (metric: Metric, key: DateOnly) => {
    const { count, sum } = values[metric]?.[key] ?? {}
    return { count, sum: sum === undefined ? undefined : toPounds(sum) }
  }
  return Object.fromEntries(summaryMetrics.map((metric) => [metric, periods.map(({ key }) => value(metric, key))]))
}

type SummaryCompany = { id: string; name: string; createdon: Instant; endOfWeek: EndOfWeek; reported: DateOnly[] }

/** The last days of the two most recently reported weeks, as `weekToReport` needs them. */
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

const listSummaryCompanies = async (db: Db): Promise<SummaryCompany[]> =>
  (await summaryCompanies(db).execute()).map(toSummaryCompany)

/** Locks a company until the transaction ends. Null if it is deleted or another process has locked it. */
async function lockSummaryCompany(db: Db, companyId: string): Promise<SummaryCompany | null> {
  const free = await db
    .selectFrom('company')
    .select('id')
    .where('id', '=', companyId)
    .where('deleted_on', 'is', null)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  // A separate statement after the lock, so that it sees what the previous holder wrote.
  const row = free && (await summaryCompanies(db).where('c.id', '=', companyId).executeTakeFirst())
  return row ? toSummaryCompany(row) : null
}

type NewWeeklySummary = { companyId: string; week: CompanyWeek; now: Instant; recipients: number }

/** Records that a week was reported. Returns false if it already was. */
async function insertWeeklySummary(db: Db, { companyId, week, now, recipients }: NewWeeklySummary): Promise<boolean> {
  const row = { company_id: companyId, last_day: week.last, closed_on: week.closes, createdon: now, recipients }
  const inserted = await db
    .insertInto('weekly_summary')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('last_day')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The active administrators who have not switched the summary off. */
const listSummaryRecipients = (db: Db, companyId: string) =>
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

const listBranchNames = (db: Db, companyId: string) =>
  db
    .selectFrom('branch')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('deleted_on', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
