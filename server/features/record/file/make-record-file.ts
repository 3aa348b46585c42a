import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { maxEmbeddedBytes, type RecordFileState } from '@gya/domain/features/record/record-file.rules.ts'
import type { Config } from '../../../config.ts'
import type { Database, Db } from '../../../db/pool.ts'
import type { Clock } from '../../../infra/clock.ts'
import { FileNotFoundError, type FileStore, fileKey } from '../../../infra/files/file-store.ts'
import { makePdf, type PdfFile } from '../../../infra/pdf/make-pdf.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../../../infra/temporary-folders.ts'
import { jobAdder } from '../../../jobs/queue.ts'
import { discardFiles, generatedFile, retainFile, type StoredFile, saveWithFile } from '../../files/file-lifecycle.ts'
import { sealEntries } from '../seal-entries.ts'
import { signCheckpoint, signerOf } from '../sign-checkpoints.ts'
import { auditVerdict } from '../verifications.ts'
import { maskForParty } from './mask-for-party.ts'
import { type RecordFileContent, readRecordFileContent } from './read-content.ts'
import { countUnsealedOf, findRecordFile, releaseOldFiles, updateRecordFile } from './record-file.repository.ts'
import { recordFileLayout } from './record-file-layout.ts'
import { writeRecordZip } from './write-zip.ts'

export type RecordFileJob = { companyId: string; propertyId: string; fileId: string }

type JobContext = { database: Database; files: FileStore; clock: Clock; config: Config }

/**
 * Job that creates a record file: signs a checkpoint, reads everything in one snapshot, and stores the PDF and the ZIP. A failure is
 * stored in the row.
 */
export async function makeRecordFile(context: JobContext, { companyId, propertyId, fileId }: RecordFileJob): Promise<void> {
  const { database, clock } = context
  const made = await findRecordFile(database.db, { companyId, fileId })
  if (!made || made.state === 'ready' || made.state === 'failed') return
  const setState = (state: RecordFileState) => updateRecordFile(database.db, { companyId, fileId }, { state })
  await setState('sealing')
  await sealEntries(database, companyId)
  // Another process is sealing, so the job is retried.
  if ((await countUnsealedOf(database.db, { companyId, propertyId })) > 0) throw new Error('The last entries are being sealed.')
  const checkpoint = await database.db.transaction().execute((db) => signCheckpoint({ ...context, db }, companyId))
  if (!checkpoint) throw new Error('The record is empty.')
  try {
    await setState('reading')
    const ids = { companyId, propertyId }
    const content = await readRecordFileContent(database, ids, {
      now: clock.now(),
      made,
      checkpoint,
      signer: signerOf(context.config),
    })
    await setState('writing')
    await writeFiles(context, content)
  } catch (error) {
    await failRecordFile(database.db, { companyId, fileId })
    throw error
  }
}

export const failRecordFile = async (
  db: Db,
  { companyId, fileId }: Pick<RecordFileJob, 'companyId' | 'fileId'>,
): Promise<void> => {
  await updateRecordFile(db, { companyId, fileId }, { state: 'failed', failure: 'The file could not be created.' })
}

async function writeFiles(context: JobContext, content: RecordFileContent): Promise<void> {
  const { database, files, clock } = context
  const { made, entries, leftOut, verdict, checkpoint, proof } = content
  const embedded = await readEmbedded(files, content)
  const pdf = await makePdf(recordFileLayout(maskForParty(content), embedded))
  const folder = await makeTemporaryFolder('record')
  const finish = (pdfFile: StoredFile, zipFile: StoredFile | null) =>
    database.db.transaction().execute(async (db) => {
      await retainFile(db, pdfFile.id)
      if (zipFile) await retainFile(db, zipFile.id)
      const finished = await updateRecordFile(
        db,
        { companyId: made.company_id, fileId: made.id },
        {
          state: 'ready',
          made_on: clock.now(),
          position: checkpoint.position,
          entries: entries.length,
          left_out: leftOut,
          verdict: JSON.stringify(verdict),
          pdf: pdfFile.id,
          pdf_bytes: pdfFile.bytes,
          zip: zipFile?.id ?? null,
          zip_bytes: zipFile?.bytes ?? null,
        },
      )
      // Rolls back the files, because they may contain a person who was erased meanwhile.
      if (!finished) throw new Error('The record file was cancelled while it was created.')
      if (!verdict.whole) await auditVerdict({ db, clock }, { companyId: made.company_id, userId: made.asked_by, verdict })
    })
  try {
    await saveWithFile(context, generatedFile('record.pdf', 'application/pdf', pdf), async (pdfFile) => {
      if (!proof) return finish(pdfFile, null)
      const path = join(folder, 'record.zip')
      await writeRecordZip(path, { content, proof, pdf, files })
      const { size } = await stat(path)
      const part = { name: 'original', bytes: size, content: () => createReadStream(path) }
      const zip = { kind: 'original', fileName: 'record.zip', contentType: 'application/zip', parts: [part] } as const
      return saveWithFile(context, zip, (zipFile) => finish(pdfFile, zipFile))
    })
  } finally {
    await removeTemporaryFolder(folder)
  }
}

/**
 * "Documents are embedded as attachments while all together are ≤ 25 MB; else the contents page says 'in the ZIP'." A copy for a party
 * has none, because documents contain details of the other side.
 */
async function readEmbedded(files: FileStore, { made, documents }: RecordFileContent): Promise<PdfFile[] | null> {
  const bytes = documents.reduce((sum, document) => sum + document.bytes, 0)
  if (made.copy === 'party' || bytes > maxEmbeddedBytes) return null
  const embedded: PdfFile[] = []
  for (const { file, fileName, number } of documents) {
    const parts: Uint8Array[] = []
    try {
      for await (const part of await files.read(fileKey(file, 'original'))) parts.push(part)
      embedded.push({ number, name: fileName, content: Buffer.concat(parts) })
    } catch (error) {
      if (!(error instanceof FileNotFoundError)) throw error
    }
  }
  return embedded
}

/** Nightly job: "kept 30 days for those who may make it." */
export const sweepRecordFiles = ({ database, clock }: Pick<JobContext, 'database' | 'clock'>): Promise<void> =>
  database.db.transaction().execute(async (db) => {
    const now = clock.now()
    await discardFiles({ db, now, addJob: jobAdder(db) }, await releaseOldFiles(db, now), 'original')
  })
