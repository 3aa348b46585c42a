import { omitUndefined } from '@gya/domain/common/omit-undefined.ts'
import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { addNote, deleteNote, listNotes, type Note, updateNote } from '@gya/domain/features/notes/notes.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { changedFields, requireCurrentVersion } from '../../db/query/changed-fields.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { recordPropertyEvents } from '../events/events.repository.ts'
import { recordAboutProperty } from '../properties/write/record-about-property.ts'
import {
  deleteNoteRow,
  findNote,
  hasStep,
  insertNote,
  listNoteAuthors,
  listNoteRows,
  lockNote,
  type NoteIds,
  updateNoteRow,
} from './notes.repository.ts'

type NoteRow = NonNullable<Awaited<ReturnType<typeof findNote>>>

/** A key by its name. "author (a user with firstName and lastName, a string, or null)": an object while the account exists, else the name. */
const toAuthor = ({ author_id, first_name, last_name, author_deleted_on, key_name }: NoteRow): Note['author'] => {
  if (key_name !== null) return `Key ‘${key_name}’`
  if (author_id === null || first_name === null || last_name === null) return null
  return author_deleted_on === null
    ? { _id: author_id, firstName: first_name, lastName: last_name }
    : `${first_name} ${last_name}`
}

const toNote = (row: NoteRow): Note => ({
  _id: row.id,
  message: row.message,
  timelineKey: row.timeline_key,
  author: toAuthor(row),
  createdon: row.createdon,
  updatedon: row.updatedon,
  version: row.version,
})

async function readNote(db: Db, ids: NoteIds): Promise<Note> {
  const row = await findNote(db, ids)
  if (!row) throw new DomainError('NOT_FOUND')
  return toNote(row)
}

async function lockExistingNote(db: Db, ids: NoteIds) {
  const row = await lockNote(db, ids)
  if (!row) throw new DomainError('NOT_FOUND')
  return row
}

async function refuseMissingStep(db: Db, ids: Omit<NoteIds, 'noteId'>, key: number | null): Promise<void> {
  if (key !== null && !(await hasStep(db, ids, key))) throw new DomainError('STEP_NOT_FOUND')
}

/**
 * The notes of a property. A note has a version of its own and does not change the property's, so it does not conflict with
 * other saves. "Notes that are edited or deleted keep their earlier text" in the record ([domain, Record](docs/design/domain.md#record)).
 */
export function notesRoutes(app: FastifyInstance): void {
  registerRoute(app, listNotes, async ({ params, query, db }) => {
    const page = pageRequest(query)
    const { rows, count } = await listNoteRows(db, params, page, query)
    const authors = await listNoteAuthors(db, params)
    return {
      data: rows.map(toNote),
      paging: toPaging(page, count),
      authors: authors.map(({ id, first_name, last_name }) => ({ _id: id, name: `${first_name} ${last_name}` })),
    }
  })

  registerRoute(app, addNote, async (context) => {
    const { params, body, caller, db, now, newId } = context
    const { companyId, propertyId } = params
    const { userId } = caller
    const noteId = newId()
    await refuseMissingStep(db, params, body.timelineKey)
    // A note is news for the progressor.
    await recordAboutProperty(context, params, async () => {
      await insertNote(db, {
        company_id: companyId,
        id: noteId,
        property_id: propertyId,
        message: body.message,
        timeline_key: body.timelineKey,
        author_id: caller.key ? null : userId,
        author_key: caller.key?.id ?? null,
        createdon: now,
        updatedon: now,
        updated_by: userId,
      })
      return [{ kind: 'note-added', data: { noteId, timelineKey: body.timelineKey, message: body.message } }]
    })
    return readNote(db, { companyId, propertyId, noteId })
  })

  registerRoute(app, updateNote, async ({ params, body, caller, db, now, newId }) => {
    const { companyId, propertyId, noteId } = params
    const { version, ...fields } = body
    const note = await lockExistingNote(db, params)
    await requireCurrentVersion(db, version, note, caller.userId)
    const before = { message: note.message, timelineKey: note.timeline_key }
    const next = { ...before, ...omitUndefined(fields) }
    const changes = changedFields(before, next)
    if (next.timelineKey !== before.timelineKey) await refuseMissingStep(db, params, next.timelineKey)
    if (changes.length > 0) {
      const { userId } = caller
      const columns = { message: next.message, timeline_key: next.timelineKey, updatedon: now, updated_by: userId }
      await updateNoteRow(db, params, columns)
      await recordPropertyEvents(db, { companyId, userId, at: now, newId }, [
        { propertyId, kind: 'note-updated', data: { noteId, timelineKey: next.timelineKey, changes } },
      ])
    }
    return readNote(db, params)
  })

  registerRoute(app, deleteNote, async (context) => {
    const { params, db } = context
    const { propertyId, noteId } = params
    await recordAboutProperty(context, params, async () => {
      const { message, timeline_key, author_id, createdon } = await lockExistingNote(db, params)
      await deleteNoteRow(db, params)
      await recordSecurityEvent(context, { kind: 'note-deleted', data: { propertyId, noteId } })
      return [{ kind: 'note-removed', data: { noteId, timelineKey: timeline_key, message, authorId: author_id, createdon } }]
    })
    return { success: true as const }
  })
}
