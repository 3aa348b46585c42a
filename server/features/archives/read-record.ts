import { createHash, type Hash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../db/pool.ts'
import { readNote } from '../record/signed-note.ts'
import { type ArchiveZip, damaged, readLines } from './archive-zip.ts'
import { batched } from './insert-rows.ts'
import { AmendmentLine, EntryLine, KeyLine, UnsealedLine } from './record-lines.ts'

/** The schema that the record is written to: `pg_temp` during a verification. */
export type RecordTarget = { db: Db; schema: 'public' | 'pg_temp'; companyId: string }
export type Entry = z.output<typeof EntryLine>

const files = {
  entries: 'record/entries.jsonl',
  unsealed: 'record/unsealed.jsonl',
  amendments: 'record/amendments.jsonl',
  checkpoints: 'record/checkpoints.txt',
  keys: 'record/keys.txt',
} as const

const into = ({ schema }: RecordTarget, table: string): RawBuilder<unknown> => sql`insert into ${sql.id(schema, table)}`

/** The lines of a file of the record, in batches, with the number of the first. */
async function* linesOf<T extends z.ZodType>(
  zip: ArchiveZip,
  file: string,
  form: T,
  hash: Hash,
): AsyncGenerator<{ rows: z.output<T>[]; from: number }> {
  const stream = await zip.open(file)
  async function* parts() {
    for await (const part of stream as AsyncIterable<Uint8Array>) {
      hash.update(part)
      yield part
    }
  }
  let from = 1
  for await (const lines of batched(readLines(parts(), file))) {
    const rows = lines.map((line, at) => {
      const read = form.safeParse(jsonOf(line))
      if (!read.success) throw damaged(file, from + at, 'this line is not valid.')
      return read.data
    })
    yield { rows, from }
    from += lines.length
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** Called with each batch of entries and the number of its first line, before the batch is written. */
export type EachEntries = (entries: readonly Entry[], from: number) => Promise<void>

/** Writes the record of an archive to the database. Returns the checksums of its files. Throws ArchiveRefusedError. */
export async function readRecord(zip: ArchiveZip, target: RecordTarget, each: EachEntries): Promise<Map<string, string>> {
  const sums = new Map<string, string>()
  const hashes = Object.values(files).map((name) => [name, createHash('sha256')] as const)
  const hashOf = (name: string): Hash => hashes.find(([one]) => one === name)?.[1] ?? createHash('sha256')
  for await (const { rows, from } of linesOf(zip, files.entries, EntryLine, hashOf(files.entries))) {
    await each(rows, from)
    await insertEntries(target, rows)
    await insertSeals(target, rows)
  }
  for await (const { rows } of linesOf(zip, files.unsealed, UnsealedLine, hashOf(files.unsealed))) {
    await insertEntries(target, rows)
    await sql`
      ${into(target, 'event_unsealed')} (company_id, event_id)
      select ${target.companyId}::uuid, unnest(${rows.map(({ eventId }) => eventId)}::uuid[])`.execute(target.db)
  }
  for await (const { rows, from } of linesOf(zip, files.amendments, AmendmentLine, hashOf(files.amendments))) {
    const strange = rows.findIndex((row) => row.company_id !== target.companyId)
    if (strange !== -1) throw damaged(files.amendments, from + strange, 'this line belongs to another company.')
    await insertAmendments(target, rows)
  }
  await readCheckpoints(zip, target, hashOf(files.checkpoints))
  await readKeys(zip, target, hashOf(files.keys))
  for (const [name, hash] of hashes) sums.set(name, hash.digest('hex'))
  return sums
}

type Written = Pick<Entry, 'eventId' | 'at' | 'kind' | 'property' | 'user' | 'via' | 'viaId' | 'data' | 'author'>

const insertEntries = (target: RecordTarget, rows: readonly Written[]) =>
  sql`
    ${into(target, 'event')} (company_id, id, property_id, user_id, at, kind, data, author, via, via_id)
    select ${target.companyId}::uuid, e."eventId", e.property, e."user", e.at, e.kind, e.data, e.author, e.via, e."viaId"
    from json_to_recordset(${JSON.stringify(rows)}::json) e
      ("eventId" uuid, property uuid, "user" uuid, at timestamptz, kind text, data jsonb, author jsonb, via text, "viaId" uuid)`.execute(
    target.db,
  )

const insertSeals = (target: RecordTarget, rows: readonly Entry[]) =>
  sql`
    ${into(target, 'event_seal')} (company_id, position, event_id, salt, data_digest, hash)
    select ${target.companyId}::uuid, s.position, s."eventId", decode(s.salt, 'base64'), decode(s.digest, 'base64'), decode(s.hash, 'base64')
    from json_to_recordset(${JSON.stringify(rows.map(({ position, eventId, salt, digest, hash }) => ({ position, eventId, salt, digest, hash })))}::json) s
      (position bigint, "eventId" uuid, salt text, digest text, hash text)`.execute(target.db)

const insertAmendments = (target: RecordTarget, rows: readonly z.output<typeof AmendmentLine>[]) =>
  sql`
    ${into(target, 'record_amendment')} (company_id, position, ordinal, by_event_id, salt, digest)
    select ${target.companyId}::uuid, a.position, a.ordinal, a.by_event_id, decode(a.salt, 'base64'), decode(a.digest, 'base64')
    from json_to_recordset(${JSON.stringify(rows)}::json) a
      (position bigint, ordinal int, by_event_id uuid, salt text, digest text)`.execute(target.db)

/** Notes, one after the other. They were e-mailed by the installation that made them. */
async function readCheckpoints(zip: ArchiveZip, { db, companyId, schema }: RecordTarget, hash: Hash): Promise<void> {
  const content = await text(await zip.open(files.checkpoints))
  hash.update(content)
  const notes = content === '' ? [] : content.split(/\n(?=[^\s/—]+\/record\/[0-9a-f-]{36}\n)/)
  for (const [at, note] of notes.entries()) {
    const read = readNote(note)
    const [signature] = read?.signatures ?? []
    if (!read || !signature || read.companyId !== companyId)
      throw damaged(files.checkpoints, null, `checkpoint ${at + 1} is not a signed note of this company.`)
    await sql`
      insert into ${sql.id(schema, 'record_checkpoint')} (company_id, position, at, hash, note, key_id, mailed_on)
      values (${companyId}, ${read.position}, ${read.at}, ${read.hash}, ${note}, ${signature.keyId}, ${read.at})`.execute(db)
  }
}

async function readKeys(zip: ArchiveZip, target: RecordTarget, hash: Hash): Promise<void> {
  const content = await text(await zip.open(files.keys))
  hash.update(content)
  for (const [at, line] of content.split('\n').entries()) {
    if (line === '') continue
    const [id, key, since, until] = line.split(' ')
    const read = KeyLine.safeParse({ id, key, since, until: until === '' ? null : until })
    if (!read.success) throw damaged(files.keys, at + 1, 'this is not a key.')
    await sql`
      ${into(target, 'company_record_key')} (company_id, key_id, public_key, since, until)
      values (${target.companyId}, ${read.data.id}, decode(${read.data.key}, 'base64'), ${read.data.since}, ${read.data.until})
      on conflict do nothing`.execute(target.db)
  }
}
