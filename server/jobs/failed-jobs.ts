import type { JobName } from '@gya/domain/features/operations/job-schedules.ts'
import type { Database } from '../db/pool.ts'
import { type ExportJob, failExport } from '../features/archives/export-company.ts'
import { type ArchiveJob, failArchiveJob } from '../features/archives/verify-archive.ts'
import type { ImportIds } from '../features/imports/import-ids.ts'
import { storeFailedOn } from '../features/imports/import-jobs.ts'
import { failRecordFile, type RecordFileJob } from '../features/record/file/make-record-file.ts'
import { deleteVerification } from '../features/record/record.repository.ts'
import type { VerifyRecordJob } from '../features/record/verifications.ts'
import { failReport, type ReportPdfJob } from '../features/report/report-pdf.ts'
import type { Clock } from '../infra/clock.ts'
import type { OnFailed } from './interrupted-jobs.ts'

type Payload = Record<string, unknown>

/**
 * What follows when the queue gives a job up: what it worked on is marked as failed, so that the screen offers a way out. Jobs that are
 * missing here mark nothing as busy. Idempotent.
 */
export function createFailedJobHandlers({ database: { db }, clock }: { database: Pick<Database, 'db'>; clock: Clock }): OnFailed {
  const failImport = (payload: Payload) => storeFailedOn(db, payload as ImportIds, clock.now())
  const failArchive = (payload: Payload) => failArchiveJob(db, payload as ArchiveJob)
  const handlers: Partial<Record<JobName, (payload: Payload) => Promise<void>>> = {
    'read-import': failImport,
    'check-import': failImport,
    'run-import': failImport,
    'undo-import': failImport,
    'invite-vendors': failImport,
    'make-record-file': (payload) => failRecordFile(db, payload as RecordFileJob),
    'verify-record': (payload) => deleteVerification(db, payload as VerifyRecordJob),
    'export-company': (payload) => failExport(db, payload as ExportJob),
    'make-check-pack': (payload) => failExport(db, payload as ExportJob),
    'verify-archive': failArchive,
    'restore-archive': failArchive,
    'give-up-restore': failArchive,
    'report-pdf': (payload) => failReport(db, payload as ReportPdfJob),
  }
  return async (name, payload) => handlers[name as JobName]?.(payload)
}
