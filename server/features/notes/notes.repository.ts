import type { PageRequest } from '@gya/domain/common/paging.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { countRows } from '../../db/query/coalesced-count.ts'
import { hasWordsOf } from '../../db/query/like-pattern.ts'
import type { Note } from '../../db/schema.ts'

export type NoteIds = PropertyIds & { noteId: string }

const notesOf = (db: Db, { companyId, propertyId }: PropertyIds) =>
  db.selectFrom('note as n').where('n.company_id', '=', companyId).where('n.property_id', '=', propertyId)

const withAuthor = (notes: ReturnType<typeof notesOf>) =>
  notes
    .leftJoin('app_user as u', 'u.id', 'n.author_id')
    .leftJoin('api_key as k', (join) => join.onRef('k.company_id', '=', 'n.company_id').onRef('k.id', '=', 'n.author_key'))
    .selectAll('n')
    .select(['u.first_name', 'u.last_name', 'u.deleted_on as author_deleted_on', 'k.name as key_name'])

export type NoteFilters = { itemKey?: number | undefined; authorId?: string | undefined; textSearch?: string | undefined }

/** The filtered notes of a property, newest first, by index note_newest or note_by_step. */
export async function listNoteRows(db: Db, ids: PropertyIds, page: PageRequest, { itemKey, authorId, textSearch }: NoteFilters) {
  const filtered = notesOf(db, ids)
    .$if(itemKey !== undefined, (query) => query.where('n.timeline_key', '=', itemKey ?? 0))
    .$if(authorId !== undefined, (query) => query.where('n.author_id', '=', authorId ?? ''))
    .$if(Boolean(textSearch), (query) => query.where(hasWordsOf(sql`n.search_text`, textSearch ?? '')))
  const rows = await withAuthor(filtered)
    .orderBy('n.createdon', 'desc')
    .orderBy('n.id', 'desc')
    .limit(page.itemsPerPage)
    .offset(page.itemsPerPage * page.currentPage)
    .execute()
  return { rows, count: await countRows(filtered) }
}

/** The authors of a property's notes, by name. */
export const listNoteAuthors = (db: Db, ids: PropertyIds) =>
  notesOf(db, ids)
    .innerJoin('app_user as u', 'u.id', 'n.author_id')
    .select(['u.id', 'u.first_name', 'u.last_name'])
    .distinct()
    .orderBy('u.first_name')
    .orderBy('u.last_name')
    .orderBy('u.id')
    .execute()

export const findNote = (db: Db, ids: NoteIds) => withAuthor(notesOf(db, ids).where('n.id', '=', ids.noteId)).executeTakeFirst()

export const lockNote = (db: Db, ids: NoteIds) =>
  notesOf(db, ids).selectAll('n').where('n.id', '=', ids.noteId).forUpdate().executeTakeFirst()

export const insertNote = (db: Db, note: Insertable<Note>) => db.insertInto('note').values(note).execute()

export const updateNoteRow = (db: Db, { companyId, noteId }: NoteIds, fields: Updateable<Note>) =>
  db
    .updateTable('note')
    .set((set) => ({ ...fields, version: set('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', noteId)
    .execute()

export const deleteNoteRow = (db: Db, { companyId, noteId }: NoteIds) =>
  db.deleteFrom('note').where('company_id', '=', companyId).where('id', '=', noteId).execute()

/** Every timeline has the fixed steps; surveys exist only once added. */
export const hasStep = async (db: Db, { companyId, propertyId }: PropertyIds, key: number): Promise<boolean> =>
  (await db
    .selectFrom('property_step')
    .select('key')
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .where('key', '=', key)
    .executeTakeFirst()) !== undefined
