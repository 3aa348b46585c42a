import type { Compilable, SelectQueryBuilder } from 'kysely'
import type { Db } from '../pool.ts'
import { coalescedRead } from './coalesced-read.ts'

/** A coalesced count, for lists that many users have open. */
export async function coalescedCount(db: Db, counting: Compilable<{ count: number }>): Promise<number> {
  const [row] = await coalescedRead(db, counting)
  return row?.count ?? 0
}

export const countQuery = <DB, TB extends keyof DB, O>(filtered: SelectQueryBuilder<DB, TB, O>) =>
  filtered
    .clearSelect()
    .clearOrderBy()
    .select((select) => select.fn.countAll<number>().as('count')) as unknown as SelectQueryBuilder<DB, TB, { count: number }>

/** The number of rows of a filtered query. */
export async function countRows<DB, TB extends keyof DB, O>(filtered: SelectQueryBuilder<DB, TB, O>): Promise<number> {
  const row = await countQuery(filtered).executeTakeFirst()
  return row?.count ?? 0
}
