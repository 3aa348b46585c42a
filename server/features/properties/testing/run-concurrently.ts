import type { Fixtures, PropertyPath } from '../../../../test/support/fixtures.ts'

/**
 * Runs calls on one property concurrently without timing: locks the property, waits until every call waits for the lock, in
 * the order given, and releases it. The first call proceeds first; PostgreSQL decides the order of the others after the
 * second.
 */
export async function runConcurrently<T>(
  { database: { pool } }: Fixtures,
  place: PropertyPath,
  calls: (() => Promise<T>)[],
): Promise<T[]> {
  const holder = await pool.connect()
  // A connection of its own: within the transaction, statistics are cached.
  const waiting = async (): Promise<number> =>
    (
      await pool.query(
        `select count(*)::int as calls from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rows[0].calls
  let answered = 0
  const made: Promise<T>[] = []
  try {
    await holder.query('begin')
    await holder.query('select 1 from property where company_id = $1 and id = $2 for update', [place.companyId, place.propertyId])
    for (const call of calls) {
      made.push(
        call().finally(() => {
          answered += 1
        }),
      )
      while ((await waiting()) + answered < made.length) await new Promise(setImmediate)
    }
  } finally {
    await holder.query('commit')
    holder.release()
  }
  return Promise.all(made)
}
