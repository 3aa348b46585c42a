import type { Instant } from '@gya/domain/common/dates.ts'
import type { GrantEnd } from '@gya/domain/features/applications/applications.rules.ts'
import type { Db } from '../../db/pool.ts'

export type EndedGrant = { company_id: string; id: string; app_id: string; user_id: string }
/** Of a company, or of an account. */
type Which = ({ companyId: string; userId?: string } | { companyId?: undefined; userId: string }) & {
  grantId?: string
  appId?: string
}

/** Ends grants and returns those that had not ended. Tokens stay as they are: all reads of them ask for `ended_on`. */
export const endGrants = (
  db: Db,
  { companyId, grantId, appId, userId }: Which,
  { because, now }: { because: GrantEnd; now: Instant },
): Promise<EndedGrant[]> =>
  db
    .updateTable('app_grant')
    .set({ ended_on: now, ended_because: because })
    .where('ended_on', 'is', null)
    .$if(companyId !== undefined, (query) => query.where('company_id', '=', companyId ?? ''))
    .$if(grantId !== undefined, (query) => query.where('id', '=', grantId ?? ''))
    .$if(appId !== undefined, (query) => query.where('app_id', '=', appId ?? ''))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .returning(['company_id', 'id', 'app_id', 'user_id'])
    .execute()
