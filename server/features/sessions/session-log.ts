import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import type { Instant } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

export type SessionEnd =
  | 'signed-out'
  | 'replaced'
  | 'ended'
  | 'ended-by-administrator'
  | 'password'
  | 'email'
  | 'account-ended'
  | 'expired'

export type EndedSession = { log_id: string; company_id: string | null }

/** Marks sessions as ended in the session log; answers the number. */
export async function logSessionsEnded(
  db: Db,
  ended: readonly EndedSession[],
  { because, now }: { because: SessionEnd; now: Instant },
): Promise<number> {
  for (const [companyId, sessions] of Map.groupBy(ended, ({ company_id }) => company_id ?? platformCompanyId))
    await sql`update session_log set ended_on = ${now}, ended_because = ${because}
      where company_id = ${companyId} and id = any(${sessions.map(({ log_id }) => log_id)}::uuid[])`.execute(db)
  return ended.length
}

/** Deletes expired sessions and marks them in the session log. */
export const deleteExpiredSessions = (db: Db, now: Instant) =>
  sql`
    with gone as (
      delete from session s using app_user u where u.id = s.user_id and s.expires_on < ${now}
      returning s.log_id, s.expires_on, u.company_id)
    update session_log l set ended_on = gone.expires_on, ended_because = 'expired'
    from gone where l.company_id = coalesce(gone.company_id, ${platformCompanyId}) and l.id = gone.log_id`.execute(db)
