import { createHash } from 'node:crypto'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import type { Database, Db } from '../../db/pool.ts'
import { type FileStore, fileKey } from '../../infra/files/file-store.ts'
import { type FileIds, listParts, requireFile } from './imports.repository.ts'

/** "A branch out of the company is not offered": throws NOT_FOUND. */
export async function requireBranch(db: Db, companyId: string, branchId: string): Promise<void> {
  const branch = await db
    .selectFrom('branch')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', branchId)
    .where('deleted_on', 'is', null)
    .executeTakeFirst()
  if (!branch) throw new DomainError('NOT_FOUND')
}

/** Throws FILE_INCOMPLETE if parts are missing, PART_MISMATCH if the checksum is not the announced one. */
export async function requireWholeUpload(
  { database, files }: { database: Database; files: FileStore },
  ids: FileIds,
): Promise<void> {
  const file = await requireFile(database.db, ids)
  const parts = await listParts(database.db, ids.companyId, [file.id])
  refuseIf(parts.length < file.parts ? 'FILE_INCOMPLETE' : null)
  const hash = createHash('sha256')
  for (const part of parts)
    for await (const chunk of await files.read(fileKey(part.stored_file, 'original'))) hash.update(chunk as Buffer)
  refuseIf(hash.digest('hex') === file.sha256 ? null : 'PART_MISMATCH')
}
