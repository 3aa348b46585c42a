import type { SelectQueryBuilder } from 'kysely'
import type { Db } from '../pool.ts'
import { coalescedRead } from './coalesced-read.ts'

/** `counted`, shared with all who ask the same meanwhile: for the lists that many have open. */
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

/** How many rows a filtered query has: the same conditions as the page, so the two cannot disagree. */
export async function countRows<DB, TB extends keyof DB, O>(filtered: SelectQueryBuilder<DB, TB, O>): Promise<number> {
  const row = await countQuery(filtered).executeTakeFirst()
  return (row as { count?: number } | undefined)?.count ?? 0
}
