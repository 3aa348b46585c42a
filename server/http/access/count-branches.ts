import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** Number of these branches that exist in the company. */
export async function countBranches(db: Db, companyId: string, branchIds: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('branch')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`id = any(${branchIds}::uuid[])`)
    .where('deleted_on', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
