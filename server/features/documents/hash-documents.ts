import type { Database } from '../../db/pool.ts'
import { FileNotFoundError, type FileStore, fileKey, readChecksum } from '../../infra/files/file-store.ts'

/** Documents of one run: the rest follows in the next. */
const maxDocuments = 500

/**
 * "Documents gain `sha256`" (trust design, section 2.1): fills it for those that were added before there was one. A document whose
 * file is missing is left out.
 */
export async function hashDocuments({ database: { db }, files }: { database: Database; files: Pick<FileStore, 'read'> }) {
  const rows = await db
    .selectFrom('document')
    .select(['company_id', 'id', 'file'])
    .where('sha256', 'is', null)
    .orderBy('company_id')
    .orderBy('id')
    .limit(maxDocuments)
    .execute()
  for (const { company_id, id, file } of rows) {
    const sha256 = await sha256Of(files, file)
    if (sha256)
      await db.updateTable('document').set({ sha256 }).where('company_id', '=', company_id).where('id', '=', id).execute()
  }
}

async function sha256Of(files: Pick<FileStore, 'read'>, file: string): Promise<Buffer | null> {
  try {
    return Buffer.from((await readChecksum(await files.read(fileKey(file, 'original')))).sha256, 'hex')
  } catch (error) {
    if (error instanceof FileNotFoundError) return null
    throw error
  }
}
