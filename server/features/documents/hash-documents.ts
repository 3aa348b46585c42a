import type { Database } from '../../db/pool.ts'
import { FileNotFoundError, type FileStore, fileKey, readChecksum } from '../../infra/files/file-store.ts'

/** Number of documents per run; the rest follows in the next run. */
const maxDocuments = 500

/**
 * "Documents gain `sha256`" (trust design, section 2.1): fills it for documents that were added before it existed. A document whose file is
 * missing is skipped.
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
