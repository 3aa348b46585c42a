import type pg from 'pg'
import { type FileKind, fileKeys } from '../../server/infra/files/file-store.ts'

/** Columns that contain the id of a stored file. `file-columns.test.ts` reports missing ones. */
export const fileColumns = [
  'app_user.avatar',
  'archive_part.stored_file',
  'branch.logo',
  'company.logo',
  'company_export.file',
  'customer_check_file.file',
  'document.file',
  'import_part.stored_file',
  'mail_attachment.file',
  'mail_in.raw_file',
  'party_proposal.document_file',
  'property.logo',
  'record_file.pdf',
  'record_file.zip',
]

/** A referenced key; a file that is not `needed` may be missing. */
export type ReferencedFile = { key: string; needed: boolean }

/**
 * All referenced files in the current transaction. Attachments of sent messages stay referenced after their document and file
 * are deleted.
 */
export async function referencedFiles(client: pg.Client): Promise<ReferencedFile[]> {
  const { rows } = await client.query<{ id: string; kind: FileKind; needed: boolean }>(`
    select id, kind, bool_or(needed) as needed from (
      select avatar as id, 'picture' as kind, true as needed from app_user
      union all select logo, 'picture', true from branch
      union all select logo, 'picture', true from company
      union all select logo, 'picture', true from property
      union all select file, 'original', true from document
      union all select file, 'original', true from customer_check_file
      union all select stored_file, 'original', true from import_part
      union all select stored_file, 'original', true from archive_part
      union all select document_file, 'original', true from party_proposal
      union all select pdf, 'original', true from record_file
      union all select zip, 'original', true from record_file
      union all select file, 'original', true from company_export
      union all select raw_file, 'original', true from mail_in
      union all select a.file, 'original', m.state = 'queued' or m.keeps_files from mail_attachment a join mail m on m.id = a.mail_id) referred
    where id is not null group by 1, 2 order by 1`)
  return rows.flatMap(({ id, kind, needed }) => fileKeys(id, kind).map((key) => ({ key, needed })))
}
