import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { ImportEntry } from '../../db/schema.ts'
import { indexZipEntries } from './files/read-zip.ts'

export type EntryRow = Omit<Selectable<ImportEntry>, 'company_id'>
type UploadedFile = { company_id: string; id: string; format: string | null }
export type FindEntry = (named: string) => EntryRow | undefined

export const insertEntry = (db: Db, companyId: string, entry: EntryRow) =>
  db
    .insertInto('import_entry')
    .values({ company_id: companyId, ...entry })
    .onConflict((conflict) => conflict.columns(['company_id', 'file_id', 'name']).doNothing())
    .execute()

export const deleteEntriesOfFile = (db: Db, companyId: string, fileId: string) =>
  db.deleteFrom('import_entry').where('company_id', '=', companyId).where('file_id', '=', fileId).execute()

/** The files in the ZIPs of an import, by file. */
export async function loadEntries(db: Db, files: readonly UploadedFile[]): Promise<Map<string, FindEntry>> {
  const found = new Map<string, FindEntry>()
  for (const { company_id, id, format } of files) {
    if (format !== 'zip') continue
    const rows = await db
      .selectFrom('import_entry')
      .select(['file_id', 'name', 'bytes', 'sha256', 'content_type', 'refusal'])
      .where('company_id', '=', company_id)
      .where('file_id', '=', id)
      .execute()
    found.set(id, indexZipEntries(rows))
  }
  return found
}
