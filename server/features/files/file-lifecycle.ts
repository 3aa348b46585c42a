import { Readable } from 'node:stream'
import type { Instant } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'
import { readChecksum } from '../../infra/files/checksum.ts'
import type { FileChecksum, FileStore } from '../../infra/files/file-store.ts'
import { type FileKind, fileKey, fileKeys } from '../../infra/files/file-store.ts'
import type { AddJob } from '../../jobs/queue.ts'

/**
 * How files and rows stay together though no transaction holds both: see `loose_file` in the migrations. A file is in
 * the store before the row that refers to it is committed, and is removed from it after the row that did is gone.
 */

/** A file in the store. `bytes` and `sha256` are those of the original, or of a picture's largest size. */
export type StoredFile = FileChecksum & { id: string; fileName: string; contentType: string }

type Part = { name: string; bytes: number; content: () => Readable }

/** A file that is to be kept: one original, or a picture's sizes from the largest on. */
export type NewFile = { kind: FileKind; fileName: string; contentType: string; parts: readonly [Part, ...Part[]] }

export type FileContext = { database: Database; files: FileStore; clock: Clock }

/** A file that the server itself has made, such as a letter. */
export const generatedFile = (fileName: string, contentType: string, content: Buffer): NewFile => ({
  kind: 'original',
  fileName,
  contentType,
  parts: [{ name: 'original', bytes: content.length, content: () => Readable.from([content]) }],
})

/**
 * Puts a file in the store and then does `save`, which refers to it by its id and calls `keepWith` in that transaction.
 * Where the save fails, or does not keep it, the file is removed again; where even that fails, and where the store did not
 * take all of it, `sweepLooseFiles` does.
 */
export async function saveWithFile<T>(keeping: FileContext, file: NewFile, save: (kept: StoredFile) => Promise<T>): Promise<T> {
  const { database, clock } = keeping
  const id = clock.newId()
  const row = { id, kind: file.kind, since: clock.now(), discarded: false }
  await database.db.insertInto('loose_file').values(row).execute()
  const stored = await putParts(keeping, id, file)
  try {
    return await save({ id, fileName: file.fileName, contentType: file.contentType, ...stored })
  } finally {
    await removeIfLoose(keeping, id).catch(() => undefined)
  }
}

/**
 * Puts a file in the store for a transaction that is still to open, which keeps it by `keepWith`. Where it never does, the
 * file goes with `sweepLooseFiles`. For what is made before a save and not within it, so that no connection waits for it.
 */
export async function stageFile({ database, files, clock }: FileContext, file: NewFile): Promise<StoredFile> {
  const id = clock.newId()
  await database.db.insertInto('loose_file').values({ id, kind: file.kind, since: clock.now(), discarded: false }).execute()
  return { id, fileName: file.fileName, contentType: file.contentType, ...(await putParts({ database, files, clock }, id, file)) }
}

/**
 * Where the store does not take all of it, the rest is left to the sweep: asked again now, a store that hangs would hold up
 * this call, and a connection with it.
 */
async function putParts({ database, files }: FileContext, id: string, { parts, contentType }: NewFile): Promise<FileChecksum> {
  const [first, ...more] = parts
  const put = async ({ name, bytes, content }: Part) => {
    const { sha256 } = await readChecksum(content())
    return files.put(fileKey(id, name), content(), { bytes, contentType, sha256 })
  }
  try {
    const stored = await put(first)
    for (const part of more) await put(part)
    return stored
  } catch (error) {
    await database.db
      .updateTable('loose_file')
      .set({ discarded: true })
      .where('id', '=', id)
      .execute()
      .catch(() => undefined)
    throw error
  }
}

/**
 * Called in the transaction that refers to a file: from its commit on the file stays. Throws where the file is not there
 * any more, because the save took longer than the sweep waits.
 */
export async function retainFile(db: Db, id: string): Promise<void> {
  const gone = await db.deleteFrom('loose_file').where('id', '=', id).returning('id').executeTakeFirst()
  if (!gone) throw new Error(`The file ${id} was removed before it was saved.`)
}

/** Called in the transaction that stops referring to a file: the file is removed once it has committed. */
export const discardFile = (discarding: DiscardContext, id: string | null, kind: FileKind): Promise<void> =>
  discardFiles(discarding, id === null ? [] : [id], kind)

type DiscardContext = { db: Db; now: Instant; addJob: AddJob }

/** The same of many. */
export async function discardFiles({ db, now, addJob }: DiscardContext, ids: readonly string[], kind: FileKind): Promise<void> {
  if (ids.length === 0) return
  await db
    .insertInto('loose_file')
    .values(ids.map((id) => ({ id, kind, since: now, discarded: true })))
    .execute()
  await addJob('sweep-files', {})
}

/**
 * Held by whoever copies the files that the rows of one instant refer to: a backup. While it is, no file is removed from
 * the store; what would have been is left to the next sweep.
 */
export const backupLock = 4_729_003

/**
 * Removes a file unless a committed save refers to it. The row stays locked meanwhile: a save that is just about to
 * commit is waited for, so that one whose end was not heard of keeps its file.
 */
async function removeIfLoose({ database, files }: FileContext, id: string): Promise<void> {
  await database.db.transaction().execute(async (db) => {
    const loose = await db
      .deleteFrom('loose_file')
      .where('id', '=', id)
      .where(sql<boolean>`pg_try_advisory_xact_lock_shared(${backupLock})`)
      .returning('kind')
      .executeTakeFirst()
    if (!loose) return
    // At once: a store that hangs holds this connection no longer than one answer takes.
    await Promise.all(fileKeys(id, loose.kind as FileKind).map((key) => files.remove(key)))
  })
}

const hour = 3_600_000

/**
 * Removes what was replaced or deleted, and what an upload that was cut off left behind: a save ends within minutes, so
 * what is still loose after an hour belongs to none. Rejects where the store refuses; the job is tried again.
 */
export async function sweepLooseFiles(keeping: FileContext): Promise<void> {
  const { database, clock } = keeping
  const rows = await database.db
    .selectFrom('loose_file')
    .select('id')
    .where((where) => where.or([where('discarded', '=', true), where('since', '<', hourBefore(clock.now()))]))
    .orderBy('since')
    .limit(1000)
    .execute()
  for (const { id } of rows) await removeIfLoose(keeping, id)
}

const hourBefore = (now: Instant): Instant => new Date(Date.parse(now) - hour).toISOString()
