/**
 * "Sealing is after the commit, never in the save: whoever hears of a change seals that company within a second, until nothing is
 * unsealed; a minute job takes up what was left." [trust §1.2](docs/design/trust.md#1.2), rule 2.
 */
import { sql } from 'kysely'
import type { Database, Db } from '../../db/pool.ts'
import { companyItem, forEachIsolated, type LoopContext } from '../../jobs/for-each-isolated.ts'
import { makeMessages } from './make-webhook-messages.ts'
import { chainedHash, digestOf, type EntryContent, firstHash, leafOf, newSalt, type SealedEntry } from './record-hash.ts'
import { type MovedEntry, savePositions } from './save-positions.ts'

/** Maximum number of entries sealed in one transaction. */
const maxEntriesPerTransaction = 20_000

/** Entries hashed per batch, which take a few milliseconds of the event loop. */
const chunkSize = 500

/** First key of the advisory locks of sealing; the second is the company. */
const lockClass = 4_729_022

const lockOf = (companyId: string) => sql`${lockClass}::int, hashtext(${companyId})`

/** Locks the sealing of the company's entries until the transaction ends. */
export const lockSeals = (db: Db, companyId: string) => sql`select pg_advisory_xact_lock(${lockOf(companyId)})`.execute(db)

/** The columns of an event in its leaf. Expects the alias `e`. */
const sealedColumns = sql`e.id, e.property_id as property, e.user_id as "user", e.kind, e.via, e.via_id as "viaId",
  to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`

type Unsealed = SealedEntry & EntryContent

/**
 * Assigns positions to the unsealed entries of a company in order of time. Safe to call from several processes: only one seals at a
 * time, and all get the same notifications. Returns false if another process is sealing.
 */
export async function sealEntries({ db }: Pick<Database, 'db'>, companyId: string): Promise<boolean> {
  for (;;) {
    const sealed = await db.transaction().execute((transaction) => sealSome(transaction, companyId))
    if (sealed === null) return false
    if (sealed < maxEntriesPerTransaction) return true
  }
}

/** Returns the number of sealed entries, or `null` if another process is sealing. */
async function sealSome(db: Db, companyId: string): Promise<number | null> {
  const lock = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${lockOf(companyId)}) as locked`.execute(db)
  if (!lock.rows[0]?.locked) return null
  await sql`select set_config('gya.sealing', 'with-author', true)`.execute(db)
  const { rows } = await sql<{ id: string }>`
    select u.event_id as id from event_unsealed u
    cross join lateral (
      select e.at from event e where e.company_id = u.company_id and e.id = u.event_id offset 0) e
    where u.company_id = ${companyId}
    order by e.at, u.event_id limit ${maxEntriesPerTransaction}`.execute(db)
  const ids = rows.map(({ id }) => id)
  for (let start = 0; start < ids.length; start += chunkSize)
    await insertSeals(db, companyId, await findEntries(db, companyId, ids.slice(start, start + chunkSize)))
  return ids.length
}

/**
 * Selects entries by id, with one index look-up for each. The company is passed as a value and not compared with a column: otherwise
 * the planner expects few rows for a company without statistics, and reads all of them for each entry.
 */
export const selectEntries = (companyId: string, ids: readonly string[]) => sql<Unsealed>`
  select e.* from (select ${companyId}::uuid as company_id, unnest(${ids}::uuid[]) as id) wanted
  cross join lateral (
    select ${sealedColumns}, e.data, e.author from event e where e.company_id = wanted.company_id and e.id = wanted.id offset 0) e`

async function findEntries(db: Db, companyId: string, ids: readonly string[]): Promise<Unsealed[]> {
  const { rows } = await selectEntries(companyId, ids).execute(db)
  const entries = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => entries.get(id) ?? [])
}

async function insertSeals(db: Db, companyId: string, entries: readonly Unsealed[]): Promise<void> {
  const last = await db
    .selectFrom('event_seal')
    .select(['position', 'hash'])
    .where('company_id', '=', companyId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  let position = last?.position ?? 0
  let previous = last?.hash ?? firstHash(companyId)
  const ids: string[] = []
  const salts: Buffer[] = []
  const digests: Buffer[] = []
  const hashes: Buffer[] = []
  const moved: MovedEntry[] = []
  for (const { data, author, ...entry } of entries) {
    position += 1
    moved.push({ position, kind: entry.kind, propertyId: entry.property, data })
    const salt = newSalt()
    const digest = digestOf(salt, { data, author })
    previous = chainedHash(previous, leafOf(companyId, position, entry, digest))
    ids.push(entry.id)
    salts.push(salt)
    digests.push(digest)
    hashes.push(previous)
  }
  await sql`
    with sealed as (
      insert into event_seal (company_id, position, event_id, salt, data_digest, hash)
      select ${companyId}::uuid, ${last?.position ?? 0}::bigint + s.number, s.id, s.salt, s.digest, s.hash
      from unnest(${ids}::uuid[], ${salts}::bytea[], ${digests}::bytea[], ${hashes}::bytea[])
        with ordinality s (id, salt, digest, hash, number)
    )
    delete from event_unsealed where company_id = ${companyId} and event_id = any(${ids}::uuid[])`.execute(db)
  await savePositions(db, companyId, moved)
  const from = last?.position ?? 0
  const placed = entries.map(({ id, at, kind, property, data }, index) => ({
    position: from + index + 1,
    id,
    at,
    kind,
    propertyId: property,
    data,
  }))
  await makeMessages(db, companyId, placed)
}

/** Returns companies with unsealed entries. Uses a loose index scan by company. */
export async function findUnsealedCompanies(db: Db): Promise<string[]> {
  const { rows } = await sql<{ company_id: string }>`
    with recursive found as (
      (select company_id from event_unsealed order by company_id limit 1)
      union all
      select (select u.company_id from event_unsealed u where u.company_id > f.company_id order by u.company_id limit 1)
      from found f where f.company_id is not null
    )
    select company_id from found where company_id is not null`.execute(db)
  return rows.map(({ company_id }) => company_id)
}

/** Seals entries that no process has sealed. Runs every minute, and when a process starts. */
export async function sealLeftOvers(context: LoopContext): Promise<void> {
  await forEachIsolated(context, {
    job: 'seal-left-overs',
    items: await findUnsealedCompanies(context.database.db),
    idOf: companyItem,
    work: async (companyId) => void (await sealEntries(context.database, companyId)),
  })
}
