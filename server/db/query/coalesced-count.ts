import type { SelectQueryBuilder } from 'kysely'
import type { Db } from '../pool.ts'
import { coalescedRead } from './coalesced-read.ts'

/** `countRows`, coalesced: for lists that many users have open. */
export async function coalescedCount<DB, TB extends keyof DB, O>(
  db: Db,
  filtered: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const [row] = await coalescedRead(db, countQuery(filtered))
  return (row as { count?: number } | undefined)?.count ?? 0
}

const countQuery = <DB, TB extends keyof DB, O>(filtered: SelectQueryBuilder<DB, TB, O>) =>
  filtered
    .clearSelect()
    .clearOrderBy()
    .select((select) => select.fn.countAll<number>().as('count'))

/** The number of rows of a filtered query. */
export async function countRows<DB, TB extends keyof DB, O>(filtered: SelectQueryBuilder<DB, TB, O>): Promise<number> {
  const row = await countQuery(filtered).executeTakeFirst()
  return (row as { count?: number } | undefined)?.count ?? 0
}
