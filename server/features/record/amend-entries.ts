/**
 * "Erasure takes the company's seal lock, rewrites `data`, sets the old salt to null, writes one amendment (new salt, digest) for
 * each sealed entry it touched, and puts into its own entry `amended: { count, digest }`. So what was erased cannot be guessed from
 * the old digest, and what stands there now is bound by an entry that is sealed itself." [trust §1.2](docs/design/trust.md#1.2), rule 4.
 */
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { amendedDigest, digestOf, type EntryContent, newSalt } from './record-hash.ts'

export type Amended = { count: number; digest: string }

/**
 * Writes the amendments of entries whose data or author this transaction has replaced. Must be called under `lockSeals` while erasing is enabled.
 * `by`: the id of the entry that the erasure will write with the result. Returns `null` if none of the entries was sealed.
 */
export async function amendEntries(
  db: Db,
  companyId: string,
  { by, eventIds }: { by: string; eventIds: readonly string[] },
): Promise<Amended | null> {
  const { rows } = await sql<EntryContent & { position: number }>`
    select s.position, e.data, e.author from event_seal s
    join event e on e.company_id = s.company_id and e.id = s.event_id
    where s.company_id = ${companyId} and e.company_id = ${companyId} and s.event_id = any(${eventIds}::uuid[])
    order by s.position`.execute(db)
  if (rows.length === 0) return null
  const amendments = rows.map(({ position, ...content }) => {
    const salt = newSalt()
    return { position, salt, digest: digestOf(salt, content) }
  })
  const positions = amendments.map(({ position }) => position)
  await sql`update event_seal set salt = null
    where company_id = ${companyId} and position = any(${positions}::bigint[]) and salt is not null`.execute(db)
  await sql`update record_amendment set salt = null
    where company_id = ${companyId} and position = any(${positions}::bigint[]) and salt is not null`.execute(db)
  await sql`
    insert into record_amendment (company_id, position, ordinal, by_event_id, salt, digest)
    select ${companyId}::uuid, a.position,
      1 + (select count(*) from record_amendment o where o.company_id = ${companyId} and o.position = a.position), ${by}, a.salt, a.digest
    from unnest(${positions}::bigint[], ${amendments.map(({ salt }) => salt)}::bytea[],
      ${amendments.map(({ digest }) => digest)}::bytea[]) a (position, salt, digest)`.execute(db)
  return { count: amendments.length, digest: amendedDigest(amendments) }
}
