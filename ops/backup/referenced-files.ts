import type pg from 'pg'
import { type FileKind, fileKeys } from '../../server/infra/files/file-store.ts'

/** The columns that hold the id of a file in the store. `backup.test.ts` sees it when the schema has one that is not named here. */
export const fileColumns = [
  'app_user.avatar',
  'branch.logo',
  'company.logo',
  'document.file',
  'mail_attachment.file',
  'property.logo',
]

/** A key of the file store that a row refers to; what is not `needed` may be gone. */
export type ReferencedFile = { key: string; needed: boolean }

/**
 * Every file that a row refers to, as the transaction of the client sees it. The attachment of a message that was sent
 * stays named after its document is deleted, and its file is gone then.
 */
export async function referencedFiles(client: pg.Client): Promise<ReferencedFile[]> {
  const { rows } = await client.query<{ id: string; kind: FileKind; needed: boolean }>(`
    select id, kind, bool_or(needed) as needed from (
      select avatar as id, 'picture' as kind, true as needed from app_user
      union all select logo, 'picture', true from branch
      union all select logo, 'picture', true from company
      union all select logo, 'picture', true from property
      union all select file, 'original', true from document
      union all select a.file, 'original', m.state = 'queued' or m.keeps_files from mail_attachment a join mail m on m.id = a.mail_id) referred
    where id is not null group by 1, 2 order by 1`)
  return rows.flatMap(({ id, kind, needed }) => fileKeys(id, kind).map((key) => ({ key, needed })))
}
