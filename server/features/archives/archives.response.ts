import type { MadeExport } from '@gya/domain/features/archives/archives.contract.ts'
import type { ExportRow } from './archives.repository.ts'

export const toMadeExport = (row: ExportRow): MadeExport => ({
  _id: row.id,
  state: row.state,
  failure: row.failure,
  requestedBy: row.requestedBy,
  createdon: row.createdon,
  withFiles: row.with_files,
  bytes: row.bytes,
  sha256: row.sha256,
  finishedOn: row.finished_on,
  expiresOn: row.expires_on,
  downloads: row.downloads,
})
