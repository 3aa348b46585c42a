import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../db/pool.ts'
import { foldRecords } from '../features/forecast/fold-record.ts'
import { markForecastsDue } from '../features/forecast/sale-forecasts.repository.ts'
import { toReportRow } from '../features/properties/projections/report-row.ts'
import { loadProperty } from '../features/properties/read/load-property.ts'
import type { Clock } from '../infra/clock.ts'
import { type DemoCompany, demoCompany, demoSignIns } from './company.ts'
import { lendersOf } from './demo-lenders.ts'
import { insertAll } from './insert-all.ts'
import { idsOf, insertProperties } from './insert-demo.ts'
import { type PastSales, type PastSalesOptions, pastSales, thirtyMonths } from './past-sales.ts'
import { momentOf } from './workdays.ts'

/** A demo without past sales learns nothing from older weeks, because its own sales are younger. */
const daysOfOwnWeeks = 250
/** Number of properties in a transaction. Requests are answered between two transactions. */
const atOnce = 10

/**
 * Thirty months of finished sales of the demo company, and the forecasts that would have been made in the last year. Filled after the
 * start, in the background, and only once; after a stop the next start continues. [forecast §12](docs/design/forecast.md#12), "Demo".
 */
export async function fillPastSales(
  database: Database,
  clock: Clock,
  { sales = thirtyMonths, isStopping = () => false }: { sales?: PastSalesOptions; isStopping?: () => boolean } = {},
): Promise<void> {
  const { db } = database
  const demo = await findDemo(db, clock)
  if (demo === null) return
  const present = momentOf(clock.now())
  const { rows } = await sql<{ line1: string }>`select line1 from property where company_id = ${demo.company.id}`.execute(db)
  const all = pastSales(demo, present, new Set(rows.map(({ line1 }) => line1)), sales)
  const { owners, simulatedProperties } = await withoutInserted(db, demo.company.id, all)
  await insertLenders(db, demo.company.id)
  for (let from = 0; from < simulatedProperties.length; from += atOnce) {
    if (isStopping()) return
    const part = {
      owners: owners.slice(from, from + atOnce),
      simulatedProperties: simulatedProperties.slice(from, from + atOnce),
    }
    await db.transaction().execute((transaction) => insertPastSales(transaction, part, present.today))
  }
  await sql`analyze app_user, property, property_step, offer, fall_off, event, property_report, property_day`.execute(db)
  await deleteLearned(db, demo.company.id)
  // Folds their days from the record, and enqueues the calculation of past weeks.
  await foldRecords({ database, clock })
}

export const insertLenders = (db: Db, companyId: string) =>
  db
    .insertInto('lender')
    .values(lendersOf(companyId))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Deletes learned tables and stored forecasts, so that they are recalculated with the past sales. */
async function deleteLearned(db: Db, companyId: string): Promise<void> {
  await db.deleteFrom('learned_run').where('company_id', '=', companyId).execute()
  await db.deleteFrom('sale_forecast_week').where('company_id', '=', companyId).execute()
  await markForecastsDue(db, companyId)
  await sql`insert into sale_fold (company_id) values (${companyId}) on conflict (company_id) do update set last_property = null`.execute(
    db,
  )
}

/** The demo company as it was filled, with its actual ids; null if its past sales exist. */
async function findDemo(db: Db, clock: Clock): Promise<DemoCompany | null> {
  const admin = await db.selectFrom('app_user').select('company_id').where('email', '=', demoSignIns[1].email).executeTakeFirst()
  const companyId = admin?.company_id
  if (!companyId) return null
  const { rows: filled } = await sql`
    select from learned_run
    where company_id = ${companyId} and learned_on < ${addDays(londonDay(clock.now()), -daysOfOwnWeeks)}::date limit 1`.execute(
    db,
  )
  if (filled.length > 0) return null
  const demo = demoCompany(momentOf(clock.now()))
  const [branches, users] = await Promise.all([
    db.selectFrom('branch').select(['id', 'name']).where('company_id', '=', companyId).execute(),
    db.selectFrom('app_user').select(['id', 'email']).where('company_id', '=', companyId).execute(),
  ])
  const userId = new Map(users.map(({ id, email }) => [email, id]))
  return {
    ...demo,
    company: { ...demo.company, id: companyId },
    branches: Object.fromEntries(
      Object.entries(demo.branches).map(([key, branch]) => [
        key,
        { ...branch, company_id: companyId, id: branches.find(({ name }) => name === branch.name)?.id ?? branch.id },
      ]),
    ) as DemoCompany['branches'],
    staff: demo.staff.map((one) => ({ ...one, id: userId.get(one.row.email) ?? one.id })),
  }
}

/** Continues where an interrupted start left off: owners are the same on every day. */
async function withoutInserted(db: Db, companyId: string, { owners, simulatedProperties }: PastSales): Promise<PastSales> {
  const known = await db.selectFrom('app_user').select('email').where('company_id', '=', companyId).execute()
  const emails = new Set(known.map(({ email }) => email))
  const isNew = (index: number): boolean => !emails.has(owners[index]?.email ?? '')
  return {
    owners: owners.filter((_, index) => isNew(index)),
    simulatedProperties: simulatedProperties.filter((_, index) => isNew(index)),
  }
}

/** Including their derived rows. */
export async function insertPastSales(db: Db, { owners, simulatedProperties }: PastSales, today: string): Promise<void> {
  await insertAll(db, 'app_user', owners)
  await insertProperties(db, simulatedProperties)
  const reports = []
  for (const simulated of simulatedProperties) reports.push(toReportRow(await loadProperty(db, idsOf(simulated), today)))
  await insertAll(db, 'property_report', reports)
  await insertAll(
    db,
    'property_day',
    simulatedProperties.flatMap(({ days }) => days),
  )
  const ids = simulatedProperties
    .filter(({ offers }) => offers.some(({ state }) => state === 'A'))
    .map(({ property }) => property.id)
  await sql`select keep_sale_days(${simulatedProperties[0]?.property.company_id}::uuid, ${ids}::uuid[], ${today}::date)`.execute(
    db,
  )
  for (const { property } of simulatedProperties)
    await sql`select keep_happenings(${property.company_id}::uuid, ${property.id}::uuid)`.execute(db)
}
