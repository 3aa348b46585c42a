import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { DB } from '../server/db/schema.ts'

export type Statement = { text: string; values: unknown[] }

/** The very statements, text and parameters, that the server sends to answer: overheard, not written a second time. */
export async function captureStatements(pool: pg.Pool, work: (db: Kysely<DB>) => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      sent.push({ text: query.sql, values: [...query.parameters] })
    },
  })
  await work(db)
  return sent.toSorted((a, b) => a.text.localeCompare(b.text))
}
