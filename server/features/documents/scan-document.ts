import type { Config } from '../../config.ts'
import type { Database } from '../../db/pool.ts'
import { infectedDocumentEmail } from '../../emails/infected-document.ts'
import { queueMail } from '../../emails/outbox.ts'
import { insertSecurityEvent } from '../../http/access/security-events.ts'
import type { Clock } from '../../infra/clock.ts'
import { scanStream } from '../../infra/files/clamd.ts'
import type { FileStore } from '../../infra/files/file-store.ts'
import { fileKey } from '../../infra/files/file-store.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { insertEvents } from '../events/events.repository.ts'
import { discardFile } from '../files/file-lifecycle.ts'
import { type DocumentIds, deleteDocumentRow, findDocument, lockDocument, markScanned } from './documents.repository.ts'

export type ScanDocumentJob = DocumentIds

type ScanContext = { database: Database; files: FileStore; clock: Clock; config: Config }

/**
 * Has a document that is being checked scanned: a clean one is handed out from now on, an infected one is removed, which
 * the record says and whoever added it is told. Throws SCAN_NOT_READY while the scanner cannot be reached: the job is tried
 * again, and the document stays held.
 */
export async function scanDocument({ database, files, clock, config }: ScanContext, ids: ScanDocumentJob): Promise<void> {
  const document = await findDocument(database.db, ids)
  if (!document?.being_checked) return
  const found = config.clamdUrl ? await scanStream(await files.read(fileKey(document.file, 'original')), config.clamdUrl) : null
  if (found === null) return void (await markScanned(database.db, ids))
  await database.db.transaction().execute(async (db) => {
    const held = await lockDocument(db, ids)
    if (!held) return
    const now = clock.now()
    const working = { db, now, newId: () => clock.newId(), addJob: jobAdder(db) }
    await deleteDocumentRow(db, ids)
    await discardFile(working, held.file, 'original')
    const { companyId, propertyId } = ids
    await insertEvents(db, { companyId, propertyId, userId: null, at: now, newId: working.newId }, [
      { kind: 'document-infected', data: { documentId: held.id, fileName: held.file_name, note: held.note } },
    ])
    await insertSecurityEvent(
      working,
      { network: null, userAgent: '', requestId: null },
      {
        kind: 'upload-infected',
        companyId,
        userId: held.created_by,
        aboutUserId: null,
        sessionLogId: null,
        data: { found, propertyId, documentId: held.id },
      },
    )
    const adder = await db
      .selectFrom('app_user')
      .select(['email', 'first_name'])
      .where('id', '=', held.created_by)
      .where('deleted_on', 'is', null)
      .executeTakeFirst()
    if (!adder) return
    await queueMail(working, infectedDocumentEmail(adder, { companyId, fileName: held.file_name }))
  })
}
