import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Signer } from '../checkpoints.ts'
import { firstHash, leafOf } from '../record-hash.ts'
import { type Amendment, findCheckpoints, findSealedRows, readSealedRows, type SealedRow } from '../record-reader.ts'
import { findStoredKeys, findTrustedKeys } from '../trusted-keys.ts'

/** Data that proves the entries of a file without the database. [trust §2.2](docs/design/trust.md#2.2), rule 3. */
export type RecordProof = {
  /** Position and hash before the first leaf. */
  start: { position: number; hash: Buffer }
  /** "32-byte leaves of all positions from the checkpoint before its first entry to the one after its last." */
  leaves: Buffer
  /** From the checkpoint before the first entry, if any, to the last one. */
  checkpoints: { position: number; note: string }[]
  keys: { id: string; publicKey: Buffer; since: string; until: string | null }[]
  rows: Map<string, SealedRow>
  /** Amendments by position, the latest last. */
  amendments: Map<number, Amendment[]>
  /** The entries of the erasures that made the amendments. */
  erasures: Erasure[]
}

export type Erasure = { row: SealedRow; amended: { position: number; digest: Buffer }[] }

/** Returns `null` if there is no checkpoint after the last entry. */
export async function readProof(
  db: Db,
  companyId: string,
  { entryIds, signer }: { entryIds: readonly string[]; signer: Signer },
): Promise<RecordProof | null> {
  const rows = await findSealedRows(db, companyId, entryIds)
  const positions = rows.map(({ position }) => position)
  const first = Math.min(...positions)
  const last = Math.max(...positions)
  const all = await findCheckpoints(db, companyId)
  const before = all.findLast(({ position }) => position < first)
  const after = all.find(({ position }) => position >= last)
  if (rows.length === 0 || !after) return null
  const amendments = await findAmendmentsOf(db, companyId, positions)
  const erasures = await findErasures(db, companyId, [...new Set([...amendments.values()].flat().map(({ by }) => by))])
  const end = all.find(({ position }) => position >= Math.max(last, ...erasures.map(({ row }) => row.position))) ?? after
  const { publicKeys: trusted } = await findTrustedKeys(db, companyId, signer)
  const start = { position: before?.position ?? 0, hash: before?.hash ?? firstHash(companyId) }
  const leaves: Buffer[] = []
  for await (const batch of readSealedRows(db, companyId, { after: start.position, upTo: end.position }))
    for (const row of batch) leaves.push(leafOfRow(companyId, row))
  return {
    start,
    leaves: Buffer.concat(leaves),
    checkpoints: all.filter(({ position }) => position >= start.position && position <= end.position),
    // Only keys that count: the file does not confirm what an added key signed.
    keys: (await findStoredKeys(db, companyId)).filter(({ publicKey }) => trusted.some((one) => one.equals(publicKey))),
    rows: new Map(rows.map((row) => [row.eventId, row])),
    amendments,
    erasures,
  }
}

/** For a missing entry, returns a leaf that matches nothing, so that the proof fails at its position. */
const leafOfRow = (companyId: string, { position, entry, digest }: SealedRow): Buffer =>
  entry ? leafOf(companyId, position, entry, digest) : Buffer.alloc(32)

async function findAmendmentsOf(db: Db, companyId: string, positions: readonly number[]): Promise<Map<number, Amendment[]>> {
  const { rows } = await sql<Amendment>`
    select position, by_event_id as by, salt, digest from record_amendment
    where company_id = ${companyId} and position = any(${positions}::bigint[]) order by position, ordinal`.execute(db)
  return Map.groupBy(rows, ({ position }) => position)
}

async function findErasures(db: Db, companyId: string, ids: readonly string[]): Promise<Erasure[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ by: string; position: number; digest: Buffer }>`
    select by_event_id as by, position, digest from record_amendment
    where company_id = ${companyId} and by_event_id = any(${ids}::uuid[]) order by position`.execute(db)
  const made = Map.groupBy(rows, ({ by }) => by)
  const sealed = await findSealedRows(db, companyId, ids)
  return sealed.map((row) => ({ row, amended: made.get(row.eventId) ?? [] }))
}
