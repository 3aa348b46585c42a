import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { keepSnoozes } from '../projections/kept-snoozes.ts'

/**
 * Deletes the report rows of deleted properties, and with them their action items and snoozes, which are kept for a restore. Also deletes
 * messages and news that wait.
 */
export async function deleteRows(db: Db, companyId: string, propertyIds: readonly string[]): Promise<void> {
  const isOne = sql`any(${propertyIds}::uuid[])`
  await keepSnoozes(db, companyId, propertyIds)
  await deleteWaitingMessages(db, companyId, propertyIds)
  await sql`delete from property_report where company_id = ${companyId} and property_id = ${isOne}`.execute(db)
}

/** `propertyIds`: null for all of the company. */
export const deleteWaitingMessages = (db: Db, companyId: string, propertyIds: readonly string[] | null) =>
  sql`
    with news as (delete from vendor_news
      where company_id = ${companyId} and (${propertyIds}::uuid[] is null or property_id = any(${propertyIds}::uuid[])))
    delete from automatic_waiting
    where company_id = ${companyId} and (${propertyIds}::uuid[] is null or property_id = any(${propertyIds}::uuid[]))`.execute(db)
