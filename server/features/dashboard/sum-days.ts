import { addDays, type DateOnly, londonDay } from '@gya/domain/common/dates.ts'
import { type Period, periodCount, periodDays, periodEnding } from '@gya/domain/features/dashboard/periods.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'
import { forEachCompany } from '../../jobs/for-each-isolated.ts'
import { readEndOfWeek } from './dashboard.read-model.ts'
import { daysInScope, stockColumnNames, stockColumns, stockDefinition, stocks } from './metric-rows.ts'

/** The days whose sums are read until the oldest period has passed: from yesterday as far back as six periods extend. */
const daysBack = (periodCount - 1) * periodDays + 1
/** Number of days of a branch that are added up in one statement. */
const atOnce = 14

/** The job `sum-days`: adds up the stocks of past days that have no sums, by company and branch, and removes old sums. */
export function sumDays(context: { database: Database; clock: Clock }): Promise<void> {
  const { db } = context.database
  const today = londonDay(context.clock.now())
  return forEachCompany(context, 'sum-days', async (companyId) => {
    const endOfWeek = await readEndOfWeek(db, { companyId })
    const periods = Array.from({ length: daysBack }, (_, nth) => periodEnding(addDays(today, -1 - nth), periodDays, endOfWeek))
    await db
      .deleteFrom('property_day_sum')
      .where('company_id', '=', companyId)
      .where('day', '<', periods.at(-1)?.last ?? today)
      .execute()
    for (const [branchId, days] of await findDaysWithoutSums(db, companyId, periods)) {
      const missing = periods.filter(({ last }) => days.includes(last))
      for (let from = 0; from < missing.length; from += atOnce)
        await addUp(db, { companyId, branchId }, missing.slice(from, from + atOnce))
    }
  })
}

async function findDaysWithoutSums(db: Db, companyId: string, periods: readonly Period[]): Promise<[string, DateOnly[]][]> {
  const { rows } = await sql<{ branch_id: string; days: DateOnly[] }>`
    select b.id as branch_id, array_agg(p.day) as days
    from branch b
    cross join unnest(${periods.map(({ last }) => last)}::date[], ${periods.map(stockDefinition)}::text[]) as p (day, definition)
    where b.company_id = ${companyId} and b.deleted_on is null and not exists (
      select from property_day_sum s
      where s.company_id = b.company_id and s.branch_id = b.id and s.day = p.day and s.definition = p.definition)
    group by b.id`.execute(db)
  return rows.map(({ branch_id, days }) => [branch_id, days])
}

type Sums = Record<string, number>

/** Locks out changes of past days: otherwise sums that such a change deletes could be written again from the state before its commit. */
const addUp = (
  db: Database['db'],
  { companyId, branchId }: { companyId: string; branchId: string },
  periods: readonly Period[],
) =>
  db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(day_sums_lock(${branchId}))`.execute(transaction)
    const { rows } = await sql<{ nth: number } & Sums>`
      select p.nth, ${stockColumns(stocks)} from ${daysInScope({ companyId, branchId }, periods)} group by p.nth`.execute(
      transaction,
    )
    const sums = periods.map((period, nth) => {
      const row: Sums = rows.find((one) => one.nth === nth) ?? {}
      return {
        company_id: companyId,
        branch_id: branchId,
        day: period.last,
        definition: stockDefinition(period),
        sums: JSON.stringify(Object.fromEntries(stocks.flatMap(stockColumnNames).map((name) => [name, row[name] ?? 0]))),
      }
    })
    await transaction
      .insertInto('property_day_sum')
      .values(sums)
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'branch_id', 'day'])
          .doUpdateSet(({ ref }) => ({ definition: ref('excluded.definition'), sums: ref('excluded.sums') })),
      )
      .execute()
  })
