import type { Config } from '../../config.ts'
import type { Database } from '../../db/pool.ts'
import { infectedDocumentEmail } from '../../emails/infected-document.ts'
import { queueMail } from '../../emails/outbox.ts'
import { insertSecurityEvent } from '../../http/access/security-events.ts'
import type { Clock } from '../../infra/clock.ts'
import { scanStream } from '../../infra/files/clamd.ts'
import { type FileStore, fileKey } from '../../infra/files/file-store.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { recordPropertyEvents } from '../events/events.repository.ts'
import { discardFile } from '../files/file-lifecycle.ts'
import { type DocumentIds, deleteDocumentRow, findDocument, lockDocument, markScanned } from './documents.repository.ts'

export type ScanDocumentJob = DocumentIds

type ScanContext = { database: Database; files: FileStore; clock: Clock; config: Config }

/**
 * Scans a new document for viruses. A clean one becomes available; an infected one is deleted with an event, and its author
 * is notified. Throws SCAN_NOT_READY while the scanner is unreachable: the job is retried and the document stays unavailable.
 */
export async function scanDocument({ database, files, clock, config }: ScanContext, ids: ScanDocumentJob): Promise<void> {
  const document = await findDocument(database.db, ids)
  if (!document?.being_checked) return
  const found = config.clamdUrl ? await scanStream(await files.read(fileKey(document.file, 'original')), config.clamdUrl) : null
  if (found === null) return void (await markScanned(database.db, ids))
  await database.db.transaction().execute(async (db) => {
    const infected = await lockDocument(db, ids)
    if (!infected) return
    const now = clock.now()
    const context = { db, now, newId: () => clock.newId(), addJob: jobAdder(db) }
    await deleteDocumentRow(db, ids)
    await discardFile(context, infected.file, 'original')
    const { companyId, propertyId } = ids
    await recordPropertyEvents(db, { companyId, userId: null, at: now, newId: context.newId }, [
      {
        propertyId,
        kind: 'document-infected',
        data: { documentId: infected.id, fileName: infected.file_name, note: infected.note },
      },
    ])
    await insertSecurityEvent(
      context,
      { network: null, userAgent: '', requestId: null },
      {
        kind: 'upload-infected',
        companyId,
        userId: infected.created_by,
        aboutUserId: null,
        sessionLogId: null,
        data: { found, propertyId, documentId: infected.id },
      },
    )
    const author = await db
      .selectFrom('app_user')
      .select(['email', 'first_name'])
      .where('id', '=', infected.created_by)
      .where('deleted_on', 'is', null)
      .executeTakeFirst()
    if (!author) return
    await queueMail(context, infectedDocumentEmail(author, { companyId, fileName: infected.file_name }))
  })
}
