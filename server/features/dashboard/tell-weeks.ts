import { addDays, type DateOnly } from '@gya/domain/common/dates.ts'
import { toPounds } from '@gya/domain/common/money.ts'
import type { CompanyWeek, EndOfWeek } from '@gya/domain/features/dashboard/company-week.ts'
import type { Metric } from '@gya/domain/features/dashboard/metrics.ts'
import { periodEnding } from '@gya/domain/features/dashboard/periods.ts'
import { summaryMetrics, weekToReport } from '@gya/domain/features/dashboard/weekly-summary.ts'
import type { Database, Db } from '../../db/connect.ts'
import type { Clock } from '../../platform/ids.ts'
import { jobAdder } from '../../platform/jobs.ts'
import { queueMail } from '../../platform/outbox.ts'
import { type MetricScope, readMetricValues } from './dashboard.read-model.ts'
import {
  insertWeeklySummary,
  listBranchNames,
  listSummaryCompanies,
  listSummaryRecipients,
  lockSummaryCompany,
} from './weekly-summary.repository.ts'
import { type SummaryMetrics, weeklySummaryEmail } from './weekly-summary-mail.ts'

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
