import { showDate } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { viewingFields } from '@gya/domain/features/viewings/viewings.fields.ts'
import { columnsOf } from '@gya/domain/fields/field-columns.ts'
import { insertDocument, updateDocumentNote } from '../../documents/documents.repository.ts'
import type { ScanDocumentJob } from '../../documents/scan-document.ts'
import { retainFile } from '../../files/file-lifecycle.ts'
import { insertNote } from '../../notes/notes.repository.ts'
import { insertViewing, updateViewingRow } from '../../viewings/viewings.repository.ts'
import { noteText } from '../matching/match-in-properties.ts'
import type { EntryRow } from '../zip-entries.repository.ts'
import { amount, fieldsOfRow, text } from './row-values.ts'
import { isNew, valuesToWrite, type WriteContext, type WriteRow } from './write-context.ts'

export const writeViewing: WriteRow = async ({ db, companyId, now, newId }, { detail }, one) => {
  const values = valuesToWrite(one)
  const columns = columnsOf(viewingFields, fieldsOfRow(viewingFields, values))
  const on = text(values, 'when')
  const name = text(values, 'name') ?? ''
  if (isNew(one)) {
    const id = newId()
    await insertViewing(db, {
      company_id: companyId,
      property_id: detail._id,
      id,
      createdon: now,
      ...columns,
      name,
      viewed_on: on ?? '',
    })
    return { objectId: id, events: [{ kind: 'viewing-added', data: { viewingId: id, on, name } }], changes: [] }
  }
  const id = one.decided.targetId ?? ''
  if (Object.keys(columns).length === 0) return { objectId: id, events: [], changes: [] }
  await updateViewingRow(db, companyId, id, columns)
  const changes = one.decided.plan
    .filter(({ from, to }) => from !== to)
    .map(({ field, from, to }) => ({ field, before: from, after: to }))
  const { name: named = '', when } = one.row.values
  return {
    objectId: id,
    events: [{ kind: 'viewing-updated', data: { viewingId: id, on: when, name: named, changes } }],
    changes: [],
  }
}

export const writeNote: WriteRow = async ({ db, companyId, now, newId, userId }, { detail }, one) => {
  if (!isNew(one)) return { objectId: one.decided.targetId ?? '', events: [], changes: [] }
  const id = newId()
  const message = noteText(one.row.values)
  const timelineKey = amount(valuesToWrite(one), 'step') ?? null
  await insertNote(db, {
    company_id: companyId,
    id,
    property_id: detail._id,
    message,
    timeline_key: timelineKey,
    author_id: userId,
    createdon: now,
    updatedon: now,
    updated_by: userId,
  })
  return { objectId: id, events: [{ kind: 'note-added', data: { noteId: id, timelineKey, message } }], changes: [] }
}

type NewDocument = { propertyId: string; entry: EntryRow; note: string }

/** Stores a file of a ZIP as a document of a property. */
export async function addImportedDocument(context: WriteContext, { propertyId, entry, note }: NewDocument) {
  const { db, companyId, now, newId, userId, stage, scansDocuments, addJob } = context
  const file = await stage(entry, 'original')
  await retainFile(db, file.id)
  const id = newId()
  await insertDocument(db, {
    company_id: companyId,
    id,
    property_id: propertyId,
    note,
    file: file.id,
    file_name: file.fileName,
    content_type: file.contentType,
    bytes: file.bytes,
    sha256: Buffer.from(file.sha256, 'hex'),
    createdon: now,
    created_by: userId,
    being_checked: scansDocuments,
  })
  if (scansDocuments) await addJob('check-document', { companyId, propertyId, documentId: id } satisfies ScanDocumentJob)
  return {
    id,
    events: [{ kind: 'document-added' as const, data: { documentId: id, fileName: file.fileName, note, sha256: file.sha256 } }],
  }
}

export const writeDocument: WriteRow = async (context, { detail }, one) => {
  const { db, companyId, now, userId } = context
  const { entry, values } = one.row
  const day = typeof values.when === 'string' ? `[${showDate(values.when)}] ` : ''
  const note = `${day}${typeof values.note === 'string' ? values.note : ''}`.trim().slice(0, 1000).toWellFormed()
  if (isNew(one)) {
    if (!entry) throw new DomainError('NOT_FOUND')
    const { id, events } = await addImportedDocument(context, { propertyId: detail._id, entry, note })
    return { objectId: id, events, changes: [] }
  }
  const id = one.decided.targetId ?? ''
  const there = detail.documents.find(({ _id }) => _id === id)
  if (!there || note === '' || there.note === note) return { objectId: id, events: [], changes: [] }
  await updateDocumentNote(
    db,
    { companyId, propertyId: detail._id, documentId: id },
    { note, updatedon: now, updated_by: userId },
  )
  const data = { documentId: id, fileName: there.file.fileName, before: there.note, note }
  return { objectId: id, events: [{ kind: 'document-updated', data }], changes: [], isPropertyChanged: true }
}
