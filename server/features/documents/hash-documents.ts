import type { Db } from '../../db/pool.ts'
import { FileNotFoundError, type FileStore, fileKey, readChecksum } from '../../infra/files/file-store.ts'
import { forEachIsolated, inWindows, type LoopContext } from '../../jobs/for-each-isolated.ts'

/** Number of documents hashed per run; the rest follows in the next run. */
const maxDocuments = 500
const documentsPerWindow = 500
/** Failures in a row after which the file store counts as unavailable. */
const failuresInARow = 3

type HashContext = LoopContext & { files: Pick<FileStore, 'read'> }
type Unhashed = { company_id: string; id: string; file: string }

/**
 * "Documents gain `sha256`" (trust design, section 2.1): fills it for documents that were added before it existed. A document whose file is
 * missing is skipped.
 */
export async function hashDocuments(context: HashContext): Promise<void> {
  const { db } = context.database
  let hashed = 0
  await forEachIsolated(context, {
    job: 'hash-documents',
    items: inWindows<Unhashed>(documentsPerWindow, async (after) => (hashed < maxDocuments ? listUnhashed(db, after) : [])),
    idOf: ({ company_id: companyId, id }) => ({ companyId, key: id }),
    work: async ({ company_id, id, file }) => {
      const sha256 = await sha256Of(context.files, file)
      if (!sha256) return
      await db.updateTable('document').set({ sha256 }).where('company_id', '=', company_id).where('id', '=', id).execute()
      hashed += 1
    },
    failuresInARow,
  })
}

const listUnhashed = (db: Db, after: Unhashed | null): Promise<Unhashed[]> =>
  db
    .selectFrom('document')
    .select(['company_id', 'id', 'file'])
    .where('sha256', 'is', null)
    .$if(after !== null, (query) =>
      query.where((where) =>
        where(where.refTuple('company_id', 'id'), '>', where.tuple(after?.company_id ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('company_id')
    .orderBy('id')
    .limit(documentsPerWindow)
    .execute()

async function sha256Of(files: Pick<FileStore, 'read'>, file: string): Promise<Buffer | null> {
  try {
    return Buffer.from((await readChecksum(await files.read(fileKey(file, 'original')))).sha256, 'hex')
  } catch (error) {
    if (error instanceof FileNotFoundError) return null
    throw error
  }
}
