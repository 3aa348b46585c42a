import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import type { Instant } from '@gya/domain/common/dates.ts'
import { newDeviceDays } from '@gya/domain/features/sessions/sessions.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

type AccountIds = { companyId: string | null; userId: string }

/** The open sessions of an account, most recently used first. */
export const listSessions = (db: Db, { companyId, userId }: AccountIds, now: Instant) =>
  db
    .selectFrom('session as s')
    .innerJoin('session_log as l', 'l.id', 's.log_id')
    .select(['l.id', 'l.device', 'l.opened_on', 's.last_on', sql<string | null>`host(l.network)`.as('network')])
    .where('l.company_id', '=', companyId ?? platformCompanyId)
    .where('l.user_id', '=', userId)
    .where('s.user_id', '=', userId)
    .where('s.expires_on', '>', now)
    .orderBy('s.last_on', 'desc')
    .orderBy('l.opened_on', 'desc')
    .execute()

/** The open session of a session log entry. */
export const findSession = (db: Db, companyId: string | null, logId: string) =>
  db
    .selectFrom('session as s')
    .innerJoin('session_log as l', 'l.id', 's.log_id')
    .select(['s.token_hash', 's.user_id'])
    .where('l.company_id', '=', companyId ?? platformCompanyId)
    .where('l.id', '=', logId)
    .executeTakeFirst()

/** An account of a company, or for null of the platform. */
export const findAccountInCompany = (db: Db, companyId: string | null, userId: string) =>
  db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', userId)
    .where('company_id', 'is not distinct from', companyId)
    .where('deleted_on', 'is', null)
    .executeTakeFirst()

/**
 * Whether the account has signed in before, and from this device and network in the last 180 days. Sessions without device
 * do not count.
 */
export async function findEarlierSessions(
  db: Db,
  { companyId, userId }: AccountIds,
  { device, network, now }: { device: string; network: string | null; now: Instant },
): Promise<{ any: boolean; here: boolean }> {
  const { rows } = await sql<{ any: boolean; here: boolean }>`
    select count(*) > 0 as any,
      count(*) filter (where device = ${device} and last_on > ${now}::timestamptz - make_interval(days => ${newDeviceDays})
        and network(set_masklen(network, case family(network) when 4 then 24 else 48 end))
          >>= ${network}::inet) > 0 as here
    from session_log
    where company_id = ${companyId ?? platformCompanyId} and user_id = ${userId} and device <> ''`.execute(db)
  return rows[0] ?? { any: false, here: false }
}
