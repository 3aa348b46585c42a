import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { leafOf } from '../record/record-hash.ts'
import { findCheckpoints, readSealedRows } from '../record/record-reader.ts'
import { readNote } from '../record/signed-note.ts'
import { findStoredKeys } from '../record/trusted-keys.ts'
import type { ArchiveFolder } from './archive-folder.ts'
import { columnsOf, dumpTable } from './dump-table.ts'

/**
 * Writes `record/`: the entries with their seals, the leaves of the hash chain, entries without a position yet, amendments by erasures,
 * checkpoints and the keys that signed them. [connect §2.1](docs/design/connect.md#2.1). Returns the last position.
 */
export async function writeRecord(db: Db, archive: ArchiveFolder, companyId: string): Promise<number> {
  const entries = await archive.open('record/entries.jsonl')
  const leaves = await archive.open('record/leaves.bin')
  let last = 0
  for await (const rows of readSealedRows(db, companyId)) {
    const lines = rows.map(({ position, salt, digest, hash, eventId, entry, data, author }) =>
      JSON.stringify({
        position,
        eventId,
        ...entry,
        data,
        author,
        salt: salt?.toString('base64') ?? null,
        digest: digest.toString('base64'),
        hash: hash.toString('base64'),
      }),
    )
    await entries.write(lines.map((line) => `${line}\n`).join(''))
    // A missing entry gets a leaf that matches nothing, so that the verification fails at it.
    const leavesOf = rows.map(({ position, entry, digest }) =>
      entry ? leafOf(companyId, position, entry, digest) : Buffer.alloc(32),
    )
    await leaves.write(Buffer.concat(leavesOf))
    last = rows.at(-1)?.position ?? last
  }
  await entries.end()
  await leaves.end()

  await archive.add('record/unsealed.jsonl', (await findUnsealed(db, companyId)).map((line) => `${line}\n`).join(''))

  const amendments = await archive.open('record/amendments.jsonl')
  for await (const chunk of dumpTable(db, 'record_amendment', await columnsOf(db, 'record_amendment', []), companyId))
    await amendments.write(chunk.map((json) => `${json}\n`).join(''))
  await amendments.end()

  const checkpoints = await findCheckpoints(db, companyId)
  await archive.add('record/checkpoints.txt', checkpoints.map(({ note }) => note).join('\n'))
  const signers = new Set(checkpoints.flatMap(({ note }) => readNote(note)?.signatures.map(({ keyId }) => keyId) ?? []))
  const keys = (await findStoredKeys(db, companyId)).filter(({ id }) => signers.has(id))
  await archive.add(
    'record/keys.txt',
    keys.map(({ id, publicKey: key, since, until }) => `${id} ${key.toString('base64')} ${since} ${until ?? ''}\n`).join(''),
  )
  return last
}

/** Entries without a position yet, as JSON texts. */
async function findUnsealed(db: Db, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select row_to_json(waiting)::text as line from (
      select e.id as "eventId", to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, e.kind,
        e.property_id as property, e.user_id as "user", e.via, e.via_id as "viaId", e.data, e.author
      from event_unsealed u join event e on e.company_id = u.company_id and e.id = u.event_id
      where u.company_id = ${companyId} order by e.at, e.id) waiting`.execute(db)
  return rows.map(({ line }) => line)
}
