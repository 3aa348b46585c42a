import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { CompanyWeek, EndOfWeek } from '@gya/domain/features/dashboard/company-week.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

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
