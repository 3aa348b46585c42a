import { isDeepStrictEqual } from 'node:util'
import { addDays, type DateOnly } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../../server/db/pool.ts'
import { deriveActionItems } from '../../server/features/properties/projections/action-items.ts'
import { daysStatement } from '../../server/features/properties/projections/dashboard-rows.ts'
import { toReportRow } from '../../server/features/properties/projections/report-row.ts'
import { loadProperty } from '../../server/features/properties/read/load-property.ts'
import { dataDay } from './large-database.ts'

class RollbackSignal extends Error {}

/**
 * Validates the bulk SQL of the dashboard data: for a random sample of properties, the app must find nothing to change, and
 * their days must be contiguous. Nothing is changed. @throws Error that names the difference
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
  await db.executeQuery(daysStatement([await loadProperty(db, ids, today)], addDays(today, 1)))
  const after = await days()
  if (!isDeepStrictEqual(after, before))
    throw new Error(
      `perf/data/7-dashboard.sql does not write what daysStatement does: property ${ids.propertyId}\n` +
        `  bulk SQL: ${JSON.stringify(before.at(-1))}\n  the product: ${JSON.stringify(after.at(-1))}`,
    )
  for (const [index, { until }] of before.entries())
    if ((before[index + 1]?.since ?? 'infinity') !== until)
      throw new Error(`perf/data/7-dashboard.sql leaves a gap: property ${ids.propertyId} after ${until}`)
}

/**
 * Validates the bulk SQL of the report rows: for a random sample of properties, the row derived by the app must equal the
 * generated one. @throws Error that names the first differing column
 */
export async function checkReportRows(db: Db, sample: number, today = dataDay): Promise<void> {
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
    // The days on which vendor and buyer were last updated are written with the action items (`checkActionItems`).
    const { vendor_last_updated_on: _vendor, buyer_last_updated_on: _buyer, ...written }: Record<string, unknown> = row
    for (const column of new Set([...Object.keys(written), ...Object.keys(rebuilt)]))
      if (!isDeepStrictEqual(written[column], rebuilt[column]))
        throw new Error(
          `perf/data/6-report.sql does not write what reportRowOf does: property ${row.property_id}, column ${column}\n` +
            `  bulk SQL:    ${JSON.stringify(written[column])}\n  reportRowOf: ${JSON.stringify(rebuilt[column])}`,
        )
  }
}

/**
 * Validates the bulk SQL of the action items, but for news: for a random sample of properties, the app must find nothing to
 * change. Nothing is changed. @throws Error that names the first difference
 */
export async function checkActionItems({ db }: Database, sample: number, today = dataDay): Promise<void> {
  const properties = await sql<{ companyId: string; propertyId: string }>`
    select company_id as "companyId", property_id as "propertyId" from property_report where phase <> 'withdrawn'
    order by phase in ('sold', 'exchanged') desc, random() limit ${sample}`.execute(db)
  await db
    .transaction()
    .execute(async (transaction) => {
      for (const ids of properties.rows) await checkItemsOfProperty(transaction, ids, today)
      throw new RollbackSignal()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RollbackSignal)) throw error
    })
}

async function checkItemsOfProperty(db: Db, ids: { companyId: string; propertyId: string }, today: DateOnly): Promise<void> {
  const items = () =>
    db
      .selectFrom('action_item')
      .selectAll()
      .where('company_id', '=', ids.companyId)
      .where('subject_id', '=', ids.propertyId)
      .where('kind', '<>', 'news')
      .orderBy('key')
      .execute()
  const updated = () =>
    db
      .selectFrom('property_report')
      .select(['vendor_last_updated_on', 'buyer_last_updated_on'])
      .where('company_id', '=', ids.companyId)
      .where('property_id', '=', ids.propertyId)
      .executeTakeFirst()
  const before = { items: await items(), updated: await updated() }
  await deriveActionItems(db, ids.companyId, [await loadProperty(db, ids, today)])
  const after = { items: await items(), updated: await updated() }
  if (isDeepStrictEqual(after, before)) return
  const differs = (some: typeof after, others: typeof after) =>
    some.items.filter((one) => !others.items.some((other) => isDeepStrictEqual(one, other)))
  throw new Error(
    `perf/data/8-today.sql does not write what deriveActionItems does: property ${ids.propertyId}\n` +
      `  bulk SQL: ${JSON.stringify([before.updated, differs(before, after)])}\n` +
      `  the product: ${JSON.stringify([after.updated, differs(after, before)])}`,
  )
}
