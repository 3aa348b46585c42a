import type { Insertable } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { DB } from '../db/schema.ts'

/** Rows per statement: PostgreSQL accepts at most 65,535 parameters. */
const chunkRows = 800

export async function insertAll<T extends keyof DB>(db: Db, table: T, rows: readonly Insertable<DB[T]>[]): Promise<void> {
  for (let from = 0; from < rows.length; from += chunkRows)
    await db
      .insertInto(table)
      .values(rows.slice(from, from + chunkRows))
      .execute()
}
