import type { World } from '../../../testing/world.ts'

/** What the record says of a property, oldest entry first. */
export async function recordOf({ database: { db } }: World, propertyId: string) {
  const rows = await db
    .selectFrom('event')
    .select(['kind', 'user_id', 'at', 'data'])
    .where('property_id', '=', propertyId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map(({ kind, user_id, at, data }) => ({
    kind,
    by: user_id,
    at: new Date(at).toISOString(),
    data: data as Record<string, unknown>,
  }))
}

/** The part of a property's record that a piece of work adds. */
export async function recordedBy(world: World, propertyId: string, work: () => Promise<unknown>) {
  const before = await recordOf(world, propertyId)
  await work()
  return (await recordOf(world, propertyId)).slice(before.length)
}

// A session is opened and prolonged, and tries are counted, whether or not a call is refused.
const asIfUntouched = ['session', 'rate_limit']

/** A checksum of every row of every table, and of the jobs that wait: it differs as soon as anything was written. */
export async function checksum({ database: { pool } }: World): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all($1)`,
    [asIfUntouched],
  )
  const sums = [...tables.map((table) => table.name), 'graphile_worker.jobs'].map(
    (name) =>
      `select '${name}' as name, count(*) || ':' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${name} t`,
  )
  const { rows } = await pool.query<{ name: string; sum: string }>(sums.join(' union all '))
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

/** What is refused writes nothing: the checksum after some work that fails is the one before it. */
export async function expectNothingWritten<T>(world: World, work: () => Promise<T>): Promise<T> {
  const before = await checksum(world)
  const done = await work()
  const after = await checksum(world)
  const changed = Object.keys(after).filter((table) => after[table] !== before[table])
  if (changed.length > 0) throw new Error(`Written to: ${changed.join(', ')}`)
  return done
}
