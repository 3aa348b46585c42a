import type { Instant } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** Marks messages as seen up to an instant, which never moves back or beyond `now`. */
export async function saveSeenUntil(
  db: Db,
  { companyId, userId }: { companyId: string; userId: string },
  { until, now }: { until: Instant; now: Instant },
): Promise<void> {
  await db
    .insertInto('vendor_seen')
    .values({ company_id: companyId, user_id: userId, seen_until: sql`least(${until}::timestamptz, ${now}::timestamptz)` })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'user_id']).doUpdateSet({
        seen_until: sql`greatest(vendor_seen.seen_until, excluded.seen_until)`,
      }),
    )
    .execute()
}
