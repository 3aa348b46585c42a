import type pg from 'pg'
import type { Fixtures } from './fixtures.ts'

type Sent<T> = { answer: T; statements: string[] }

/** The statements that the work sends through the pool of the fixtures, including those of its transactions. */
export async function statementsDuring<T>({ database }: Fixtures, work: () => Promise<T>): Promise<Sent<T>> {
  const statements: string[] = []
  const watched = new Map<pg.PoolClient, () => void>()
  const watch = (client: pg.PoolClient) => {
    if (watched.has(client)) return
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      const [first] = given
      statements.push(typeof first === 'string' ? first : (first as { text: string }).text)
      return query(...given)
    }) as typeof client.query
    watched.set(client, () => {
      client.query = query as typeof client.query
    })
  }
  database.pool.on('acquire', watch)
  try {
    return { answer: await work(), statements }
  } finally {
    database.pool.off('acquire', watch)
    for (const restore of watched.values()) restore()
  }
}

/** The statements between the first `begin` and its `commit`. */
export const inTransaction = (statements: readonly string[]): string[] => {
  const from = statements.findIndex((text) => /^begin/i.test(text))
  return statements.slice(
    from + 1,
    statements.findIndex((text) => /^commit/i.test(text)),
  )
}
