import { createHash } from 'node:crypto'
import { faultWords } from '@gya/domain/features/record/verdict.ts'
import { sql } from 'kysely'
import { digestOf, leafOf } from '../record/record-hash.ts'
import { findCheckpoints } from '../record/record-reader.ts'
import { keyIdOf, readNote } from '../record/signed-note.ts'
import { findStoredKeys } from '../record/trusted-keys.ts'
import { verifyInSnapshot } from '../record/verify-record.ts'
import { damaged } from './archive-zip.ts'
import { type Entry, readRecord } from './read-record.ts'
import { createStage, indexStage, type Verifying } from './stage-tables.ts'

const recordTables = [
  'event',
  'event_seal',
  'event_unsealed',
  'record_amendment',
  'record_checkpoint',
  'record_key',
  'company_record_key',
]

/**
 * Verifies the record of an archive: the hash chain, the data of each entry, erasures, checkpoints and their signatures. Temporary
 * tables shadow the real ones, so that the statements of the ordinary verification read the archive. Returns the number of entries.
 * Throws ArchiveRefusedError.
 */
export async function checkRecord({ db, zip, manifest, sums, now }: Verifying): Promise<number> {
  const companyId = manifest.company._id
  for (const table of recordTables) await createStage(db, table)
  const leaves = new LeavesFile(await zip.open('record/leaves.bin'), companyId)
  const read = await readRecord(zip, { db, schema: 'pg_temp', companyId }, (entries, from) => leaves.compare(entries, from))
  for (const [file, sum] of read)
    if (sums.get(file) !== sum) throw damaged(file, null, 'its checksum is wrong: this is not what was exported.')
  if ((await leaves.end()) !== sums.get('record/leaves.bin'))
    throw damaged('record/leaves.bin', null, 'its checksum is wrong: this is not what was exported.')
  if (leaves.length !== manifest.position)
    throw damaged('record/entries.jsonl', null, `the record has ${leaves.length} entries instead of ${manifest.position}.`)
  for (const table of recordTables) {
    await indexStage(db, table).catch(() => {
      throw damaged('record/entries.jsonl', null, `two rows of ${table} have the same key.`)
    })
    await sql`analyze ${sql.id('pg_temp', table)}`.execute(db)
  }
  await requireKeyIds({ db, companyId })
  const verdict = await verifyInSnapshot(db, companyId, { now, signer: null, withEvidence: false })
  if (!verdict.whole) throw damaged('record/entries.jsonl', verdict.brokenAt, faultWords(verdict.what, verdict.brokenAt))
  return leaves.length
}

/** "Key id: SHA-256 of name and key": a key with a forged id could pass for a key of this installation. */
async function requireKeyIds({ db, companyId }: Pick<Verifying, 'db'> & { companyId: string }): Promise<void> {
  const hosts = new Set((await findCheckpoints(db, companyId)).flatMap(({ note }) => readNote(note)?.host ?? []))
  for (const { id, publicKey } of await findStoredKeys(db, companyId))
    if (![...hosts].some((host) => keyIdOf(host, publicKey) === id))
      throw damaged('record/keys.txt', null, `the key ${id} does not match its id.`)
}

/** `record/leaves.bin`, read beside the entries: 32 bytes of each. */
class LeavesFile {
  readonly #companyId: string
  readonly #parts: AsyncIterator<Uint8Array>
  readonly #hash = createHash('sha256')
  #rest: Buffer = Buffer.alloc(0)
  length = 0

  constructor(stream: AsyncIterable<Uint8Array>, companyId: string) {
    this.#parts = stream[Symbol.asyncIterator]()
    this.#companyId = companyId
  }

  async compare(entries: readonly Entry[], from: number): Promise<void> {
    for (const [at, entry] of entries.entries()) {
      while (this.#rest.length < 32 && (await this.#more()));
      const { position, salt, data, author, eventId, kind, property, user, via, viaId } = entry
      const digest = Buffer.from(entry.digest, 'base64')
      const sealed = { at: entry.at, id: eventId, kind, property, user, via, viaId }
      const leaf = leafOf(this.#companyId, position, sealed, digest)
      if (position !== from + at) throw damaged('record/entries.jsonl', from + at, 'the entry before this one is missing.')
      // An entry that an erasure replaced has no salt; `verifyInSnapshot` compares it.
      const isSame = salt === null || digestOf(Buffer.from(salt, 'base64'), { data, author: author ?? null }).equals(digest)
      if (!isSame || !leaf.equals(this.#rest.subarray(0, 32)))
        throw damaged('record/entries.jsonl', from + at, 'this entry was changed.')
      this.#rest = this.#rest.subarray(32)
    }
    this.length += entries.length
  }

  async end(): Promise<string> {
    while (await this.#more());
    return this.#hash.digest('hex')
  }

  async #more(): Promise<boolean> {
    const next = await this.#parts.next().catch(() => {
      throw damaged('record/leaves.bin', null, 'it cannot be unpacked.')
    })
    if (next.done) return false
    this.#hash.update(next.value)
    this.#rest = Buffer.concat([this.#rest, next.value])
    return true
  }
}
