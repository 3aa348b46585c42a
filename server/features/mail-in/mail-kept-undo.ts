import { DomainError } from '@gya/domain/error-catalogue.ts'
import { isFileInUse } from '../../emails/outbox.ts'
import { deleteDocumentRow, findDocument } from '../documents/documents.repository.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { discardFiles } from '../files/file-lifecycle.ts'
import { releaseEvidence } from '../gates/evidence.ts'
import type { UndoPart } from '../undo/undo.repository.ts'
import { registerUndoPart, type UndoContext } from '../undo/undo-registry.ts'

/** Attachments that were made documents of a sale. */
export type MailKeptPart = UndoPart & { kind: 'mail-kept'; propertyId: string; documentIds: readonly string[] }

export const registerMailKeptPart = (): void =>
  registerUndoPart<MailKeptPart>('mail-kept', {
    changesProperties: true,
    async conflict({ db, companyId }, parts) {
      for (const { propertyId, documentIds } of parts)
        for (const documentId of documentIds)
          if (!(await findDocument(db, { companyId, propertyId, documentId }))) return { what: 'a file', by: null, on: null }
      return null
    },
    async undo(context, parts) {
      const undone = []
      for (const part of parts) undone.push({ propertyId: part.propertyId, events: await removeDocuments(context, part) })
      return undone
    },
  })

async function removeDocuments(context: UndoContext, { propertyId, documentIds }: MailKeptPart): Promise<NewEvent[]> {
  const { db, companyId, properties } = context
  const ids = { companyId, propertyId }
  const property = properties.get(propertyId)
  if (!property) throw new DomainError('NOT_FOUND')
  const events: NewEvent[] = []
  for (const documentId of documentIds) {
    const document = await findDocument(db, { ...ids, documentId })
    if (!document) continue
    events.push(...(await releaseEvidence(db, ids, property.detail, documentId)))
    await deleteDocumentRow(db, { ...ids, documentId })
    if (!(await isFileInUse(db, document.file))) await discardFiles(context, [document.file], 'original')
    events.push({ kind: 'document-removed', data: { documentId, fileName: document.file_name, note: document.note } })
  }
  return events
}
