import type { Fixtures, PropertyPath } from '../../../../test/support/fixtures.ts'

/**
 * Makes calls that all change one property truly at once: the property is held locked until every one of them waits for
 * it, in the order given, and is then let go. No timing is involved. Of two the first given goes first; of more the first
 * does, and the order of the others is PostgreSQL's.
 */
export async function runConcurrently<T>(
  { database: { pool } }: Fixtures,
  place: PropertyPath,
  calls: (() => Promise<T>)[],
): Promise<T[]> {
  const holder = await pool.connect()
  // On a connection of its own: inside a transaction PostgreSQL would go on answering what it saw first.
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
