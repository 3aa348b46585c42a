import type { Instant } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { ImportIds } from './import-ids.ts'

/** Maximum number of invitations in one call. */
const mostAtOnce = 500

type Vendor = { id: string; company_id: string; email: string; first_name: string; last_name: string }

/** Vendors whose accounts were created by an import: with an e-mail and a property, and neither invited nor signed in. */
export async function listVendorsToInvite(db: Db, { companyId, importId }: ImportIds): Promise<Vendor[]> {
  const { rows } = await sql<Vendor>`
    select u.id, u.company_id, u.email, u.first_name, u.last_name from app_user u
    where u.company_id = ${companyId} and u.deleted_on is null and not u.placeholder and not u.activated
      and u.invited_on is null and u.last_login is null
      and exists (select from import_change c where c.company_id = ${companyId} and c.import_id = ${importId}
        and c.what = 'app_user' and c.object_id = u.id)
      and exists (select from property p where p.company_id = ${companyId} and p.owner_id = u.id and p.deleted_on is null)
    order by u.id limit ${mostAtOnce}`.execute(db)
  return rows
}

export const markInvited = (db: Db, userId: string, now: Instant) =>
  db.updateTable('app_user').set({ invited_on: now }).where('id', '=', userId).execute()
