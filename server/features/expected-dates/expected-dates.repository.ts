import { workers } from '@gya/domain/access/permissions.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { isInReach } from '../../http/access/reach.ts'

/**
 * Returns a colleague of the company, and whether they work in the branch: active, with a role that works on sales, and with the branch in
 * reach. Undefined for vendors, deleted accounts and other companies.
 */
export const findAssignableUser = (db: Db, { companyId, branchId }: { companyId: string; branchId: string }, userId: string) =>
  db
    .selectFrom('app_user as u')
    .select(['u.id', sql<string>`u.first_name || ' ' || u.last_name`.as('name')])
    .select(
      sql<SqlBool>`u.deactivated_on is null and u.type = any(${[...workers]}::text[])
        and ${isInReach({ companyId, branchId })}`.as('is_member'),
    )
    .where('u.id', '=', userId)
    .where('u.company_id', '=', companyId)
    .where('u.type', '!=', 'VENDOR')
    .where('u.deleted_on', 'is', null)
    .executeTakeFirst()
