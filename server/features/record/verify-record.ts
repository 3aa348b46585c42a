/**
 * "Verifying reads all entries in order" and returns up to where the record is valid, and what breaks it.
 * [trust §1.2](docs/design/trust.md#1.2), rule 8.
 */
import type { Instant } from '@gya/domain/common/dates.ts'
import { type Fault, type FaultKind, faultKinds, maxFaults, type Verdict } from '@gya/domain/features/record/verdict.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../../db/pool.ts'
import type { FileStore } from '../../infra/files/file-store.ts'
import { BoundAmendments } from './bound-amendments.ts'
import type { Signer } from './checkpoints.ts'
import { EntryTimes } from './entry-times.ts'
import { HashChain } from './hash-chain.ts'
import { Evidence } from './record-evidence.ts'
import { countUnsealed, findCheckpoints, findReached, findRecordStart, readSealedRows } from './record-reader.ts'
import { readNote, type SignedNote } from './signed-note.ts'
import { findTrustedKeys, isTrustedNote, type TrustedKeys } from './trusted-keys.ts'

/** "Entry without seal for more than 5 minutes." */
const unsealedMs = 5 * 60_000

export type VerifyOptions = {
  now: Instant
  /** The keys of this process; `null` for an archive, whose own keys count. */
  signer: Pick<Signer, 'keys'> | null
  /** The file store, to read the files of documents and attachments too; `null` to compare e-mails and documents by their rows only. */
  files?: Pick<FileStore, 'read'> | null
  /** False while an archive is verified, whose e-mails are not in the tables yet. */
  withEvidence?: boolean
  /** A checkpoint from an e-mail. */
  checkpoint?: SignedNote | null
  onProgress?: (done: number) => Promise<void> | void
}

/** Verifies the record of a company in one snapshot, with constant memory. */
export const verifyRecord = ({ db }: Pick<Database, 'db'>, companyId: string, options: VerifyOptions): Promise<Verdict> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      // Reading a large file leaves the transaction idle.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
      return verifyInSnapshot(transaction, companyId, options)
    })

/** Verifies the record in the caller's transaction. */
export async function verifyInSnapshot(
  db: Db,
  companyId: string,
  { now, signer, files = null, withEvidence = true, checkpoint = null, onProgress }: VerifyOptions,
): Promise<Verdict> {
  const amendments = await BoundAmendments.load(db, companyId)
  const keys = await findTrustedKeys(db, companyId, signer)
  const checkpoints = Map.groupBy(
    await comparedCheckpoints(db, companyId, { pasted: checkpoint, keys }),
    ({ position }) => position,
  )
  const chain = new HashChain(companyId)
  const changed: Fault[] = []
  const times = new EntryTimes()
  const evidence = new Evidence()
  for await (const batch of readSealedRows(db, companyId)) {
    for (const row of batch) {
      chain.add(row)
      const what = row.entry ? amendments.faultOf(row) : null
      if (what && changed.length < maxFaults) changed.push({ position: row.position, what, at: row.entry?.at ?? null })
      if (row.entry) times.add(row.position, row.entry.at)
      evidence.add(row)
      for (const compared of checkpoints.get(row.position) ?? []) {
        compared.holds = compared.hash.equals(row.hash)
        if (compared.holds && compared.isSigned && compared.at) times.reach(compared.at)
      }
    }
    await onProgress?.(chain.length)
  }
  const unsealed = await countUnsealed(db, companyId, new Date(Date.parse(now) - unsealedMs).toISOString())
  const all = firstOfEach([
    ...chain.faults(),
    ...changed,
    ...(withEvidence ? await evidence.compare(db, companyId, files) : []),
    ...faultsOfCheckpoints([...checkpoints.values()].flat(), chain.length),
    ...(unsealed.count > 0 ? [{ position: chain.length + 1, what: 'entry-unsealed' as const, at: unsealed.at }] : []),
  ])
  const always = {
    length: chain.length,
    startedSealed: await findRecordStart(db, companyId),
    replaced: amendments.replaced(maxFaults),
    compared: checkpoint && { position: checkpoint.position, at: checkpoint.at },
    signedUpTo: lastHolding([...checkpoints.values()].flat(), chain.length),
    backdated: times.backdated,
    ...(withEvidence ? { unbound: evidence.unbound } : {}),
    unknownKeys: [...keys.unknown],
  }
  const [first] = all
  if (!first) return { whole: true, upTo: chain.length, at: await findReached(db, companyId, chain.length), ...always }
  const holdsUpTo = holdingUpTo(first, [...checkpoints.values()].flat())
  return {
    whole: false,
    holdsUpTo,
    holdsUpToAt: await findReached(db, companyId, holdsUpTo),
    brokenAt: first.position,
    what: first.what,
    faults: all.slice(0, maxFaults),
    ...always,
  }
}

/** Returns the faults by position; for each entry the first in the order of rule 8. */
function firstOfEach(faults: readonly Fault[]): Fault[] {
  const byPosition = Map.groupBy(faults, ({ position }) => position)
  const rank = ({ what }: Fault) => (what === 'order-changed' ? -1 : faultKinds.indexOf(what))
  return [...byPosition.values()]
    .flatMap((found) => found.toSorted((a, b) => rank(a) - rank(b)).slice(0, 1))
    .toSorted((a, b) => a.position - b.position)
}

/** Returns the last valid position. If a checkpoint differs, anything after the last matching checkpoint may have been changed. */
function holdingUpTo({ position, what }: Fault, checkpoints: readonly ComparedCheckpoint[]): number {
  if (what !== 'checkpoint-differs' && what !== 'signature-wrong') return position - 1
  return lastHolding(checkpoints, position - 1)
}

/** The position of the last checkpoint up to `most` that fits the record and counts; 0 if there is none. */
const lastHolding = (checkpoints: readonly ComparedCheckpoint[], most: number): number =>
  Math.max(0, ...checkpoints.filter((one) => one.holds && one.isSigned && one.position <= most).map((one) => one.position))

type ComparedCheckpoint = {
  position: number
  at: Instant | null
  hash: Buffer
  isSigned: boolean
  /** Whether its hash is the one at its position. False also beyond the end of the record. */
  holds: boolean
}

/** Returns the stored checkpoints and the pasted one, compared with the record. */
async function comparedCheckpoints(
  db: Db,
  companyId: string,
  { pasted, keys }: { pasted: SignedNote | null; keys: TrustedKeys },
): Promise<ComparedCheckpoint[]> {
  const stored = (await findCheckpoints(db, companyId)).map(({ position, hash, note: text }) => {
    const note = readNote(text)
    const says = note?.companyId === companyId && note.position === position && note.hash.equals(hash)
    return { position, hash, at: note?.at ?? null, isSigned: says && isTrustedNote(note, keys), holds: false }
  })
  if (!pasted) return stored
  const isOwn = pasted.companyId === companyId && isTrustedNote(pasted, keys)
  return [...stored, { position: pasted.position, hash: pasted.hash, at: pasted.at, isSigned: isOwn, holds: false }]
}

function faultsOfCheckpoints(checkpoints: readonly ComparedCheckpoint[], length: number): Fault[] {
  return checkpoints.flatMap(({ position, holds, isSigned }) => {
    if (isSigned && holds) return []
    // A checkpoint without a valid signature of a key that counts proves nothing about the record.
    const what: FaultKind = isSigned ? 'checkpoint-differs' : 'signature-wrong'
    // Beyond the end, the position of the first missing entry is reported.
    return [{ position: Math.min(position, length + 1), what, at: null }]
  })
}
