import { isDeepStrictEqual } from 'node:util'
import { addDays, type DateOnly } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../../server/db/connect.ts'
import { dayStatement } from '../../server/features/dashboard/days.repository.ts'
import { loadProperty } from '../../server/features/properties/property.read-model.ts'
import { dataDay } from './build.ts'

class RollbackSignal extends Error {}

/**
 * Proves the bulk SQL of the dashboard's data honest: each of a random sample of properties stands as the product's own
 * code keeps it (which then has nothing to write on the next day), and has its days without a gap. Nothing is changed.
 * @throws Error that says what differs; nothing measured on such data would count
 */
export async function checkPropertyDays({ db }: Database, sample: number, today = dataDay): Promise<void> {
  const properties = await sql<{ companyId: string; propertyId: string }>`
    select company_id as "companyId", property_id as "propertyId" from property_day where until = 'infinity'
    order by random() limit ${sample}`.execute(db)
  await db
    .transaction()
    .execute(async (transaction) => {
      for (const ids of properties.rows) await checkDaysOfProperty(transaction, ids, today)
      throw new RollbackSignal()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RollbackSignal)) throw error
    })
}

async function checkDaysOfProperty(db: Db, ids: { companyId: string; propertyId: string }, today: DateOnly): Promise<void> {
  const days = () =>
    db
      .selectFrom('property_day')
      .selectAll()
      .where('company_id', '=', ids.companyId)
      .where('property_id', '=', ids.propertyId)
      .orderBy('since')
      .execute()
  const before = await days()
  await db.executeQuery(dayStatement(db, await loadProperty(db, ids, today), addDays(today, 1)))
  const after = await days()
  if (!isDeepStrictEqual(after, before))
    throw new Error(
      `bench/data/7-dashboard.sql does not write what dayStatement does: property ${ids.propertyId}\n` +
        `  bulk SQL: ${JSON.stringify(before.at(-1))}\n  the product: ${JSON.stringify(after.at(-1))}`,
    )
  for (const [index, { until }] of before.entries())
    if ((before[index + 1]?.since ?? 'infinity') !== until)
      throw new Error(`bench/data/7-dashboard.sql leaves a gap: property ${ids.propertyId} after ${until}`)
}
