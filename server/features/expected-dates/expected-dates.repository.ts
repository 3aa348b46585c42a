import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/**
 * A colleague of the company by id, and whether they work in the branch: an active member of it, or an active company
 * admin. Undefined for vendors, deleted accounts and other companies.
 */
export const findAssignableUser = (db: Db, { companyId, branchId }: { companyId: string; branchId: string }, userId: string) =>
  db
    .selectFrom('app_user as u')
    .select(['u.id', sql<string>`u.first_name || ' ' || u.last_name`.as('name')])
    .select(
      sql<SqlBool>`u.deactivated_on is null and (u.type = 'COMPANY_ADMIN' or (u.type in ('BRANCH_ADMIN', 'BRANCH_STAFF') and exists (
        select from branch_member m where m.company_id = ${companyId} and m.branch_id = ${branchId} and m.user_id = u.id)))`.as(
        'is_member',
      ),
    )
    .where('u.id', '=', userId)
    .where('u.company_id', '=', companyId)
    .where('u.type', '!=', 'VENDOR')
    .where('u.deleted_on', 'is', null)
    .executeTakeFirst()
