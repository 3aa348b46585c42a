import type { Instant } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'

/** Empties a table that is no longer written; processes of the version before may still do so. */
export async function deleteSettledItems(db: Db, now: Instant): Promise<void> {
  await sql`delete from action_item_settled where settled_on < ${now}::timestamptz - interval '2 days'`.execute(db)
}
