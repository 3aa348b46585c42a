import { isDeepStrictEqual } from 'node:util'
import { addDays, type DateOnly } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../../../server/db/pool.ts'
import { daysStatement } from '../../../server/features/properties/projections/dashboard-rows.ts'
import { toReportRow } from '../../../server/features/properties/projections/report-row.ts'
import { loadProperty } from '../../../server/features/properties/read/load-property.ts'

class RollbackSignal extends Error {}

/**
 * Validates the stored days: for a random sample of properties, the app must find nothing to change, and their days must be
 * contiguous. Nothing is changed. @throws Error that names the difference
 */
export async function checkPropertyDays({ db }: Database, sample: number, today: DateOnly): Promise<void> {
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
  await db.executeQuery(daysStatement([await loadProperty(db, ids, today)], addDays(today, 1)))
  const after = await days()
  if (!isDeepStrictEqual(after, before))
    throw new Error(
      `The stored days are not what daysStatement writes: property ${ids.propertyId}\n` +
        `  stored: ${JSON.stringify(before.at(-1))}\n  the product: ${JSON.stringify(after.at(-1))}`,
    )
  for (const [index, { until }] of before.entries())
    if ((before[index + 1]?.since ?? 'infinity') !== until)
      throw new Error(`The stored days have a gap: property ${ids.propertyId} after ${until}`)
}

/**
 * Validates the stored report rows: for a random sample of properties, the row derived by the app must equal the
 * stored one. @throws Error that names the first differing column
 */
export async function checkReportRows(db: Db, sample: number, today: DateOnly): Promise<void> {
  const rows = await db
    .selectFrom('property_report')
    .selectAll()
    .orderBy((order) => order.fn('random'))
    .limit(sample)
    .execute()
  for (const row of rows) {
    const whole = await loadProperty(db, { companyId: row.company_id, propertyId: row.property_id }, today)
    const { steps, open_steps, surveys, ...rest } = toReportRow(whole)
    const rebuilt: Record<string, unknown> = {
      ...rest,
      steps: JSON.parse(steps),
      open_steps: JSON.parse(open_steps),
      surveys: JSON.parse(surveys),
    }
    // The days on which vendor and buyer were last updated are written with the action items .
    const { vendor_last_updated_on: _vendor, buyer_last_updated_on: _buyer, ...written }: Record<string, unknown> = row
    for (const column of new Set([...Object.keys(written), ...Object.keys(rebuilt)]))
      if (!isDeepStrictEqual(written[column], rebuilt[column]))
        throw new Error(
          `The stored report row is not what toReportRow writes: property ${row.property_id}, column ${column}\n` +
            `  stored:      ${JSON.stringify(written[column])}\n  toReportRow: ${JSON.stringify(rebuilt[column])}`,
        )
  }
}
