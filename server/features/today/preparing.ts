import type { Db } from '../../db/pool.ts'

/** How far the first derivation of a company's action items has come; null once it is done. */
export async function findPreparing(db: Db, companyId: string): Promise<{ done: number; total: number } | null> {
  const row = await db
    .selectFrom('action_item_fill')
    .select(['done', 'total'])
    .where('company_id', '=', companyId)
    .where('finished_on', 'is', null)
    .executeTakeFirst()
  return row ?? null
}
