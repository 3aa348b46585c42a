import type { SelectQueryBuilder } from 'kysely'

/** How many rows a filtered query has: the same conditions as the page, so the two cannot disagree. */
export async function counted<DB, TB extends keyof DB, O>(filtered: SelectQueryBuilder<DB, TB, O>): Promise<number> {
  const row = await filtered
    .clearSelect()
    .clearOrderBy()
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return (row as { count?: number } | undefined)?.count ?? 0
}
