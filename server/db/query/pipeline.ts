import type { CompiledQuery } from 'kysely'
import type { Db } from '../pool.ts'

/** One statement that is written but not yet sent. */
export type Statement<Row = unknown> = CompiledQuery<Row>
type RowsOf<Statements extends readonly Statement[]> = {
  [At in keyof Statements]: Statements[At] extends Statement<infer Row> ? Row[] : never
}

/**
 * Sends statements of one transaction in one go and waits once, so that they cost one round trip to the database however
 * many they are; PostgreSQL works them in this order. Answers the rows of each. Throws the error of the first that
 * failed: those behind it failed because of it.
 */
export const pipeline = <const Statements extends readonly Statement[]>(
  db: Db,
  statements: Statements,
): Promise<RowsOf<Statements>> => startPipeline(db, statements).answers

/** The same for `writes` and, behind them, a query that sees what they wrote; answers its rows. */
export async function pipelineWithRead<Row>(db: Db, writes: readonly Statement[], read: Statement<Row>): Promise<Row[]> {
  const rows = await pipeline<readonly Statement[]>(db, [...writes, read])
  return rows.at(-1) as Row[]
}

/** As `together`; `sent` resolves as soon as all of them are on their way, before PostgreSQL has answered any. */
export function startPipeline<const Statements extends readonly Statement[]>(
  db: Db,
  statements: Statements,
): { sent: Promise<void>; answers: Promise<RowsOf<Statements>> } {
  const { promise: sent, resolve } = Promise.withResolvers<void>()
  const answers = db.getExecutor().provideConnection(async (connection) => {
    const outcomes = statements.map((statement) => connection.executeQuery(statement))
    resolve()
    return (await Promise.allSettled(outcomes)).map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value.rows
    })
  })
  return { sent, answers: answers as Promise<RowsOf<Statements>> }
}
