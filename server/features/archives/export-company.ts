import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { exportExpiresOn } from '@gya/domain/features/archives/archives.rules.ts'
import type { Database, Db } from '../../db/pool.ts'
import { exportReadyEmail } from '../../emails/company-export.ts'
import { queueMail } from '../../emails/outbox.ts'
import type { Clock } from '../../infra/clock.ts'
import type { FileStore } from '../../infra/files/file-store.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../../infra/temporary-folders.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { discardFiles, retainFile, saveWithFile } from '../files/file-lifecycle.ts'
import { sealEntries } from '../record/seal-entries.ts'
import { listAdministrators } from '../support-access/support-access.repository.ts'
import { type ExportIds, expireExports, findExport, updateExport } from './archives.repository.ts'
import { MissingFileError, writeArchive } from './write-archive.ts'

export type ExportJob = { companyId: string; exportId: string }

type JobContext = { database: Database; files: FileStore; clock: Clock }

/** The job of an export: seals pending entries, writes the archive into a temporary folder and stores it. A failure is saved in its row. */
export async function exportCompany(context: JobContext, ids: ExportJob): Promise<void> {
  const { database, clock } = context
  const wanted = await findExport(database.db, ids, 'archive')
  if (!wanted || (wanted.state !== 'queued' && wanted.state !== 'running')) return
  await updateExport(database.db, ids, { state: 'running' })
  const folder = await makeTemporaryFolder('export')
  try {
    const path = join(folder, 'archive.zip')
    const write = async () => {
      await sealEntries(database, ids.companyId)
      const request = { companyId: ids.companyId, withFiles: wanted.with_files, now: clock.now() }
      return writeArchive(context, request, { folder: join(folder, 'parts'), path })
    }
    const { position } = await write().catch((error: unknown) => {
      // A file may have been deleted since the snapshot. A new snapshot will not refer to it.
      if (error instanceof MissingFileError) return write()
      throw error
    })
    await storeArchive(context, ids, { path, position, requestedBy: wanted.requested_by })
  } catch (error) {
    await failExport(database.db, ids, error instanceof MissingFileError ? error.message : undefined)
    if (!(error instanceof MissingFileError)) throw error
  } finally {
    await removeTemporaryFolder(folder)
  }
}

/** Leaves a finished export as it is. */
export const failExport = async (db: Db, ids: ExportIds, failure = 'The export could not be made.'): Promise<void> => {
  await db
    .updateTable('company_export')
    .set({ state: 'failed', failure })
    .where('company_id', '=', ids.companyId)
    .where('id', '=', ids.exportId)
    .where('state', 'in', ['queued', 'running'])
    .execute()
}

type Made = { path: string; position: number | null; requestedBy: string | null }

/** Stores a finished ZIP with its row. `requestedBy`: who is told by e-mail; null: nobody. */

export async function storeArchive(context: JobContext, ids: ExportIds, { path, position, requestedBy }: Made): Promise<void> {
  const { database, clock } = context
  const { size } = await stat(path)
  const part = { name: 'original', bytes: size, content: () => createReadStream(path) }
  const zip = { kind: 'original', fileName: 'export.zip', contentType: 'application/zip', parts: [part] } as const
  await saveWithFile(context, zip, ({ id, bytes, sha256 }) =>
    database.db.transaction().execute(async (db) => {
      const now = clock.now()
      const expiresOn = exportExpiresOn(now)
      await retainFile(db, id)
      const made = { state: 'done', position, file: id, bytes, sha256, finished_on: now, expires_on: expiresOn }
      await updateExport(db, ids, made)
      const asked =
        requestedBy === null
          ? undefined
          : (await listAdministrators(db, ids.companyId)).find(({ id: one }) => one === requestedBy)
      const outbox = { db, now, newId: () => clock.newId(), addJob: jobAdder(db) }
      if (asked) await queueMail(outbox, exportReadyEmail(asked, expiresOn))
    }),
  )
}

/** Hourly: "ready archives wait 7 days". */
export const sweepExports = ({ database, clock }: Pick<JobContext, 'database' | 'clock'>): Promise<void> =>
  database.db.transaction().execute(async (db) => {
    const now = clock.now()
    await discardFiles({ db, now, addJob: jobAdder(db) }, await expireExports(db, now), 'original')
  })
