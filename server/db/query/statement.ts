import type { CompiledQuery } from 'kysely'
import type { Db } from '../pool.ts'

/** A compiled statement that has not been executed. */
export type Statement<Row = unknown> = CompiledQuery<Row>

/** Executes the statements in order. The first that fails rejects; the rest are not executed. */
export async function runStatements(db: Db, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) await db.executeQuery(statement)
}
