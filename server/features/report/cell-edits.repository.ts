import { workers } from '@gya/domain/access/permissions.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { branchesInReach } from '../../http/access/reach.ts'

export type Colleague = { id: string; name: string; branchIds: string[] }

/** Staff of the company, with the branches they work in. Deactivated accounts and readers work in none. */
export async function findColleagues(db: Db, companyId: string, ids: readonly string[]): Promise<Map<string, Colleague>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('app_user as u')
    .select(['u.id', sql<string>`u.first_name || ' ' || u.last_name`.as('name')])
    .select([
      sql<
        string[]
      >`case when u.deactivated_on is null and u.type = any(${[...workers]}::text[]) then ${branchesInReach} else '{}' end`.as(
        'branchIds',
      ),
    ])
    .where('u.company_id', '=', companyId)
    .where(sql<SqlBool>`u.id = any(${ids}::uuid[])`)
    .where('u.type', '!=', 'VENDOR')
    .where('u.deleted_on', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
