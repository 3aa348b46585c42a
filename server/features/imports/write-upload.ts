import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from '../../db/pool.ts'
import { type FileStore, fileKey } from '../../infra/files/file-store.ts'
import { type FileIds, listParts } from './imports.repository.ts'

/** Joins the parts of an upload in one file. */
export async function writeUpload(
  { database, files }: { database: Database; files: Pick<FileStore, 'read'> },
  { companyId, fileId }: Pick<FileIds, 'companyId' | 'fileId'>,
  path: string,
): Promise<void> {
  const parts = await listParts(database.db, companyId, [fileId])
  async function* content(): AsyncGenerator<Buffer> {
    for (const part of parts) yield* (await files.read(fileKey(part.stored_file, 'original'))) as AsyncIterable<Buffer>
  }
  await pipeline(Readable.from(content()), createWriteStream(path))
}
