import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  addDocument,
  deleteDocument,
  downloadDocument,
  emailDocument,
  updateDocument,
} from '@gya/domain/features/documents/documents.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { requireCurrentVersion } from '../../db/query/changed-fields.ts'
import { documentEmail } from '../../emails/document.ts'
import { isFileInUse, queueMailToEach } from '../../emails/outbox.ts'
import type { Caller } from '../../http/access/caller.ts'
import { recordSecurityEvent, summarizeRecipients } from '../../http/access/security-events.ts'
import { registerDownload, savedFileDownload } from '../../http/route/register-download.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { releaseEvidence } from '../gates/evidence.ts'
import { loadProperty } from '../properties/read/load-property.ts'
import { recordAboutProperty } from '../properties/write/record-about-property.ts'
import { findBoundDocuments } from '../record/bound-documents.ts'
import { isStored } from '../record/record-evidence.ts'
import {
  type DocumentIds,
  deleteDocumentRow,
  findDocument,
  insertDocument,
  lockDocument,
  updateDocumentNote,
} from './documents.repository.ts'
import type { ScanDocumentJob } from './scan-document.ts'

const orNotFound = <Row>(row: Row | undefined): Row => {
  if (!row) throw new DomainError('NOT_FOUND')
  return row
}

type ChangeContext = {
  params: { companyId: string; propertyId: string }
  caller: Caller
  db: Db
  now: string
  today: string
  newId(): string
}

/** Writes the event and returns the property. Files do not change its version, so that open forms stay valid. */
async function recordAndAnswer(context: ChangeContext, ...events: NewEvent[]) {
  const { params, caller, db, today } = context
  await recordAboutProperty(context, params, async () => events)
  return (await loadProperty(db, params, today, caller)).detail
}

/** The files of a property: content in the file store, everything else in the table `document`. */
export function documentsRoutes(app: FastifyInstance): void {
  registerRoute(app, addDocument, async (context) => {
    const { params, body, caller, db, now, newId, file, addJob } = context
    const id = newId()
    const needsScan = app.gya.config.clamdUrl !== undefined
    await insertDocument(db, {
      company_id: params.companyId,
      id,
      property_id: params.propertyId,
      note: body.note,
      file: file.id,
      file_name: file.fileName,
      content_type: file.contentType,
      bytes: file.bytes,
      sha256: Buffer.from(file.sha256, 'hex'),
      createdon: now,
      created_by: caller.userId,
      being_checked: needsScan,
    })
    if (needsScan) {
      const { companyId, propertyId } = params
      await addJob('check-document', { companyId, propertyId, documentId: id } satisfies ScanDocumentJob)
    }
    return recordAndAnswer(context, {
      kind: 'document-added',
      data: { documentId: id, fileName: file.fileName, note: body.note, sha256: file.sha256 },
    })
  })

  registerRoute(app, updateDocument, async (context) => {
    const { params, body, caller, db, now, today } = context
    const document = orNotFound(await lockDocument(db, params))
    await requireCurrentVersion(db, body.version, document, caller.userId)
    if (body.note === document.note) return (await loadProperty(db, params, today, caller)).detail
    await updateDocumentNote(db, params, { note: body.note, updatedon: now, updated_by: caller.userId })
    const data = { documentId: document.id, fileName: document.file_name, before: document.note, note: body.note }
    return recordAndAnswer(context, { kind: 'document-updated', data })
  })

  registerRoute(app, deleteDocument, async (context) => {
    const { params, caller, db, today, discardFile } = context
    const document = orNotFound(await lockDocument(db, params))
    const { detail } = await loadProperty(db, params, today, caller)
    const reopened = await releaseEvidence(db, params, detail, document.id)
    await deleteDocumentRow(db, params)
    // A file attached to an unsent e-mail is released once that is sent.
    if (!(await isFileInUse(db, document.file))) await discardFile(document.file, 'original')
    await recordSecurityEvent(context, {
      kind: 'document-deleted',
      data: { propertyId: params.propertyId, documentId: document.id, bytes: document.bytes },
    })
    const data = { documentId: document.id, fileName: document.file_name, note: document.note }
    return recordAndAnswer(context, { kind: 'document-removed', data }, ...reopened)
  })

  registerDownload(app, downloadDocument, async ({ params, db }) => {
    const document = orNotFound(await findDocument(db, params as DocumentIds))
    refuseIf(document.being_checked ? 'DOCUMENT_BEING_CHECKED' : null)
    const bound = (await findBoundDocuments(db, params, [document.id])).get(document.id)
    const isChanged = bound !== undefined && !(await isStored(app.gya.files, document.file, bound.sha256))
    refuseIf(isChanged ? 'DOCUMENT_CHANGED' : null)
    const data = { propertyId: params.propertyId, documentId: params.documentId, bytes: document.bytes }
    return savedFileDownload(app.gya.files, document, { kind: 'document-downloaded', data })
  })

  registerRoute(app, emailDocument, async (context) => {
    const { params, body, caller, db } = context
    const document = orNotFound(await lockDocument(db, params))
    refuseIf(document.being_checked ? 'DOCUMENT_BEING_CHECKED' : null)
    const { to, cc, bcc } = body
    const { file, file_name: fileName, content_type: contentType, bytes } = document
    const lists = { to, cc, bcc }
    const mailIds = await queueMailToEach(context, lists, {
      ...documentEmail(body, fileName),
      about: {
        ...params,
        sentBy: caller.userId,
        attachments: [{ file, fileName, contentType, bytes, sha256: document.sha256?.toString('hex') ?? null }],
      },
    })
    await recordSecurityEvent(context, {
      kind: 'document-emailed',
      data: { propertyId: params.propertyId, documentId: document.id, bytes, ...summarizeRecipients(to, cc, bcc) },
    })
    await recordAndAnswer(context, { kind: 'document-emailed', data: { documentId: document.id, fileName, mailIds, ...lists } })
    return { success: true as const }
  })
}
