import type { Instant } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { ArchiveUpload } from '@gya/domain/features/archives/archive-upload.contract.ts'
import { type ArchiveState, archivePartBytes } from '@gya/domain/features/archives/archive-upload.rules.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { ArchiveUpload as ArchiveTable } from '../../db/schema.ts'
import type { ArchiveRefusedError } from './archive-zip.ts'

const named = (db: Db) =>
  db
    .selectFrom('archive_upload as a')
    .leftJoin('app_user as u', 'u.id', 'a.uploaded_by')
    .selectAll('a')
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('uploadedBy'))
    .select(
      sql<number[]>`case when a.state = 'uploading' then array(
        select n from generate_series(1, a.parts) n
        where not exists (select from archive_part p where p.archive_id = a.id and p.part_no = n) order by n) else '{}' end`.as(
        'missingParts',
      ),
    )

export type ArchiveRow = NonNullable<Awaited<ReturnType<ReturnType<typeof named>['executeTakeFirst']>>>

export const findArchive = (db: Db, archiveId: string): Promise<ArchiveRow | undefined> =>
  named(db).where('a.id', '=', archiveId).executeTakeFirst()

/** Throws NOT_FOUND. */
export async function requireArchive(db: Db, archiveId: string): Promise<ArchiveRow> {
  const row = await findArchive(db, archiveId)
  if (!row) throw new DomainError('NOT_FOUND')
  return row
}

/** Throws NOT_FOUND. */
export async function lockArchive(db: Db, archiveId: string): Promise<ArchiveRow> {
  await db.selectFrom('archive_upload').select('id').where('id', '=', archiveId).forUpdate().execute()
  return requireArchive(db, archiveId)
}

export const listArchiveRows = (db: Db): Promise<ArchiveRow[]> =>
  named(db).orderBy('a.createdon', 'desc').orderBy('a.id', 'desc').limit(50).execute()

/** The unfinished upload of the same file by the same person, found by length and fingerprint. */
export const findBegun = (
  db: Db,
  { uploadedBy, bytes, fingerprint }: { uploadedBy: string; bytes: number; fingerprint: string },
): Promise<ArchiveRow | undefined> =>
  named(db)
    .where('a.uploaded_by', '=', uploadedBy)
    .where('a.state', '=', 'uploading')
    .where('a.bytes', '=', bytes)
    .where('a.fingerprint', '=', fingerprint)
    .orderBy('a.createdon', 'desc')
    .executeTakeFirst()

export const insertArchive = (db: Db, row: Insertable<ArchiveTable>) => db.insertInto('archive_upload').values(row).execute()

export const updateArchive = (db: Db, archiveId: string, values: Updateable<ArchiveTable>) =>
  db.updateTable('archive_upload').set(values).where('id', '=', archiveId).execute()

/** Returns the stored file of the part that it replaces. */
export async function saveArchivePart(
  db: Db,
  part: { archiveId: string; partNo: number; bytes: number; file: string; now: Instant },
): Promise<string | null> {
  const { rows } = await sql<{ before: string | null }>`
    with before as (select stored_file from archive_part where archive_id = ${part.archiveId} and part_no = ${part.partNo})
    insert into archive_part (archive_id, part_no, bytes, stored_file, createdon)
    values (${part.archiveId}, ${part.partNo}, ${part.bytes}, ${part.file}, ${part.now})
    on conflict (archive_id, part_no) do update set bytes = excluded.bytes, stored_file = excluded.stored_file,
      createdon = excluded.createdon
    returning (select stored_file from before) as before`.execute(db)
  return rows[0]?.before ?? null
}

export const listArchiveParts = (db: Db, archiveId: string) =>
  db
    .selectFrom('archive_part')
    .select(['part_no', 'stored_file'])
    .where('archive_id', '=', archiveId)
    .orderBy('part_no')
    .execute()

/** Deletes the parts and returns their stored files, which are no longer referenced. */
export async function takeArchiveParts(db: Db, archiveId: string): Promise<string[]> {
  const rows = await db.deleteFrom('archive_part').where('archive_id', '=', archiveId).returning('stored_file').execute()
  return rows.map(({ stored_file }) => stored_file)
}

export const deleteArchiveRow = (db: Db, archiveId: string) =>
  db.deleteFrom('archive_upload').where('id', '=', archiveId).execute()

/** Abandoned uploads and archives that were verified but not restored. */
export async function findAbandoned(db: Db, before: Instant, only?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('archive_upload')
    .select('id')
    .where('state', 'in', ['uploading', 'verified', 'refused'])
    .where('createdon', '<', before)
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? ''))
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}

export const refusalOf = ({ code, message, file, line, addresses }: ArchiveRefusedError): string =>
  JSON.stringify({ code, message, file, line, addresses })

export const toArchive = (row: ArchiveRow): ArchiveUpload => ({
  _id: row.id,
  state: row.state as ArchiveState,
  name: row.name,
  bytes: row.bytes,
  parts: row.parts,
  partBytes: archivePartBytes,
  missingParts: row.missingParts,
  uploadedBy: row.uploadedBy,
  createdon: row.createdon,
  company: row.of_company ? { _id: row.of_company, name: row.company_name ?? '' } : null,
  exportedAt: row.exported_at,
  position: row.position,
  withFiles: row.with_files,
  progress: row.progress as ArchiveUpload['progress'],
  refusal: row.refusal as ArchiveUpload['refusal'],
  failure: row.failure,
  verifiedOn: row.verified_on,
  restoredOn: row.restored_on,
})
