import { londonDay } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { AuditKind } from '@gya/domain/features/audit/audit-kinds.ts'
import type { Database } from '../../db/pool.ts'
import type { Download } from '../../http/route/register-download.ts'
import { type FileStore, fileKey } from '../../infra/files/file-store.ts'
import { countDownload, type ExportIds, type ExportRow } from './archives.repository.ts'

/** The ZIP of an export, which counts its downloads. Throws NOT_FOUND until it is made, and after a week. */
export async function exportFileDownload(
  { files, database }: { files: FileStore; database: Database },
  ids: ExportIds,
  made: ExportRow | undefined,
  { name, kind }: { name: string; kind: AuditKind },
): Promise<Download> {
  if (!made?.file) throw new DomainError('NOT_FOUND')
  const { file } = made
  const key = fileKey(file, 'original')
  const bytes = await files.size(key)
  return {
    etag: file,
    contentType: 'application/zip',
    saveAs: `${name}-${londonDay(made.createdon)}.zip`,
    maxAge: 0,
    size: async () => bytes,
    content: async () => {
      await countDownload(database.db, ids)
      return files.read(key)
    },
    audit: { kind, data: { exportId: made.id, bytes: bytes ?? 0 } },
  }
}
