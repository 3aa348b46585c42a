import { databaseChecksum } from '../../../../test/support/database-checksum.ts'
import type { Fixtures } from '../../../../test/support/fixtures.ts'

/** The events of a property, oldest first. */
export async function readEvents({ database: { db } }: Fixtures, propertyId: string) {
  const rows = await db
    .selectFrom('event')
    .select(['kind', 'user_id', 'at', 'data'])
    .where('property_id', '=', propertyId)
    // The hashes and states of e-mails have entries of their own: `server/features/record/record-evidence.test.ts`.
    .where('kind', 'not in', ['email-written', 'email-state'])
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

/** The events that `work` adds. */
export async function eventsDuring(fixtures: Fixtures, propertyId: string, work: () => Promise<unknown>) {
  const before = await readEvents(fixtures, propertyId)
  await work()
  return (await readEvents(fixtures, propertyId)).slice(before.length)
}

/** Tables written by every call, refused or not: sessions are created and extended. */
const sessionTables = new Set(['public.session', 'public.session_log'])

/** A checksum of every table and of the queued jobs. */
export async function checksum({ database }: Fixtures): Promise<Record<string, string>> {
  const tables = Object.entries(await databaseChecksum(database))
  return Object.fromEntries(tables.filter(([table]) => !sessionTables.has(table)))
}

/** Asserts that `work` writes nothing. */
export async function expectNothingWritten<T>(fixtures: Fixtures, work: () => Promise<T>): Promise<T> {
  const before = await checksum(fixtures)
  const done = await work()
  const after = await checksum(fixtures)
  const changed = Object.keys(after).filter((table) => after[table] !== before[table])
  if (changed.length > 0) throw new Error(`Written to: ${changed.join(', ')}`)
  return done
}
