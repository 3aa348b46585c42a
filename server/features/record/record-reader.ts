import type { Instant } from '@gya/domain/common/dates.ts'
import type { EventData } from '@gya/domain/features/events/event-facts.ts'
import { isBackdated } from '@gya/domain/features/record/backdated.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { reachedBefore } from '../events/reached-before.ts'
import type { EntryContent, SealedEntry } from './record-hash.ts'
import { selectEntries } from './seal-entries.ts'

/** Positions per batch, which take a few milliseconds of the event loop. */
const batchSize = 1_000

export type Seal = { position: number; eventId: string; salt: Buffer | null; digest: Buffer; hash: Buffer }
/** `entry`: `null` if the entry is missing. */
export type SealedRow = Seal & EntryContent & { entry: SealedEntry | null }
export type Amendment = { position: number; by: string; salt: Buffer | null; digest: Buffer }

/** Joins seals with their entries. */
async function withEntries(db: Db, companyId: string, seals: readonly Seal[]): Promise<SealedRow[]> {
  const { rows } = await selectEntries(
    companyId,
    seals.map(({ eventId }) => eventId),
  ).execute(db)
  const entries = new Map(rows.map((row) => [row.id, row]))
  return seals.map((seal) => {
    const row = entries.get(seal.eventId)
    if (!row) return { ...seal, entry: null, data: {}, author: null }
    const { data, author, ...entry } = row
    return { ...seal, entry, data, author }
  })
}

const selectSeals = (db: Db, companyId: string) =>
  db
    .selectFrom('event_seal')
    .select(['position', 'event_id as eventId', 'salt', 'data_digest as digest', 'hash'])
    .where('company_id', '=', companyId)
    .orderBy('position')

type Range = { after?: number; upTo?: number }

/** Reads seals with their entries in batches, in order of position. Without a range, reads all. */
export async function* readSealedRows(
  db: Db,
  companyId: string,
  { after: from = 0, upTo = Number.MAX_SAFE_INTEGER }: Range = {},
): AsyncGenerator<SealedRow[]> {
  for (let after = from; ; ) {
    const seals = await selectSeals(db, companyId)
      .where('position', '>', after)
      .where('position', '<=', upTo)
      .limit(batchSize)
      .execute()
    const last = seals.at(-1)
    if (!last) return
    after = last.position
    yield await withEntries(db, companyId, seals)
  }
}

/** Returns the seals of some entries. */
export async function findSealedRows(db: Db, companyId: string, eventIds: readonly string[]): Promise<SealedRow[]> {
  const seals = await selectSeals(db, companyId).where(sql<boolean>`event_id = any(${eventIds}::uuid[])`).execute()
  return withEntries(db, companyId, seals)
}

/** Returns all amendments by position; the latest of an entry is last. */
export async function findAmendments(db: Db, companyId: string): Promise<Amendment[]> {
  const rows = await db
    .selectFrom('record_amendment')
    .select(['position', 'by_event_id as by', 'salt', 'digest'])
    .where('company_id', '=', companyId)
    .orderBy('position')
    .orderBy('ordinal')
    .execute()
  return rows
}

/** The time that the record had reached at a position: that of its entry, or a later one if the entry is dated back. */
export async function findReached(db: Db, companyId: string, position: number): Promise<Instant | null> {
  const { rows } = await sql<{ at: Instant; reached: Instant | null }>`
    select e.at, ${reachedBefore(companyId)} as reached from event_seal s
    join event e on e.company_id = s.company_id and e.id = s.event_id
    where s.company_id = ${companyId} and e.company_id = ${companyId} and s.position = ${position}`.execute(db)
  const [row] = rows
  return row ? (isBackdated(row.at, row.reached) ? row.reached : row.at) : null
}

/** Counts entries from before an instant that have no seal and are not queued for one, and returns when the first was written. */
export async function countUnsealed(db: Db, companyId: string, before: string): Promise<{ count: number; at: string | null }> {
  const { rows } = await sql<{ count: number; at: string | null }>`
    select count(*)::int as count, min(e.at) as at from event e
    where e.company_id = ${companyId} and e.at < ${before}
      and (select s.position from event_seal s where s.company_id = e.company_id and s.event_id = e.id) is null
      and (select u.event_id from event_unsealed u where u.company_id = e.company_id and u.event_id = e.id) is null`.execute(db)
  return rows[0] ?? { count: 0, at: null }
}

/** Returns the data of entries that are waiting for their seal. */
export async function findWaiting(db: Db, companyId: string, eventIds: readonly string[]): Promise<Map<string, EventData>> {
  const { rows } = await sql<{ id: string; data: EventData }>`
    select e.id, e.data from event_unsealed u join event e on e.company_id = u.company_id and e.id = u.event_id
    where u.company_id = ${companyId} and e.company_id = ${companyId} and u.event_id = any(${eventIds}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, data }) => [id, data]))
}

export const findCheckpoints = (db: Db, companyId: string) =>
  db
    .selectFrom('record_checkpoint')
    .select(['position', 'at', 'hash', 'note', 'key_id', 'mailed_on'])
    .where('company_id', '=', companyId)
    .orderBy('position')
    .execute()

export async function findRecordStart(db: Db, companyId: string) {
  const row = await db
    .selectFrom('record_start')
    .select(['position', 'sealed_on'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row ? { position: row.position, sealedOn: row.sealed_on } : null
}
