import { sql } from 'kysely'
import { fileKey, readChecksum } from '../../infra/files/file-store.ts'
import { lockArchive } from './archive-uploads.repository.ts'
import { type ArchivedFile, archivedFiles } from './check-files.ts'
import type { Restoring } from './restore-tables.ts'
import type { ArchiveContext } from './verify-archive.ts'

/**
 * Stores the files after their rows, while the company is still hidden. Files that an earlier attempt stored are kept. The lock of the
 * archive is held for each file, so that none is stored after the restore was given up.
 */
export async function restoreFiles(restoring: Restoring & ArchiveContext): Promise<void> {
  const { zip, database, archiveId } = restoring
  for (const file of archivedFiles(zip))
    await database.db.transaction().execute(async (db) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
      if ((await lockArchive(db, archiveId)).state === 'restoring') await restoreFile(restoring, file)
    })
}

async function restoreFile({ zip, sums, files }: Restoring & ArchiveContext, { id, part, name }: ArchivedFile): Promise<void> {
  const key = fileKey(id, part)
  const bytes = zip.bytesOf(name)
  const sha256 = sums.get(name) ?? ''
  if ((await files.size(key)) === bytes && (await readChecksum(await files.read(key))).sha256 === sha256) return
  await files.remove(key)
  const contentType = part === 'original' ? 'application/octet-stream' : 'image/webp'
  await files.put(key, await zip.open(name), { bytes, contentType, sha256 })
}
