import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Db } from '../../db/pool.ts'
import { type FileStore, fileKey } from '../../infra/files/file-store.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../../infra/temporary-folders.ts'
import { listArchiveParts } from './archive-uploads.repository.ts'
import { type ArchiveZip, openArchiveZip } from './archive-zip.ts'

/** Joins the parts of an archive in a temporary file while `work` runs, because a ZIP is read from its end. */
export async function withArchive<T>(
  { db, files }: { db: Db; files: Pick<FileStore, 'read'> },
  archiveId: string,
  work: (zip: ArchiveZip, sha256: string) => Promise<T>,
): Promise<T> {
  const folder = await makeTemporaryFolder('archive')
  try {
    const path = join(folder, 'archive.zip')
    const hash = createHash('sha256')
    async function* content() {
      for (const { stored_file: file } of await listArchiveParts(db, archiveId))
        for await (const chunk of (await files.read(fileKey(file, 'original'))) as AsyncIterable<Buffer>) {
          hash.update(chunk)
          yield chunk
        }
    }
    await pipeline(content, createWriteStream(path, { mode: 0o600 }))
    const zip = await openArchiveZip(path)
    try {
      return await work(zip, hash.digest('hex'))
    } finally {
      zip.close()
    }
  } finally {
    await removeTemporaryFolder(folder)
  }
}
